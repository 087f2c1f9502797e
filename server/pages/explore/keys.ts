/** Which card the focus goes to; -1 leads back to the search. */
export function cardAfter(
  key: string,
  at: { card: number; columns: number; cards: number },
): number | null {
  const { card, columns, cards } = at;
  const last = cards - 1;
  if (key === "ArrowRight") return Math.min(card + 1, last);
  if (key === "ArrowLeft") return Math.max(card - 1, 0);
  if (key === "ArrowUp") return card < columns ? -1 : card - columns;
  if (key === "ArrowDown") {
    const isInLastRow = Math.floor(card / columns) === Math.floor(last / columns);
    return isInLastRow ? card : Math.min(card + columns, last);
  }
  if (key === "Home") return 0;
  if (key === "End") return last;
  return null;
}

/** How many cards stand in one row now. */
export function columnsOf(cards: readonly HTMLElement[]): number {
  const top = cards[0]?.offsetTop;
  return cards.filter((card) => card.offsetTop === top).length;
}

/** Whether a key belongs to what is being written or chosen there. */
export function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input, select, textarea");
}

export function hasModifier(event: KeyboardEvent | MouseEvent): boolean {
  const { ctrlKey, metaKey, altKey } = event;
  return ctrlKey || metaKey || altKey || ("isComposing" in event && event.isComposing);
}

/** What of a text tells cheaply whether a costly expression can match at all. */
export type Clues = {
  readonly text: string;
  /** For any letter an expression matches in either case, the small one. */
  readonly lower: string;
  readonly digits: number;
};

export function cluesOf(text: string): Clues {
  // Case-blind expressions take the long s for an s; no other letter is missed.
  const lower = text.toLowerCase().replaceAll("ſ", "s");
  return { text, lower, digits: text.match(/\d/g)?.length ?? 0 };
}

export const hasAny = (text: string, parts: readonly string[]): boolean =>
  parts.some((part) => text.includes(part));

/** An expression made at its first use: making all of them would delay a first turn. */
export function lazily(make: () => RegExp): () => RegExp {
  let made: RegExp | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** `needs` is what no match is without: it costs little, and few texts have it. */
export type Removal = {
  readonly needs: (clues: Clues) => boolean;
  readonly pattern: () => RegExp;
};

export const removal = (needs: Removal["needs"], make: () => RegExp): Removal => ({
  needs,
  pattern: lazily(make),
});

/** Puts a space where the expressions match, one after the other. */
export function removeAll(text: string, removals: readonly Removal[]): string {
  let clues = cluesOf(text);
  for (const { needs, pattern } of removals) {
    if (!needs(clues)) continue;
    const rest = clues.text.replace(pattern(), " ");
    if (rest !== clues.text) clues = cluesOf(rest);
  }
  return clues.text;
}

/** Whether a word of a text in lower case begins with one of these. */
export function startsWord(lower: string, starts: readonly string[]): boolean {
  return starts.some((start) => {
    for (let at = lower.indexOf(start); at >= 0; at = lower.indexOf(start, at + 1)) {
      if (at === 0 || !/\w/.test(lower.charAt(at - 1))) return true;
    }
    return false;
  });
}

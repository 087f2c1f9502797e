import type { Card, WidgetEventType } from "@placard/publisher-kit/types";
import type { Words } from "./words.ts";

type Props = {
  card: Card;
  words: Words;
  id: string;
  onAction: (type: WidgetEventType, card: Card) => void;
};

/**
 * Escape closes the menu alone, not the host's own sidebar around it, and gives the focus back to
 * the button: browsers lose it when the button is inside a shadow root.
 */
function onKeyDown(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const { currentTarget } = event;
  const menu = currentTarget.querySelector<HTMLElement>("[popover]");
  if (event.key !== "Escape" || !menu?.matches(":popover-open")) return;
  event.preventDefault();
  event.stopPropagation();
  menu.hidePopover();
  currentTarget.querySelector("button")?.focus();
}

/**
 * Hide and why-this-ad. A native popover: the browser closes it on a press outside, Tab runs
 * through it after its button, and no scrolling box can clip it.
 */
export function CardMenu({ card, words, id, onAction }: Props) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape inside is caught, nothing else.
    <div part="more" onKeyDown={onKeyDown}>
      <button
        type="button"
        part="menu-button"
        aria-label={words.options(card.title)}
        popovertarget={id}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M3 8h.01M8 8h.01M13 8h.01" />
        </svg>
      </button>
      <div part="menu" popover="auto" id={id}>
        <button type="button" part="hide" onClick={() => onAction("hide", card)}>
          {words.hide}
        </button>
        <details onToggle={(event) => event.currentTarget.open && onAction("why", card)}>
          <summary part="why">{words.why}</summary>
          <p>
            {words.whyText} {card.sponsor ? words.sponsor(card.sponsor) : null}
          </p>
        </details>
      </div>
    </div>
  );
}

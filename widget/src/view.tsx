import type { Card, CitedCard, WidgetEventType } from "@placard/publisher-kit/types";
import { type ComponentChild, render } from "preact";
import { createCard, createGap, skeleton } from "./card.tsx";
import css from "./sheet.css?inline";
import type { MountOptions, OfferEvent } from "./types.ts";
import { type Words, wordsFor } from "./words.ts";

export type View = {
  /** Takes over theme, words and locale, and draws. */
  dress(options: MountOptions): void;
  /**
   * Shows these cards, except those the reader hid. Their events contain `turnId`. With
   * `citing`, a turn whose answer may cite them, each keeps the place of its mark.
   */
  fill(cards: readonly Card[], turnId: string, citing?: string): void;
  /** Draws a skeleton while cards are on their way to an empty box, or takes it out. */
  wait(isOn: boolean): void;
  /** Marks cards that the answer cites. */
  cite(cited: readonly CitedCard[]): void;
  /** Shows these cards and says this to screen readers; nothing else changes. */
  draw(cards: readonly [], status: string): void;
  leave(): void;
};

/** What a reader hid stays hidden in this page, whatever token the same offer carries next. */
function identity({ title, seller, sponsor }: Card): string {
  return JSON.stringify([title, seller, sponsor]);
}

type Shown = ReturnType<typeof createCard>;

/**
 * The landmark with its cards. A new `fill` is a new list, which begins at its top. `cited`: tokens
 * of cited cards; undefined where no answer is known that could cite one.
 */
function listOf(shown: readonly Shown[], words: Words, fill: number, cited?: readonly string[]) {
  return (
    <aside key={fill} part="offers" aria-label={words.region} tabIndex={-1}>
      {/* Safari drops the list role of a list without bullets unless it is said again. */}
      <ul role="list">{shown.map((drawCard) => drawCard(words, cited))}</ul>
    </aside>
  );
}

/** A `<style>` element would be blocked by a strict policy. */
function styledRoot(element: Element): ShadowRoot {
  const root = element.shadowRoot ?? element.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
  return root;
}

/** The attributes of the box. */
function lookOf(element: Element, look: MountOptions, words: Words) {
  return {
    part: "box",
    "data-theme": look.theme ?? element.getAttribute("theme"),
    lang: words.lang,
    dir: element.hasAttribute("dir") ? undefined : look.messages?.dir,
  };
}

/** The host's locale, else that of the page around the box, else the browser's. */
function wordsOf(element: Element, { locale, messages }: MountOptions): Words {
  const page = element.closest("[lang]")?.getAttribute("lang");
  return wordsFor(locale || page || navigator.language, messages);
}

function boxOf(look: ReturnType<typeof lookOf>, status: string, content: ComponentChild) {
  return (
    <div {...look}>
      <p class="spoken" role="status">
        {status}
      </p>
      {content}
    </div>
  );
}

/** The pressed button was removed; the button in its place keeps the focus there. */
function focusAt(root: ShadowRoot, place: number): void {
  const button = "[popovertarget], [part=undo]";
  root.querySelectorAll("li")[place]?.querySelector<HTMLElement>(button)?.focus();
}

/**
 * Draws into the shadow root of one element and emits what happens there. Without cards the box is
 * empty, and as large as before.
 * Errors: throws where the browser has no constructed style sheets.
 */
export function createView(element: Element, emit: (event: OfferEvent) => void): View {
  const root = styledRoot(element);
  const hidden = new Set<string>();
  let shown: readonly Shown[] = [];
  let spoken = "";
  /** `fill` grows with each: the list is new, begins at its top, and mixes up no cards. */
  let turn: { id: string; cited?: string[] | undefined; fill: number } = { id: "", fill: 0 };
  let words: Words;
  let look: MountOptions;

  function draw(cards: readonly Shown[], status: string, isWaiting = false): void {
    shown = cards;
    spoken = status;
    try {
      const content = cards[0]
        ? listOf(cards, words, turn.fill, turn.cited)
        : isWaiting && skeleton;
      render(boxOf(lookOf(element, look, words), status, content), root);
    } catch {
      emit({ type: "error", code: "render" });
    }
  }

  function act(card: Card, own: Shown, type?: WidgetEventType): void {
    emit(type ? { type, turnId: turn.id, card } : { type: "error", code: "render" });
    if (type !== "hide") return;
    const place = shown.indexOf(own);
    const put = (item: Shown, said: string): void => {
      draw(shown.with(place, item), said);
      focusAt(root, place);
    };
    const undo = (): void => {
      hidden.delete(identity(card));
      put(own, "");
    };
    hidden.add(identity(card));
    put(createGap(`g${place}`, undo), words.hidden);
  }

  return {
    dress(options) {
      look = options;
      words = wordsOf(element, options);
      draw(shown, spoken);
    },
    fill(found, id, citing) {
      const kept = found.filter((card) => !hidden.has(identity(card)));
      const cards = kept.map((card, place) => {
        const own = createCard(card, `c${place}`, (type) => act(card, own, type));
        return own;
      });
      turn = { id, cited: citing ? [] : undefined, fill: turn.fill + 1 };
      // A reader who is inside keeps the place in the page; other focus is left alone.
      const hasFocus = root.activeElement;
      draw(cards, cards[0] ? words.shown(cards.length) : "");
      if (hasFocus) root.querySelector("aside")?.focus({ preventScroll: true });
      emit({ type: "filled", turnId: id, cards: cards.length });
    },
    cite(found) {
      turn.cited = found.map(({ cardToken }) => cardToken);
      draw(shown, spoken);
    },
    wait: (isOn) => draw(shown, spoken, isOn),
    draw,
    leave: () => render(null, root),
  };
}

import type {
  Card,
  ConsentSignals,
  TurnResponse,
  WidgetEventType,
} from "@placard/publisher-kit/types";
import { h, render } from "preact";
import { Box, type BoxState } from "./box.tsx";
import type { CardActions } from "./card.tsx";
import { nowMs } from "./clock.ts";
import { newEventId } from "./event-id.ts";
import { Reporter } from "./reporter.ts";
import { createSession } from "./session.ts";
import { adoptStyles } from "./styles.ts";
import { createTurns, noFill } from "./turns.ts";
import type { MountOptions, OfferEvent, Widget, WidgetTrouble } from "./types.ts";
import { parseCards } from "./validate.ts";
import { createViewability } from "./viewability.ts";
import { type Words, wordsFor } from "./words.ts";

const mounted = new WeakMap<Element, Widget>();

/** The host's callback may throw; that is its own affair and stops nothing here. */
function emit(options: MountOptions, event: OfferEvent): void {
  try {
    options.onEvent?.(event);
  } catch (error) {
    // Reported the way the browser reports an error of any listener.
    setTimeout(() => {
      throw error;
    });
  }
}

/**
 * What is known about consent at this moment, and the browser's Global Privacy Control unless the
 * host says otherwise. A callback that throws counts as "unknown", for the server
 * to judge.
 */
function consentNow({ consent }: MountOptions): ConsentSignals | undefined {
  const gpc = "globalPrivacyControl" in navigator && navigator.globalPrivacyControl === true;
  let known: ConsentSignals | undefined;
  try {
    known = typeof consent === "function" ? consent() : consent;
  } catch {
    // Not ready is as good as unknown.
  }
  return gpc ? { gpc, ...known } : known;
}

function wordsOf(element: Element, { locale, messages }: MountOptions) {
  const pageLocale = element.closest("[lang]")?.getAttribute("lang");
  return wordsFor(locale || pageLocale || navigator.language, messages);
}

/** What a reader hid stays hidden in this page, whatever token the same offer carries next. */
function identity({ title, seller, sponsor }: Card): string {
  return [title, seller, sponsor].join("\n");
}

/** The two sides of the publisher's server: asking for offers, telling what became of them. */
function connect({ endpoint, getToken }: MountOptions, onTrouble: (code: WidgetTrouble) => void) {
  const base = String(endpoint).replace(/\/+$/, "");
  const session = createSession(base, getToken);
  return { turns: createTurns(base, session), reporter: new Reporter(base, session, onTrouble) };
}

/** Everything between the host's calls and the shadow root of one element. */
class Controller implements Widget {
  #element: Element;
  #options: MountOptions;
  #root: ShadowRoot;
  #words: Words;
  #server: ReturnType<typeof connect>;
  #viewability = createViewability();
  #hidden = new Set<string>();
  #box: BoxState = { cards: [], fillNumber: 0, status: "" };
  #turnId = "";
  #isDestroyed = false;

  constructor(element: Element, options: MountOptions) {
    this.#element = element;
    this.#options = options;
    this.#root = element.shadowRoot ?? element.attachShadow({ mode: "open" });
    adoptStyles(this.#root);
    this.#words = wordsOf(element, options);
    this.#server = connect(options, this.#onTrouble);
    this.#draw();
    // Set by `placard.css`; without it the box appears only now, and the page around it jumps.
    if (!getComputedStyle(element).getPropertyValue("--placard-reserved")) {
      this.#onTrouble("box_not_reserved");
    }
  }

  async turn(text: string): Promise<TurnResponse> {
    const result = this.#isDestroyed
      ? noFill("aborted")
      : await this.#server.turns.ask(text, consentNow(this.#options));
    if (result.status === "filled") this.#fill(result.cards, result.turnId);
    else this.#emit({ type: "no_fill", reason: result.reason });
    return result;
  }

  show(cards: readonly Card[]): void {
    if (!this.#isDestroyed) this.#fill(parseCards(cards), "");
  }

  clear(): void {
    this.#server.turns.reset();
    this.#draw({ cards: [], status: "" });
  }

  update(change: Partial<MountOptions>): void {
    if (this.#isDestroyed) return;
    const { endpoint, getToken } = this.#options;
    this.#options = { ...this.#options, ...change };
    this.#words = wordsOf(this.#element, this.#options);
    if (this.#options.endpoint !== endpoint || this.#options.getToken !== getToken) {
      this.#server.turns.reset();
      this.#server.reporter.close();
      this.#server = connect(this.#options, this.#onTrouble);
    }
    this.#draw();
  }

  destroy(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    mounted.delete(this.#element);
    this.#server.turns.reset();
    render(null, this.#root);
    this.#viewability.close();
    this.#server.reporter.close();
  }

  #emit(event: OfferEvent): void {
    emit(this.#options, event);
  }

  #onTrouble = (code: WidgetTrouble): void => this.#emit({ type: "error", code });

  #actions: CardActions = {
    watch: (item, card) => this.#viewability.watch(item, () => this.#report("viewable", card)),
    onAction: (type, card) => {
      this.#report(type, card);
      if (type === "hide") this.#hide(card);
    },
    onError: () => this.#onTrouble("render"),
  };

  #draw(change?: Partial<BoxState>): void {
    if (this.#isDestroyed) return;
    this.#box = { ...this.#box, ...change };
    const { theme, messages } = this.#options;
    const dir = this.#element.hasAttribute("dir") ? undefined : messages?.dir;
    const props = { ...this.#box, words: this.#words, theme, dir, actions: this.#actions };
    try {
      render(h(Box, props), this.#root);
    } catch {
      this.#onTrouble("render");
    }
  }

  #report(type: WidgetEventType, card: Card): void {
    const at = nowMs();
    const { cardToken } = card;
    const turnId = this.#turnId;
    this.#server.reporter.add({ id: newEventId(at), type, cardToken, turnId, at });
    this.#emit({ type, turnId, card });
  }

  #hide(card: Card): void {
    const { cards } = this.#box;
    this.#hidden.add(identity(card));
    const status = this.#words.hidden;
    this.#draw({ cards: cards.filter((other) => other !== card), status });
    // The pressed button is gone; its neighbour keeps a keyboard reader in place.
    const openers = this.#root.querySelectorAll<HTMLElement>("[popovertarget]");
    openers[Math.min(cards.indexOf(card), openers.length - 1)]?.focus();
  }

  #fill(found: readonly Card[], turnId: string): void {
    const cards = found.filter((card) => !this.#hidden.has(identity(card)));
    const hadFocus = this.#root.activeElement;
    this.#turnId = turnId;
    const status = cards.length ? this.#words.shown(cards.length) : "";
    this.#draw({ cards, fillNumber: this.#box.fillNumber + 1, status });
    const offers = this.#root.querySelector("aside");
    if (offers) offers.scrollTop = 0;
    // A reader who was inside keeps the place in the page; nobody else's focus is touched.
    if (hadFocus) offers?.focus({ preventScroll: true });
    this.#emit({ type: "filled", turnId, cards: cards.length });
  }
}

/**
 * Puts the widget into an element of the page. Nothing is requested before the first turn. A second
 * call for the same element replaces the first.
 * Errors: none; where it cannot work it says so through `onEvent` and the handle does nothing.
 */
export function mount(element: Element, options: MountOptions): Widget {
  try {
    mounted.get(element)?.destroy();
    const widget = new Controller(element, options);
    mounted.set(element, widget);
    return widget;
  } catch {
    if (options) emit(options, { type: "error", code: "unsupported" });
    const nothing = () => {};
    const turn = async () => noFill("aborted");
    return { turn, show: nothing, clear: nothing, update: nothing, destroy: nothing };
  }
}

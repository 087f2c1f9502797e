import type { Card, ConsentSignals } from "@placard/publisher-kit/types";
import { createReporter } from "./reporter.ts";
import { createSession } from "./session.ts";
import { createTurns } from "./turns.ts";
import type { MountOptions, OfferEvent, Widget, WidgetTrouble } from "./types.ts";
import { noFill, parseCards } from "./validate.ts";
import { createView, type View } from "./view.tsx";

/** A faster answer needs no skeleton, and a turn without shopping intent is faster. */
const WAIT_MS = 200;

const mounted = new WeakMap<Element, Widget>();

/**
 * What is known about consent at this moment, and the browser's Global Privacy Control unless the
 * host says otherwise. A callback that throws counts as "unknown", for the server to judge.
 */
function consentNow({ consent }: MountOptions): ConsentSignals | undefined {
  const gpc = navigator.globalPrivacyControl;
  let known: ConsentSignals | undefined;
  try {
    known = typeof consent === "function" ? consent() : consent;
  } catch {
    // Not ready is as good as unknown.
  }
  return gpc ? { gpc, ...known } : known;
}

function callHost(options: MountOptions, event: OfferEvent): void {
  try {
    options.onEvent?.(event);
  } catch (error) {
    // The host's own affair, as an error of any listener of the page.
    reportError(error);
  }
}

/** The calls to the publisher's server: it requests offers and reports events. */
function connect({ endpoint, getToken }: MountOptions, onTrouble: (code: WidgetTrouble) => void) {
  const session = createSession(`${endpoint}`.replace(/\/+$/, ""), getToken);
  const turns = createTurns(session);
  const reporter = createReporter(session, onTrouble);
  const leave = (): void => {
    turns.reset();
    reporter.finish();
  };
  return { ...turns, ...reporter, leave };
}

/** Shows that an answer takes longer, until it is there; a newer turn has its own wait. */
function createWait(show: (isOn: boolean) => void): () => () => void {
  let latest: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(latest);
    const mine = setTimeout(show, WAIT_MS, true);
    latest = mine;
    return () => {
      clearTimeout(mine);
      if (mine === latest) show(false);
    };
  };
}

/** Set by `placard.css`; without it the box appears only now, and the page around it jumps. */
function isReserved(element: Element): boolean {
  return getComputedStyle(element).getPropertyValue("--placard-reserved") !== "";
}

/**
 * Puts the widget into an element of the page. Nothing is requested before the first turn. A second
 * call for the same element replaces the first.
 * Errors: none; where it cannot work it says so through `onEvent` and the handle does nothing.
 */
export function mount(element: Element, given: MountOptions): Widget {
  let options = given ?? {};
  let view: View | undefined;

  function emit(event: OfferEvent): void {
    if ("card" in event) server.report(event);
    callHost(options, event);
  }

  const wait = createWait((isOn) => view?.wait(isOn));
  const trouble = (code: WidgetTrouble): void => emit({ type: "error", code });
  const open = () => connect(options, trouble);
  let server = open();

  /** `citing`: the turn whose answer may cite these cards, where one is known. */
  function fill(cards: readonly Card[], turnId: string, citing?: string): void {
    // First, because a listener of the host may show other cards or leave.
    server.follow(view && citing, (cited) => view?.cite(cited));
    view?.fill(cards, turnId, citing);
  }

  const widget: Widget = {
    async turn(text) {
      const endWait = wait();
      const result = view ? await server.ask(text, consentNow(options)) : noFill("aborted");
      endWait();
      if (result.status === "filled")
        fill(result.cards, result.turnId, result.citations && result.turnId);
      else {
        // Cards of an earlier turn would stand beside what a reader says of a loss.
        if (result.reason === "sensitive") view?.draw([], "");
        emit({ type: "no_fill", reason: result.reason });
      }
      return result;
    },
    show(cards, of) {
      fill(parseCards(cards), "", of?.turnId);
    },
    clear() {
      server.reset();
      view?.draw([], "");
    },
    update(change) {
      const { endpoint, getToken } = options;
      options = { ...options, ...change };
      if (view && (options.endpoint !== endpoint || options.getToken !== getToken)) {
        server.leave();
        server = open();
      }
      view?.dress(options);
    },
    destroy() {
      server.leave();
      view?.leave();
      view = undefined;
    },
  };

  try {
    mounted.get(element)?.destroy();
    view = createView(element, emit);
    view.dress(options);
    mounted.set(element, widget);
    if (!isReserved(element)) trouble("box_not_reserved");
  } catch {
    widget.destroy();
    trouble("unsupported");
  }
  return widget;
}

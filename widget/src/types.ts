import type {
  Card,
  ConsentSignals,
  NoFillReason,
  TurnResponse,
  WidgetEventType,
} from "@placard/publisher-kit/types";
import type { Messages } from "./messages/en.ts";

export type Theme = "auto" | "light" | "dark";

/** A trouble of the widget itself, as a code; it never carries a reader's words. */
export type WidgetTrouble =
  /** A card or the whole box could not be drawn; it was left out. */
  | "render"
  /** `placard.css` is not on the page, so the box may move what is around it. */
  | "box_not_reserved"
  /** The browser has no constructed style sheets; nothing is shown there. */
  | "unsupported"
  /** Events were refused for good, given up after the last retry, or too many. */
  | "events_lost";

/** What the host receives through `onEvent`. */
export type OfferEvent =
  | { type: "filled"; turnId: string; cards: number }
  | { type: "no_fill"; reason: NoFillReason }
  | { type: WidgetEventType; turnId: string; card: Card }
  | { type: "error"; code: WidgetTrouble };

export type MountOptions = {
  /** URL of the kit's routes, such as `/offers`. */
  endpoint: string;
  /** A session token made by the host; without it the widget asks `POST {endpoint}/session`. */
  getToken?: () => string | Promise<string>;
  /** A BCP 47 tag; default: the language of the page around the widget. */
  locale?: string;
  /** Replaces single texts, or all of them for a language the widget does not bring. */
  messages?: Partial<Messages>;
  /** `auto` follows the `color-scheme` of the page around the widget. */
  theme?: Theme;
  /** What the page knows about consent; asked at each turn, never waited for. */
  consent?: ConsentSignals | (() => ConsentSignals | undefined);
  onEvent?: (event: OfferEvent) => void;
};

/** The turn of the kit that cards of the host belong to. */
export type ShownTurn = { turnId: string };

/** One turn of the kit as a host's own stream or store has it, such as a `data-placard` part. */
export type ShownOffers = ShownTurn & { cards: readonly Card[] };

/** What `mount` gives back. No method throws and no promise rejects. */
export type Widget = {
  /** Passes on what the reader just sent. Resolves with what is shown, within a second. */
  turn(text: string): Promise<TurnResponse>;
  /**
   * Shows cards the host fetched itself; what may not be shown is left out. With the `turnId` of
   * the host's own `kit.turn` the cards that its answer cites are marked.
   */
  show(cards: readonly Card[], of?: ShownTurn): void;
  /** Empties the box and deletes the conversation. The box keeps its size. */
  clear(): void;
  update(options: Partial<MountOptions>): void;
  /** Takes everything out of the element again; events not yet sent are still sent. */
  destroy(): void;
};

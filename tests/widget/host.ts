import type {
  Card,
  CitationsRequest,
  EventsRequest,
  TurnRequest,
} from "@placard/publisher-kit/types";
import { type BoundFunctions, type queries, within } from "@testing-library/preact";
import { vi } from "vitest";
import type { MountOptions, OfferEvent, Widget } from "../../widget/src/index.ts";
import { mount as mountSource } from "../../widget/src/index.ts";

/** The program under test: the source, or the minified file that ships. */
let mount: typeof mountSource = mountSource;

/** From now on `stage` mounts what this script file leaves on the page. */
export function useScript(code: string): void {
  const load: () => { mount: typeof mountSource } = new Function(`${code}; return Placard;`).bind(
    window,
  );
  mount = load().mount;
}

export const HOP = `https://exchange.example/r/${"a".repeat(64)}`;

/** A card as the kit sends it; tests replace the fields they speak about. */
export function card(fields: Partial<Record<keyof Card, unknown>> = {}): Record<string, unknown> {
  return {
    cardToken: "token-1",
    kind: "product",
    title: "Trailhead boots",
    disclosure: "Sponsored · Northbound",
    sponsor: "Northbound",
    seller: "Northbound Shop",
    price: {
      amount: 129,
      currency: "USD",
      compareAtAmount: null,
      discountPercent: null,
      discountAmount: null,
    },
    image: { url: "https://exchange.example/i/1.png", width: 200, height: 200 },
    clickUrl: HOP,
    ...fields,
  };
}

export type Answer = { status?: number; body?: unknown };
export type Seen = { path: string; init: RequestInit };

/** The four routes of the kit as one replaceable function each, and what was asked of them. */
export class Server {
  readonly seen: Seen[] = [];
  session: () => Answer | Promise<Answer> = () => ({
    body: { token: "session-1", expiresAt: new Date(Date.now() + 900_000).toISOString() },
  });
  turn: (body: TurnRequest) => Answer | Promise<Answer> = () => ({
    body: { status: "filled", turnId: "turn-1", cards: [card()] },
  });
  citations: (body: CitationsRequest) => Answer | Promise<Answer> = () => ({
    body: { status: "unknown", cited: [] },
  });
  events: (body: EventsRequest) => Answer | Promise<Answer> = () => ({ status: 202, body: {} });

  fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const path = new URL(url, location.href).pathname;
    this.seen.push({ path, init });
    const body = JSON.parse(String(init.body));
    const route = {
      "/offers/session": this.session,
      "/offers/turn": this.turn,
      "/offers/citations": this.citations,
    }[path];
    const answered = Promise.resolve(route ? route(body) : this.events(body));
    const aborted = new Promise<never>((_, reject) => {
      init.signal?.addEventListener("abort", () => reject(init.signal?.reason));
    });
    const answer = await Promise.race([answered, aborted]);
    const status = answer.status ?? 200;
    const text = typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body);
    return new Response(text, { status });
  };

  /** The bodies sent to one path so far. */
  bodies(path: string): unknown[] {
    return this.seen
      .filter((request) => request.path === path)
      .map((request) => JSON.parse(String(request.init.body)));
  }

  sentEvents(): EventsRequest["events"] {
    return this.bodies("/offers/events").flatMap((body) => eventsOf(body));
  }
}

/** The events of a request body as the server would read them. */
export function eventsOf(body: unknown): EventsRequest["events"] {
  const isRequest = (value: unknown): value is EventsRequest =>
    typeof value === "object" && value !== null && "events" in value;
  if (!isRequest(body)) throw new Error("not an events request");
  return body.events;
}

/** An observer whose view of the page the test decides. */
export class Views {
  static all: Views[] = [];
  readonly watched = new Set<Element>();
  readonly callback: IntersectionObserverCallback;

  constructor(callback: IntersectionObserverCallback) {
    this.callback = callback;
    Views.all.push(this);
  }

  observe(element: Element): void {
    this.watched.add(element);
  }

  unobserve(element: Element): void {
    this.watched.delete(element);
  }

  disconnect(): void {
    this.watched.clear();
  }

  takeRecords(): IntersectionObserverEntry[] {
    return [];
  }

  /** Shows this share of every watched card. */
  static look(ratio: number, width = 300, height = 150): void {
    for (const views of Views.all) {
      const entries = [...views.watched].map((target) => ({
        target,
        intersectionRatio: ratio,
        isIntersecting: ratio > 0,
        boundingClientRect: new DOMRect(0, 0, width, height),
        intersectionRect: new DOMRect(0, 0, width, height * ratio),
        rootBounds: null,
        time: 0,
      }));
      if (entries.length > 0) views.callback(entries, new IntersectionObserver(() => {}));
    }
  }
}

/** Where the test puts cards on the screen, one under the other, and what it lays over them. */
export type Screen = { width: number; height: number; isCovered: (y: number) => boolean };

/** jsdom lays nothing out; this much is what the widget asks of a screen. */
function layOut(screen: Screen): void {
  const placeOf = (item: Element) => [...(item.parentElement?.children ?? [])].indexOf(item);
  Object.defineProperties(Element.prototype, {
    clientWidth: { configurable: true, value: 300 },
    clientHeight: { configurable: true, value: 150 },
    getBoundingClientRect: {
      configurable: true,
      value(this: Element) {
        return new DOMRect(0, placeOf(this) * screen.height, screen.width, screen.height);
      },
    },
  });
  Object.defineProperty(ShadowRoot.prototype, "elementFromPoint", {
    configurable: true,
    value(this: ShadowRoot, _x: number, y: number) {
      if (screen.isCovered(y % screen.height)) return document.body;
      return this.querySelectorAll("[part~=card]")[Math.floor(y / screen.height)] ?? null;
    },
  });
}

export type Stage = {
  server: Server;
  element: HTMLElement;
  widget: Widget;
  heard: OfferEvent[];
  beacons: EventsRequest[];
  /** What the test lays over the cards or makes of them. */
  screen: Screen;
  /** Queries for what a reader finds inside the box. */
  inside: () => BoundFunctions<typeof queries>;
};

/** A page with the widget in it. */
export function stage(options: Partial<MountOptions> = {}): Stage {
  const server = new Server();
  const heard: OfferEvent[] = [];
  const beacons: EventsRequest[] = [];
  Views.all = [];
  vi.stubGlobal("fetch", server.fetch);
  vi.stubGlobal("IntersectionObserver", Views);
  setTab("visible");
  const screen = { width: 300, height: 150, isCovered: () => false };
  layOut(screen);
  Object.defineProperty(navigator, "sendBeacon", {
    configurable: true,
    value: (_url: string, body: string) => beacons.push(JSON.parse(body)) > 0,
  });
  document.body.replaceChildren();
  const element = document.body.appendChild(document.createElement("div"));
  const widget = mount(element, {
    endpoint: "/offers",
    locale: "en-US",
    onEvent: (event) => heard.push(event),
    ...options,
  });
  const inside = () => {
    const box = element.shadowRoot?.querySelector("[part=box]");
    if (!(box instanceof HTMLElement)) throw new Error("the box is gone");
    return within(box);
  };
  return { server, element, widget, heard, beacons, screen, inside };
}

/** Hides or shows the tab the way a browser says it. */
export function setTab(state: "visible" | "hidden"): void {
  Object.defineProperty(document, "visibilityState", { configurable: true, value: state });
  Object.defineProperty(document, "hidden", { configurable: true, value: state === "hidden" });
  document.dispatchEvent(new Event("visibilitychange"));
}

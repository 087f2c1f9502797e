import { setTimeout } from "node:timers/promises";
import { expect } from "vitest";
import type {
  DemoSettings,
  DemoState,
  Recording,
  Replay,
  ServerFaults,
  TimelineStep,
  TurnLog,
} from "../../../demo-chat/console/wire.ts";
import type { ChatLine } from "../../../demo-chat/src/chat.ts";
import type { Card } from "../../../publisher-kit/src/types.ts";

type Offers = Omitted<Extract<ChatLine, { type: "offers" }>>;
type Omitted<Line> = Line extends unknown ? Omit<Line, "type"> : never;

/** A program that fetches a link is no reader, unless it says that it is a browser. */
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const STEP_MAX_MS = 10_000;
const LOOK_MS = 50;
const TRIES_MAX = 3;

/** One browser at the demo, without a screen. */
export class Visitor {
  readonly url: string;
  #cookie = "";
  #opened: Promise<void> | undefined;
  #token = "";

  constructor(url: string) {
    this.url = url;
  }

  async send(method: string, path: string, body?: unknown): Promise<Response> {
    // Two requests at once without a cookie would be two visitors.
    this.#opened ??= this.#open();
    await this.#opened;
    return this.#send(method, path, body);
  }

  async #open(): Promise<void> {
    const page = await this.#send("GET", "/demo");
    this.#cookie = page.headers.get("set-cookie")?.split(";")[0] ?? "";
  }

  async #send(method: string, path: string, body?: unknown): Promise<Response> {
    const headers = new Headers({ cookie: this.#cookie, origin: this.url, "user-agent": BROWSER });
    if (body !== undefined) headers.set("content-type", "application/json");
    if (this.#token !== "") headers.set("authorization", `Bearer ${this.#token}`);
    return fetch(this.url + path, {
      method,
      headers,
      redirect: "manual",
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  async state(): Promise<DemoState> {
    const state: DemoState = await (await this.send("GET", "/demo/state")).json();
    return state;
  }

  /** Changes what is chosen and begins a new conversation. */
  async choose(
    change: Partial<Omit<DemoSettings, "faults">>,
    faults: Partial<ServerFaults> = {},
  ): Promise<void> {
    const { settings } = await this.state();
    const { adUnitType: _chosen, ...others } = settings;
    const chosen = { ...others, ...change, faults: { ...settings.faults, ...faults } };
    const response = await this.send("PUT", "/demo/settings", chosen);
    expect(response.status).toBe(200);
    expect((await this.send("POST", "/demo/chat/new")).status).toBe(204);
  }

  /** What the sidebar gets; the answer is not waited for. */
  async sidebar(text: string): Promise<Offers> {
    const response = await this.send("POST", "/demo/chat", { text });
    if (response.body === null) throw new Error("The chat sent nothing.");
    let said = "";
    // Leaving the loop closes the connection, as a reader does who closes the page.
    for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
      said += piece;
      if (/"type":"offers".*\n/.test(said)) break;
    }
    return offersIn(said);
  }

  /** The card of an advertiser; on a busy machine an offer may come too late once or twice. */
  async cardOf(sponsor: string, text: string): Promise<{ card: Card; turnId: string }> {
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      const turn = await this.sidebar(text);
      const cards = turn.status === "filled" ? turn.cards : [];
      const card = cards.find((one) => one.sponsor === sponsor);
      if (turn.status === "filled" && card !== undefined) return { card, turnId: turn.turnId };
    }
    throw new Error(`No card of ${sponsor} in:\n${textsOf(await this.log()).join("\n")}`);
  }

  /** The answer and what stands beside it. */
  async ask(text: string): Promise<{ answer: string; cards: Card[]; offers: Offers }> {
    const said = await (await this.send("POST", "/demo/chat", { text })).text();
    const words = said
      .trimEnd()
      .split("\n")
      .map((line) => {
        const event: { text?: string } = JSON.parse(line);
        return event.text ?? "";
      });
    const offers = offersIn(said);
    return {
      answer: words.join(""),
      cards: offers.status === "filled" ? offers.cards : [],
      offers,
    };
  }

  /** Asks until an advertiser's offer came in time for the answer. */
  async askFor(sponsor: string, text: string): Promise<{ answer: string; cards: Card[] }> {
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      const asked = await this.ask(text);
      if (asked.cards.some((card) => card.sponsor === sponsor)) return asked;
    }
    throw new Error(`No offer of ${sponsor} in:\n${textsOf(await this.log()).join("\n")}`);
  }

  async newToken(): Promise<void> {
    const response = await this.send("POST", "/demo/offers/session", {});
    const session: { token: string } = await response.json();
    this.#token = session.token;
  }

  /** Tells what happened to a card, as the widget does; the same again where it has its `id`. */
  tell(
    type: "viewable" | "click" | "hide" | "why",
    card: Card,
    turnId: string,
    id = `event-${type}-${turnId}`,
  ): Promise<Response> {
    const events = [{ id, type, cardToken: card.cardToken, turnId, at: Date.now() }];
    return this.send("POST", "/demo/offers/events", { token: this.#token, events });
  }

  /** Follows a tracked link to the landing page's address. */
  async follow({ clickUrl }: Card): Promise<string> {
    const hop = await this.send("GET", new URL(clickUrl).pathname);
    expect(hop.status).toBe(302);
    return hop.headers.get("location") ?? "";
  }

  async log(): Promise<TurnLog> {
    const log = (await this.state()).turns.at(-1);
    if (log === undefined) throw new Error("Nothing has been asked yet.");
    return log;
  }

  /** Waits for a step of the latest turn. */
  async step(isWanted: (step: TimelineStep) => boolean): Promise<TimelineStep> {
    const endMs = performance.now() + STEP_MAX_MS;
    for (;;) {
      const log = await this.log();
      const step = log.steps.find(isWanted);
      if (step !== undefined) return step;
      if (performance.now() > endMs)
        throw new Error(`No such step in:\n${textsOf(log).join("\n")}`);
      await setTimeout(LOOK_MS);
    }
  }

  async recording(): Promise<Recording> {
    const recording: Recording = await (await this.send("GET", "/demo/recording")).json();
    return recording;
  }

  async replay(recording: Recording): Promise<Replay> {
    const response = await this.send("POST", "/demo/replay", recording);
    expect(response.status).toBe(200);
    const replay: Replay = await response.json();
    return replay;
  }
}

/** The line of an answer with the offers, without its own type. */
function offersIn(said: string): Offers {
  const lines = said.split("\n").filter((line) => line.includes('"type":"offers"'));
  expect(lines).toHaveLength(1);
  const line: Offers & { type?: string } = JSON.parse(lines[0] ?? "");
  delete line.type;
  return line;
}

export function textsOf({ steps }: TurnLog): string[] {
  return steps.map(({ text }) => text);
}

/** The mark the model wrote, what replaced it, and what that earned. */
export async function expectCitationStep(reader: Visitor, mark: string): Promise<void> {
  const cited = await reader.step(
    ({ kind, fields = [] }) =>
      kind === "citation" && fields.some(({ value }) => value.startsWith("recommendation")),
  );
  expect(cited.text).toBe(
    "The answer recommends Quietwave Audio: the reader sees “Ad · Quietwave Audio”.",
  );
  expect(cited.fields).toEqual([
    { name: "Mark", value: mark },
    { name: "Replaced by", value: "(Ad · Quietwave Audio), linked" },
    {
      name: "Report",
      value: "recommendation, acknowledged, cited: yes, 18.00 cr charged, 14.40 cr earned",
    },
  ]);
}

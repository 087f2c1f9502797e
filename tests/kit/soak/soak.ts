import { setTimeout as sleep } from "node:timers/promises";
import { createPublisherKit } from "@placard/publisher-kit";
import { createFetchHandler } from "@placard/publisher-kit/fetch";
import type { Card, KitEvent, PublisherKit, TurnResponse } from "@placard/publisher-kit/types";
import type { FaultyLine } from "./faulty-line.ts";
import type { SoakMarket } from "./market.ts";

const PAGE = "https://chat.example";
const THINGS = ["boots", "a tent", "a kettle", "a lamp", "a backpack"];
/** The budget of the recommended campaign is for one turn in ten. */
const RECOMMENDED_SHARE = 0.1;
const READERS = 8;
const TIMEOUT_MS = 600;
/** How long readers leave a chat alone whose circuit to the exchange is open. */
const PAUSE_MS = 250;
const DRAIN_MS = 120_000;
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

export type SoakOptions = {
  line: FaultyLine;
  market: SoakMarket;
  turns: number;
  /** Turns after which the page is hidden and comes back, so that it tells everything twice. */
  hides: number;
  /** Of all calls, how many the line harms. */
  faultShare: number;
  /** From 0 to 1. */
  random: () => number;
};

export type SoakResult = {
  /** Event ids that a kit accepted, each with its campaign. */
  accepted: Map<string, string>;
  /** Views that a kit said yes to, of cards that are paid by the view. */
  views: number;
  filled: number;
  hidden: number;
  dropped: number;
  rejected: number;
  retried: number;
  /** Turns without cards, by reason. */
  noFill: Record<string, number>;
};

/**
 * Readers at two processes of a chat, over the routes a browser uses: they ask, see cards, hide the
 * page and come back, at times at the other process; every tenth answer recommends an offer. In the
 * end both processes stop as they do at a deployment.
 */
export async function soak(options: SoakOptions): Promise<SoakResult> {
  const { line, market, turns, hides, faultShare, random } = options;
  const result: SoakResult = {
    accepted: new Map(),
    views: 0,
    filled: 0,
    hidden: 0,
    dropped: 0,
    rejected: 0,
    retried: 0,
    noFill: {},
  };
  const onEvent = (event: KitEvent): void => {
    if (event.type !== "report") return;
    if (event.outcome === "queued") result.accepted.set(event.eventId, event.campaignId);
    if (event.outcome === "dropped") result.dropped += 1;
    if (event.outcome === "rejected") result.rejected += 1;
    if (event.outcome === "retrying") result.retried += 1;
  };
  const kits = [1, 2].map(() =>
    createPublisherKit({
      baseUrl: line.baseUrl,
      apiKey: market.apiKey,
      mode: "both",
      timeoutMs: TIMEOUT_MS,
      sessionSecret: "shared by both processes",
      // Views of cards are told from the views of all: shared answers would only spare searches.
      shareSearchesMs: 0,
      onEvent,
    }),
  );
  const chats = kits.map((kit) => ({ kit, handle: createFetchHandler(kit) }));
  // Each process learns of the bookings in peace; it would learn later otherwise, and show less.
  await Promise.all(kits.map((kit) => kit.turn({ text: `I'm looking for ${THINGS[0]}` })));
  line.harm(faultShare);
  let started = 0;
  const read = async (): Promise<void> => {
    while (started < turns) {
      const number = started;
      started += 1;
      const order = number % 2 === 0 ? chats : chats.toReversed();
      const [chat, other] = order;
      if (chat === undefined || other === undefined) return;
      while (chat.kit.stats().circuit === "open") await sleep(PAUSE_MS);
      // Page after page from the first on, so that there are as many whatever is filled.
      await oneTurn({ chat, other, number, hides: result.hidden < hides, random, result });
    }
  };
  await Promise.all(Array.from({ length: READERS }, read));
  await Promise.all(kits.map((kit) => kit.close({ drainMs: DRAIN_MS })));
  for (const { noFill } of kits.map((kit) => kit.stats())) {
    for (const [reason, count] of Object.entries(noFill)) {
      result.noFill[reason] = (result.noFill[reason] ?? 0) + count;
    }
  }
  return result;
}

type Chat = { kit: PublisherKit; handle: (request: Request) => Promise<Response> };
type Step = {
  chat: Chat;
  other: Chat;
  number: number;
  hides: boolean;
  random: () => number;
  result: SoakResult;
};

/** A turn by the routes, which show cards, and the same question to the model of the chat. */
async function oneTurn(step: Step): Promise<void> {
  const { chat, other, number, hides, random, result } = step;
  const text = `I'm looking for ${THINGS[number % THINGS.length]} for hiking, number ${number}`;
  const { token } = await post(chat, "session", {});
  const turn: TurnResponse = await post(chat, "turn", { text }, { bearer: String(token) });
  if (turn.status === "filled") {
    result.filled += 1;
    const { turnId, cards } = turn;
    const events = cards.map(({ cardToken }, index) => {
      return { id: `w${number}-${index}`, type: "viewable", cardToken, turnId, at: Date.now() };
    });
    const told = await post(chat, "events", { token, events });
    result.views += told.accepted === cards.length ? viewsPaid(cards) : 0;
    if (hides) {
      result.hidden += 1;
      // A page that is hidden sends all it has by beacon and, when it comes back, sends it again.
      await post(chat, "events", { token, events }, { type: "text/plain" });
      await post(other, "events", { token, events });
    }
  }
  const answered = await chat.kit.turn({ text, sessionKey: `reader ${number}` });
  const context = chat.kit.context(answered);
  const recommends = context !== "" && random() < RECOMMENDED_SHARE;
  const answer = recommends ? "I'd recommend the Northwind cpr boots for you." : "Here you are.";
  chat.kit.observeAnswer(answered, answer);
}

/** Only a campaign by the view is paid for being seen; its card says whose it is. */
const viewsPaid = (cards: readonly Card[]): number =>
  cards.filter(({ title }) => title.startsWith("Northwind cpm")).length;

async function post(
  chat: Chat,
  route: string,
  body: object,
  { bearer = "", type = "application/json" }: { bearer?: string; type?: string } = {},
) {
  const response = await chat.handle(
    new Request(`${PAGE}/offers/${route}`, {
      method: "POST",
      headers: {
        origin: PAGE,
        "content-type": type,
        "user-agent": FIREFOX,
        ...(bearer !== "" && { authorization: `Bearer ${bearer}` }),
      },
      body: JSON.stringify(body),
    }),
  );
  if (!response.ok) throw new Error(`${route} answered ${response.status}.`);
  return response.json();
}

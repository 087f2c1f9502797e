import { setTimeout as sleep } from "node:timers/promises";
import type { Browser } from "playwright-core";
import type { RunningApp } from "./app.ts";
import type { Drive } from "./host.ts";
import type { Market, Publisher } from "./market.ts";
import { openReaders, type Reader, type Seen } from "./readers.ts";

const REPORT_TIMEOUT_MS = 15_000;
/** Longer than the kit waits before it sends or repeats a report. */
const SETTLE_MS = 2_500;
const POLL_MS = 100;
const TRIES_MAX = 4;

export interface Driven {
  readonly cards: number;
  readonly views: number;
  readonly citations: number;
}

/**
 * Five turns at a running host: two tabs, a turn that is not about shopping, an exchange that is
 * down, and a reader who leaves in the midst of an answer.
 *
 * **Errors** throws for whatever a reader must not see and for a report that is lost or doubled.
 */
export async function driveHost(
  { app, browser, market, publisher }: World,
  drive: Drive,
): Promise<Driven> {
  const readers = await openReaders(browser, app.url, drive);
  const before = await publisher.events();
  let filled = 0;
  let cards = 0;
  const shop = async (reader: Reader, text: string) => {
    // A turn beyond its deadline shows nothing, which is right where a server has just started.
    let seen = await reader.send(text);
    for (let tries = 1; isNothing(seen) && tries < TRIES_MAX; tries += 1) {
      seen = await reader.send(text);
    }
    expectOffers(seen, drive, text);
    filled += 1;
    cards += seen.cards;
    await expectReports(publisher, before, wantedOf(drive, filled));
  };
  try {
    const first = await readers.open();
    await shop(first, "I'm looking for hiking boots");
    await expectNothing(first, "Write a poem about the sea.");
    const second = await readers.open();
    await shop(second, "I need a hiking tent, which one should I buy?");
    await market.stopExchange();
    await expectNothing(first, "I'm looking for a hiking kettle").finally(market.startExchange);
    await second.sendAndLeave("Tell me slowly which hiking lamp I should buy");
    await shop(first, "I want to buy a hiking backpack");
    await sleep(SETTLE_MS);
    await expectReports(publisher, before, wantedOf(drive, filled));
    const complaints = [...first.complaints(), ...second.complaints()];
    if (complaints.length > 0) throw new Error(`The page complained: ${complaints.join("\n")}`);
    if (!app.isRunning()) throw new Error(`The host has ended:\n${app.said()}`);
    return { cards, ...wantedOf(drive, filled) };
  } finally {
    await readers.close();
  }
}

export interface World {
  readonly app: RunningApp;
  readonly browser: Browser;
  readonly market: Market;
  readonly publisher: Publisher;
}

type Wanted = { views: number; citations: number };

const wantedOf = ({ shows, cites }: Drive, filled: number): Wanted => ({
  views: shows === "text" ? 0 : filled,
  citations: cites ? filled : 0,
});

const isNothing = ({ cards, isCited }: Seen): boolean => cards === 0 && !isCited;

function expectOffers(seen: Seen, drive: Drive, text: string): void {
  const wantsCards = drive.shows !== "text";
  if (seen.cards > 0 === wantsCards && seen.isCited === drive.cites) return;
  throw new Error(`"${text}" showed ${seen.cards} cards${seen.isCited ? "" : ", nothing cited"}.`);
}

async function expectNothing(reader: Reader, text: string): Promise<void> {
  const seen = await reader.send(text);
  if (!isNothing(seen)) throw new Error(`"${text}" showed ${seen.cards} cards.`);
}

/** Waits until the exchange has the reports; one too many is an error at once. */
async function expectReports(publisher: Publisher, before: Wanted, wanted: Wanted): Promise<void> {
  const deadline = performance.now() + REPORT_TIMEOUT_MS;
  for (;;) {
    const events = await publisher.events();
    const views = events.views - before.views;
    const citations = events.citations - before.citations;
    const isOver = views > wanted.views || citations > wanted.citations;
    if (views === wanted.views && citations === wanted.citations && events.uncounted === 0) return;
    if (isOver || performance.now() > deadline) {
      const found = JSON.stringify({ views, citations, uncounted: events.uncounted });
      throw new Error(`The exchange has ${found}, not ${JSON.stringify(wanted)}.`);
    }
    await sleep(POLL_MS);
  }
}

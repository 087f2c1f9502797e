import { setTimeout as sleep } from "node:timers/promises";
import type { Browser } from "playwright-core";
import type { RunningApp } from "./app.ts";
import type { Drive } from "./host.ts";
import type { Market, Publisher } from "./market.ts";
import { openReaders, type Reader } from "./readers.ts";

const REPORT_TIMEOUT_MS = 15_000;
/** Longer than the kit waits before it sends or repeats a report. */
const SETTLE_MS = 2_500;
const POLL_MS = 100;
const TRIES_MAX = 8;

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
  const wanted = { views: 0, citations: 0 };
  let cards = 0;
  // A turn beyond its deadline shows less or nothing, which is right where a server has just
  // started or the machine is busy. What it did show is reported.
  const shop = async (reader: Reader, text: string) => {
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      const seen = await reader.send(text);
      wanted.views += seen.isSold ? 1 : 0;
      wanted.citations += seen.isCited ? 1 : 0;
      cards += seen.cards;
      await expectReports(publisher, before, wanted);
      if (seen.isSold === (drive.shows !== "text") && seen.isCited === drive.cites) return;
    }
    throw new Error(`"${text}" did not show its offers in ${TRIES_MAX} turns.`);
  };
  try {
    const first = await readers.open();
    await shop(first, "I'm looking for hiking boots");
    await expectNothing(first, "Write a poem about the sea.");
    const second = await readers.open();
    await shop(second, "I need a hiking tent, which one should I buy?");
    await market.stopExchange();
    await expectNothing(first, "I'm looking for a hiking kettle").finally(market.startExchange);
    const left = await second.sendAndLeave("Tell me slowly which hiking lamp I should buy");
    wanted.citations += left ? 1 : 0;
    await shop(first, "I want to buy a hiking backpack");
    await sleep(SETTLE_MS);
    await expectReports(publisher, before, wanted);
    const complaints = [...first.complaints(), ...second.complaints()];
    if (complaints.length > 0) throw new Error(`The page complained: ${complaints.join("\n")}`);
    if (!app.isRunning()) throw new Error(`The host has ended:\n${app.said()}`);
    return { cards, ...wanted };
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

async function expectNothing(reader: Reader, text: string): Promise<void> {
  const seen = await reader.send(text);
  if (seen.cards > 0 || seen.isCited) throw new Error(`"${text}" showed ${seen.cards} cards.`);
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

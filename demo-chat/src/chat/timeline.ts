import { AsyncLocalStorage } from "node:async_hooks";
import type { KitEvent } from "@placard/publisher-kit/types";
import { type BoundedMap, createBoundedMap } from "./bounded.ts";
import { describeEvent } from "./timeline-words.ts";

/** One line of what happened. `atMs` counts from the start of its turn. */
export type TimelineEntry = { atMs: number; step: string; text: string };

export type TurnLog = { id: number; text: string; startedAtMs: number; entries: TimelineEntry[] };

const ENTRIES_MAX = 60;
const LOGS_MAX = 2_000;

export type Timeline = {
  start(text: string): TurnLog;
  add(log: TurnLog, step: string, text: string): void;
  /** Runs a turn of the kit so that its events find their log. */
  during<T>(log: TurnLog, run: () => T): T;
  onKitEvent(event: KitEvent): void;
};

type Options = {
  now: () => number;
  /** The advertiser and unit of a campaign, for people to read. */
  nameOf: (campaignId: string) => string;
};

/** Sorts the kit's events to the turns they belong to. */
export function createTimeline({ now, nameOf }: Options): Timeline {
  const running = new AsyncLocalStorage<TurnLog>();
  const byTurn = createBoundedMap<string, TurnLog>(LOGS_MAX);
  const byCampaign = createBoundedMap<string, TurnLog>(LOGS_MAX);
  const byReport = createBoundedMap<string, TurnLog>(LOGS_MAX);
  let lastId = 0;

  const add = (log: TurnLog, step: string, text: string): void => {
    if (log.entries.length >= ENTRIES_MAX) return;
    log.entries.push({ atMs: now() - log.startedAtMs, step, text });
  };

  return {
    start(text) {
      lastId += 1;
      return { id: lastId, text, startedAtMs: now(), entries: [] };
    },
    add,
    during: (log, run) => running.run(log, run),
    onKitEvent(event) {
      const log = logOf(event, running.getStore(), { byTurn, byCampaign, byReport });
      if (log === undefined) return;
      const words = describeEvent(event, nameOf);
      if (words !== undefined) add(log, words.step, words.text);
    },
  };
}

type Maps = Record<"byTurn" | "byCampaign" | "byReport", BoundedMap<string, TurnLog>>;

/**
 * Most events name their turn or happen while it runs. A report is sent later in a batch of many:
 * its log is the one its campaign was last seen in when it was queued.
 */
function logOf(event: KitEvent, current: TurnLog | undefined, maps: Maps): TurnLog | undefined {
  if (event.type === "report") {
    if (event.outcome === "queued") {
      const log = maps.byCampaign.get(event.campaignId);
      if (log !== undefined) maps.byReport.set(event.eventId, log);
    }
    return maps.byReport.get(event.eventId);
  }
  const turnId = "turnId" in event ? event.turnId : undefined;
  const log = current ?? (turnId === undefined ? undefined : maps.byTurn.get(turnId));
  if (log === undefined) return undefined;
  if (turnId !== undefined) maps.byTurn.set(turnId, log);
  const campaignId = "campaignId" in event ? event.campaignId : undefined;
  if (campaignId !== undefined) maps.byCampaign.set(campaignId, log);
  return log;
}

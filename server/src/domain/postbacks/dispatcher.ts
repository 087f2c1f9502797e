import type { PostbackType } from "../../contract/enums.ts";
import { idFromUuid } from "../../contract/ids.ts";
import type { Tx } from "../../core/db.ts";
import type { Foundation } from "../../core/foundation.ts";
import { takeRows } from "../outbox/index.ts";
import { bodyOf, eventData, impressionData, isSent, typeOf, unbilledData } from "./body.ts";
import {
  areEventsWanted,
  type CampaignSides,
  findSettledEvents,
  insertUnbilled,
  type SettledBatch,
  type SettledEvent,
  takeBatches,
  takeMinutes,
  takeUnbilled,
  type UnbilledEvent,
} from "./event-queries.ts";
import { insertMessages, type Notice, queueMessages } from "./message-queries.ts";
import type { AttemptQueue } from "./port.ts";

export interface DispatcherDeps extends Foundation {
  readonly queue: Pick<AttemptQueue, "send">;
  /** Called after the commit of each round: there may be new jobs. */
  readonly onQueued: () => void;
}

/** The channel of the SQL function `wake_dispatcher`: a new outbox row, or a changed endpoint. */
const CHANNEL = "postbacks";
/** After a notification; a thousand commits a second share forty rounds. */
const GAP_MS = 25;
/** Batches are polled: NOTIFY would serialize the commits of settlement. */
const EVENTS_EVERY_MS = 50;
/** Messages without a job, and lost notifications. */
const SWEEP_EVERY_MS = 1_000;
/** Impressions are sent by the minute, and batches are cheaper to add up by the hundred. */
const MINUTES_EVERY_MS = 5_000;
const ROUNDS_MAX = 1_000;

/** Turns outbox rows and settled events into messages and jobs, in every worker process. */
export function createDispatcher(deps: DispatcherDeps) {
  let isStopped = true;
  let isNotified = true;
  let wantsEvents = true;
  const ranAtMs = { sweep: Number.NEGATIVE_INFINITY, minutes: Number.NEGATIVE_INFINITY };
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let stopListening: (() => void) | undefined;

  const isDue = (step: keyof typeof ranAtMs, everyMs: number) => {
    const nowMs = performance.now();
    if (nowMs - ranAtMs[step] < everyMs) return false;
    ranAtMs[step] = nowMs;
    return true;
  };
  const tick = async () => {
    const isSweep = isDue("sweep", SWEEP_EVERY_MS);
    const isOutbox = isNotified || isSweep;
    isNotified = false;
    try {
      if (isOutbox) wantsEvents = await areEventsWanted(deps.db);
      if (isOutbox) await repeat([dispatchOutbox], deps);
      if (wantsEvents || isSweep) await repeat([dispatchEvents], deps);
      if (isDue("minutes", MINUTES_EVERY_MS)) await repeat(SUMS, deps);
      if (isSweep) await repeat([queueWaiting], deps);
    } catch (error) {
      isNotified = true;
      deps.logger.warn({ err: String(error) }, "postback_dispatch_failed");
    }
  };
  const run = () => {
    running = tick().finally(() => {
      running = undefined;
      if (!isStopped) timer = setTimeout(run, delayMs());
    });
  };
  const delayMs = () => {
    if (isNotified) return GAP_MS;
    return wantsEvents ? EVENTS_EVERY_MS : SWEEP_EVERY_MS;
  };
  const wake = () => {
    isNotified = true;
    if (isStopped || running !== undefined) return;
    clearTimeout(timer);
    timer = setTimeout(run, 0);
  };
  return {
    runOnce: () => repeat([dispatchOutbox, dispatchEvents, ...SUMS, queueWaiting], deps),
    start() {
      isStopped = false;
      stopListening = deps.db.listen(CHANNEL, wake, wake);
      run();
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      stopListening?.();
      await running;
    },
  };
}

/** Runs each of these rounds until nothing is left for it. */
async function repeat(rounds: readonly Round[], deps: DispatcherDeps): Promise<void> {
  for (const round of rounds) {
    for (let times = 0; times < ROUNDS_MAX; times += 1) {
      const isMore = await deps.db.tx((tx) => round(tx, deps));
      deps.onQueued();
      if (!isMore) break;
    }
  }
}

/** One transaction, which takes a bounded number of rows. True when another one should follow. */
type Round = (tx: Tx, deps: DispatcherDeps) => Promise<boolean>;

const OUTBOX_MAX = 500;
const MINUTE_MS = 60_000;
/** A batch is stamped before it commits; a minute stays open this long after its end. */
const GRACE_MS = 2_000;

/** Turns outbox rows into messages, in the transaction that deletes them: none lost or doubled. */
const dispatchOutbox: Round = async (tx, deps) => {
  const rows = await takeRows(tx, OUTBOX_MAX);
  const notices = rows.map((row): Notice => {
    const { uuid: eventUuid, campaignUuid, type, createdAt, agentUuid } = row;
    const campaign = campaignUuid === null ? {} : { campaignId: idFromUuid("cmp", campaignUuid) };
    const body = bodyOf({ eventUuid, type, createdAt, data: { ...campaign, ...row.data } });
    return { eventUuid, type, campaignUuid, agentUuids: [agentUuid], body };
  });
  await addMessages(tx, notices, deps);
  return rows.length === OUTBOX_MAX;
};

/**
 * Adds the impressions of batches, and their unbilled events, to their minutes: events that cost
 * nothing must not be a way to send many requests. Turns billed clicks and conversions into
 * messages.
 */
function dispatchBatches({ isPlain, limit }: { isPlain: boolean; limit: number }): Round {
  return async (tx, deps) => {
    const { taken, batches } = await takeBatches(tx, { isPlain, limit });
    if (batches.length > 0) {
      const events = await findSettledEvents(tx, batches);
      const { notices, unbilled } = sorted(events.filter(isSent), batches, deps);
      await addMessages(tx, notices, deps);
      if (unbilled.length > 0) await insertUnbilled(tx, unbilled);
    }
    return taken === limit;
  };
}

const dispatchEvents = dispatchBatches({ isPlain: false, limit: 1_000 });

/** Billed events as notices; unbilled ones wait for the end of their minute. */
function sorted(
  events: readonly SettledEvent[],
  batches: readonly SettledBatch[],
  deps: DispatcherDeps,
) {
  const byKey = new Map(batches.map((batch) => [batch.campaignUuid + batch.batchUuid, batch]));
  const notices: Notice[] = [];
  const unbilled: UnbilledEvent[] = [];
  for (const event of events) {
    const batch = byKey.get(event.campaignUuid + event.batchUuid);
    if (batch === undefined) continue;
    const { at, campaignUuid } = batch;
    const [type, data] = [typeOf(event), eventData(event, batch, at)];
    if (BigInt(event.charged) === 0n) unbilled.push({ campaignUuid, at, event: { type, ...data } });
    else notices.push(noticeOf(batch, { type, createdAt: at, data }, deps));
  }
  return { notices, unbilled };
}

/** Turns what was summed up of minutes that are over into messages, until nothing is left. */
function dispatchOver<Minute extends CampaignSides>(
  type: PostbackType,
  take: (tx: Tx, until: Date) => Promise<Minute[]>,
  dataOf: (minute: Minute) => object,
): Round {
  return async (tx, deps) => {
    const now = deps.clock.now();
    const minutes = await take(tx, new Date(now.getTime() - MINUTE_MS - GRACE_MS));
    const notices = minutes.map((minute) =>
      noticeOf(minute, { type, createdAt: now, data: dataOf(minute) }, deps),
    );
    await addMessages(tx, notices, deps);
    return minutes.length > 0;
  };
}

/** In this order: batches are folded before their minutes are taken. */
const SUMS: readonly Round[] = [
  dispatchBatches({ isPlain: true, limit: 500 }),
  dispatchOver("impression.batch", takeMinutes, impressionData),
  dispatchOver("unbilled.batch", takeUnbilled, unbilledData),
];

/** Queues messages that wait without a job: replays, the backlog of an endpoint, ended pauses. */
const queueWaiting: Round = async (tx, { clock, queue }) => {
  const now = clock.now();
  await queueAttempts(tx, queue, { endpoints: null, now, dueUntil: now });
  return false;
};

/** Gives waiting messages their jobs, and sends these in the same transaction. */
export async function queueAttempts(
  tx: Tx,
  queue: Pick<AttemptQueue, "send">,
  chosen: Parameters<typeof queueMessages>[1],
): Promise<void> {
  const jobs = await queueMessages(tx, chosen);
  if (jobs.length > 0) await queue.send(tx, jobs);
}

function noticeOf(
  campaign: CampaignSides,
  content: { type: PostbackType; createdAt: Date; data: object },
  { ids }: DispatcherDeps,
): Notice {
  // An id of our own: a publisher chooses event ids, and may use one for two campaigns.
  const eventUuid = ids.uuid();
  const { campaignUuid } = campaign;
  const body = bodyOf({ eventUuid, ...content });
  const agentUuids = [campaign.advertiserUuid, campaign.publisherUuid];
  return { eventUuid, type: content.type, campaignUuid, agentUuids, body };
}

/** Writes a message for each endpoint that wants a notice, and queues its first attempt. */
async function addMessages(
  tx: Tx,
  notices: readonly Notice[],
  deps: DispatcherDeps,
): Promise<void> {
  if (notices.length === 0) return;
  const now = deps.clock.now();
  const endpoints = await insertMessages(tx, notices, now);
  if (endpoints.length > 0) {
    await queueAttempts(tx, deps.queue, { endpoints, now, dueUntil: now });
  }
}

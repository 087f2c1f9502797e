import type { PostbackType } from "../../contract/enums.ts";
import { idFromUuid } from "../../contract/ids.ts";
import type { Clock } from "../../core/clock.ts";
import type { Database, Queryable, Tx } from "../../core/db.ts";
import type { IdSource } from "../../core/ids.ts";
import { takeMessages } from "../outbox/index.ts";
import { bodyOf, eventData, impressionData, isTold, typeOf } from "./body.ts";
import {
  addImpressions,
  findListeners,
  findToldEvents,
  foldPlainMarks,
  type ImpressionSum,
  type Listener,
  type Mark,
  type ToldCampaign,
  type ToldEvent,
  takeImpressions,
  takeMarks,
} from "./event-queries.ts";
import { insertMessages, type NewMessage } from "./message-queries.ts";

export interface DispatchDeps {
  readonly db: Database;
  readonly clock: Pick<Clock, "now">;
  readonly ids: Pick<IdSource, "uuid">;
}

/** What one round moved. */
export interface Round {
  /** Whether as much was taken as one round takes, so that another one should follow. */
  readonly isFull: boolean;
  /** Endpoints that have new messages. */
  readonly endpoints: ReadonlySet<string>;
}

const MESSAGES_MAX = 500;
const MARKS_MAX = 1_000;
const SUMS_MAX = 500;

/** Makes messages of the outbox, in the transaction that takes them out: none lost or doubled. */
export async function dispatchOutbox(deps: DispatchDeps): Promise<Round> {
  return deps.db.tx(async (tx) => {
    const rows = await takeMessages(tx, MESSAGES_MAX);
    const listeners = await listenersOf(
      tx,
      rows.map((row) => row.agentUuid),
      deps,
    );
    const news = rows.map((row): News => {
      const { uuid: eventUuid, campaignUuid, type, createdAt, agentUuid } = row;
      const data =
        campaignUuid === null
          ? row.data
          : { campaignId: idFromUuid("cmp", campaignUuid), ...row.data };
      const body = bodyOf({ eventUuid, type, createdAt, data });
      return { eventUuid, type, campaignUuid, agentUuids: [agentUuid], body };
    });
    return {
      isFull: rows.length === MESSAGES_MAX,
      endpoints: await pass(tx, news, listeners, deps),
    };
  });
}

/** Makes messages of settled clicks and conversions, and adds impressions to their minute. */
export async function dispatchEvents(deps: DispatchDeps): Promise<Round> {
  return deps.db.tx(async (tx) => {
    const marks = await takeMarks(tx, MARKS_MAX);
    if (marks.length === 0) return { isFull: false, endpoints: new Set() };
    // Both are committed and need no lock: asked for side by side, they take half the time.
    const [listeners, events] = await Promise.all([
      listenersOf(
        tx,
        marks.flatMap((mark) => sidesOf(mark.campaign)),
        deps,
      ),
      eventsOfBatches(
        deps.db,
        marks.filter((mark) => mark.hasOthers),
      ),
    ]);
    const minutes = merged(marks.flatMap(minuteOf));
    if (minutes.length > 0) await addImpressions(tx, minutes);
    const news = marks.flatMap((mark) => newsOf(mark, events.get(batchKey(mark)) ?? [], deps));
    return { isFull: marks.length >= MARKS_MAX, endpoints: await pass(tx, news, listeners, deps) };
  });
}

const MINUTE_MS = 60_000;
/** A batch is stamped before it commits; sums wait this long for those of the minute. */
const GRACE_MS = 2_000;

const PLAIN_MAX = 500;

/** Adds batches of nothing but impressions to their minutes. True when there may be more. */
export async function foldImpressions({ db }: DispatchDeps): Promise<boolean> {
  return (await foldPlainMarks(db, PLAIN_MAX)) === PLAIN_MAX;
}

/** Makes messages of the impressions of minutes that are over, all of which must be folded. */
export async function dispatchImpressions(deps: DispatchDeps): Promise<Round> {
  const now = deps.clock.now();
  const until = new Date(now.getTime() - MINUTE_MS - GRACE_MS);
  return deps.db.tx(async (tx) => {
    const sums = await takeImpressions(tx, until, SUMS_MAX);
    if (sums.length === 0) return { isFull: false, endpoints: new Set() };
    const listeners = await listenersOf(
      tx,
      sums.flatMap((sum) => sidesOf(sum.campaign)),
      deps,
    );
    const news = sums.map((sum): News => {
      const { campaign } = sum;
      const eventUuid = deps.ids.uuid();
      const type = "impression.batch";
      const body = bodyOf({ eventUuid, type, createdAt: now, data: impressionData(sum) });
      return { eventUuid, type, campaignUuid: campaign.uuid, agentUuids: sidesOf(campaign), body };
    });
    return { isFull: sums.length === SUMS_MAX, endpoints: await pass(tx, news, listeners, deps) };
  });
}

/** Something to tell, whoever wants to hear it. */
interface News {
  readonly eventUuid: string;
  readonly type: PostbackType;
  readonly campaignUuid: string | null;
  readonly agentUuids: readonly string[];
  readonly body: string;
}

/** Whoever repairs a receiver within a week misses nothing: all of it can be replayed. */
const KEPT_FOR_DISABLED_MS = 7 * 86_400_000;

type Listeners = ReadonlyMap<string, readonly Listener[]>;

async function listenersOf(
  tx: Tx,
  agentUuids: readonly string[],
  { clock }: DispatchDeps,
): Promise<Listeners> {
  const unique = [...new Set(agentUuids)];
  if (unique.length === 0) return new Map();
  const disabledMin = new Date(clock.now().getTime() - KEPT_FOR_DISABLED_MS);
  const listeners = await findListeners(tx, unique, disabledMin);
  return Map.groupBy(listeners, (listener) => listener.agentUuid);
}

function sidesOf(campaign: ToldCampaign): string[] {
  return [campaign.advertiserUuid, campaign.publisherUuid];
}

/** Writes one message for each endpoint that wants to hear each piece of news. */
async function pass(
  tx: Tx,
  news: readonly News[],
  listeners: Listeners,
  { clock }: DispatchDeps,
): Promise<Set<string>> {
  const messages = news.flatMap((one) =>
    one.agentUuids
      .flatMap((agentUuid) => listeners.get(agentUuid) ?? [])
      .filter((listener) => wants(listener, one))
      .map(
        (listener): NewMessage => ({
          endpointUuid: listener.uuid,
          eventUuid: one.eventUuid,
          type: one.type,
          campaignUuid: one.campaignUuid,
          body: one.body,
          isDue: listener.isActive,
        }),
      ),
  );
  const now = clock.now();
  if (messages.length > 0) await insertMessages(tx, messages, { now, dueAt: now, attempts: 0 });
  return new Set(messages.filter(({ isDue }) => isDue).map((message) => message.endpointUuid));
}

function wants(listener: Listener, news: News): boolean {
  const { campaignUuid, eventTypes } = listener;
  const isOfCampaign = campaignUuid === null || campaignUuid === news.campaignUuid;
  return isOfCampaign && (eventTypes.length === 0 || eventTypes.includes(news.type));
}

type EventsByBatch = ReadonlyMap<string, readonly ToldEvent[]>;

function batchKey({ campaign, batchUuid }: Pick<Mark, "campaign" | "batchUuid">): string {
  return campaign.uuid + batchUuid;
}

async function eventsOfBatches(db: Queryable, marks: readonly Mark[]): Promise<EventsByBatch> {
  if (marks.length === 0) return new Map();
  const events = await findToldEvents(db, marks);
  return Map.groupBy(events, ({ campaignUuid, batchUuid }) => campaignUuid + batchUuid);
}

function newsOf(mark: Mark, events: readonly ToldEvent[], deps: DispatchDeps): News[] {
  const { campaign, at: createdAt } = mark;
  return events.filter(isTold).map((event) => {
    // An id of our own: a publisher chooses event ids, and may use one for two campaigns.
    const eventUuid = deps.ids.uuid();
    const type = typeOf(event);
    const body = bodyOf({
      eventUuid,
      type,
      createdAt,
      data: eventData(event, campaign, createdAt),
    });
    return { eventUuid, type, campaignUuid: campaign.uuid, agentUuids: sidesOf(campaign), body };
  });
}

function minuteOf(mark: Mark): ImpressionSum[] {
  if (mark.shown.impressions === 0n) return [];
  const minute = new Date(Math.floor(mark.at.getTime() / MINUTE_MS) * MINUTE_MS);
  return [{ ...mark.shown, campaignUuid: mark.campaign.uuid, minute }];
}

/** One row cannot be added to twice in one statement. */
function merged(sums: readonly ImpressionSum[]): ImpressionSum[] {
  const groups = Map.groupBy(sums, (sum) => `${sum.campaignUuid}${sum.minute.getTime()}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const all = (measure: (sum: ImpressionSum) => bigint) =>
      group.reduce((sum, next) => sum + measure(next), 0n);
    return [
      {
        ...first,
        reports: all((sum) => sum.reports),
        impressions: all((sum) => sum.impressions),
        billed: all((sum) => sum.billed),
        charged: all((sum) => sum.charged),
        earned: all((sum) => sum.earned),
      },
    ];
  });
}

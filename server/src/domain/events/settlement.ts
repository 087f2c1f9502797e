import type { CampaignStatus } from "../../contract/enums.ts";
import { ExchangeError } from "../../contract/errors.ts";
import { type Micros, micros } from "../../contract/money.ts";
import type { Database } from "../../core/db.ts";
import { sqlStateOf } from "../../core/db.ts";
import type { IdSource } from "../../core/ids.ts";
import { invariant } from "../../core/invariant.ts";
import type { Logger } from "../../core/log.ts";
import type { CampaignFacts } from "../delivery/index.ts";
import { type Batcher, createBatcher } from "./batcher.ts";
import { type EventKind, KIND } from "./kinds.ts";
import { settleEvents, settleImpressions } from "./queries.ts";

/** One event, checked and ready to be settled. */
export interface SettlementEvent {
  readonly facts: CampaignFacts;
  readonly uuid: string;
  readonly kind: EventKind;
  readonly quantity: number;
  readonly deliveryUuid: string | null;
  readonly deliveryVersion: number | null;
  readonly clickUuid: string | null;
  /** A reason that was clear before settlement, as its code; else 0. */
  readonly preset: number;
  readonly isBilling: boolean;
  readonly isVerified: boolean;
  readonly needsVerified: boolean;
  readonly session: string | null;
  /** PostgreSQL interval text: how long one session pays once. */
  readonly sessionWindow: string | null;
  readonly orderHash: string | null;
  readonly couponCode: string | null;
  readonly byAdvertiser: boolean;
  readonly occurredAt: string | null;
  readonly detail: object | null;
}

export interface SettlementResult {
  readonly reason: number;
  readonly isConflict: boolean;
  readonly counted: number;
  readonly charged: Micros;
  readonly deliveryUuid: string | null;
  readonly isVerified: boolean;
  readonly escrow: Micros;
  readonly status: CampaignStatus;
}

export interface Settlement {
  /** Resolves after COMMIT. **Errors** `unavailable`: outcome unknown, repeat by event id. */
  settle(events: readonly SettlementEvent[]): Promise<SettlementResult[]>;
  depth(): number;
  drain(): Promise<void>;
}

export interface SettlementDeps {
  readonly db: Database;
  readonly ids: IdSource;
  readonly clock: { now(): Date };
  readonly logger: Logger;
  /** Told about every campaign a batch touched: its money moved. */
  onSettled?(campaignIds: ReadonlySet<string>): void;
}

/** Four full requests: while they commit, the next four are read, checked and answered. */
const FAST_BATCH_MAX = 4_096;
const EXACT_BATCH_MAX = 512;
const WAITING_MAX = 200_000;

/**
 * A lost connection leaves the outcome open, a deadlock undoes the batch; either way the same batch
 * is tried again this many times.
 */
const TRIES_MAX = 4;
const RETRY_AFTER_MS = 150;

/**
 * Settles events in micro-batches over two connections of its own: one for plain impressions,
 * which settle as a set, one for everything that is decided event by event.
 */
export function createSettlement(deps: SettlementDeps): Settlement {
  const fastDb = deps.db.lane(1);
  const exactDb = deps.db.lane(1);
  const touched = (events: readonly SettlementEvent[]) =>
    deps.onSettled?.(new Set(events.map((event) => event.facts.campaignId)));
  const fast = createBatcher<SettlementEvent, SettlementResult>({
    batchMax: FAST_BATCH_MAX,
    waitingMax: WAITING_MAX,
    async run(events) {
      const results = await retried(deps, (batch) => settleAsSet(fastDb, batch, events));
      touched(events);
      return results;
    },
  });
  const exact = createBatcher<SettlementEvent, SettlementResult>({
    batchMax: EXACT_BATCH_MAX,
    waitingMax: WAITING_MAX,
    async run(events) {
      const results = await retried(deps, (batch) => settleEvents(exactDb, batch, events));
      touched(events);
      return results;
    },
  });
  return {
    settle: (events) => route(events, fast, exact),
    depth: () => fast.depth() + exact.depth(),
    async drain() {
      await Promise.all([fast.drain(), exact.drain()]);
    },
  };
}

/** Sends plain impressions one way and the rest the other; results come back in order. */
async function route(
  events: readonly SettlementEvent[],
  fast: Batcher<SettlementEvent, SettlementResult>,
  exact: Batcher<SettlementEvent, SettlementResult>,
): Promise<SettlementResult[]> {
  const plain = events.filter(isPlainImpression);
  if (plain.length === events.length) return fast.submit(events);
  if (plain.length === 0) return exact.submit(events);
  const other = events.filter((event) => !isPlainImpression(event));
  const [ofPlain, ofOther] = await Promise.all([fast.submit(plain), exact.submit(other)]);
  let nextPlain = 0;
  let nextOther = 0;
  return events.map((event) => {
    const result = isPlainImpression(event) ? ofPlain[nextPlain++] : ofOther[nextOther++];
    invariant(result !== undefined, "every event has a result");
    return result;
  });
}

function isPlainImpression(event: SettlementEvent): boolean {
  return (
    event.kind === KIND.impression &&
    event.isBilling &&
    event.preset === 0 &&
    event.deliveryUuid !== null &&
    !event.needsVerified &&
    event.occurredAt === null &&
    event.detail === null
  );
}

/**
 * Runs one batch until its outcome is known. A retry keeps the batch's id: what an earlier try did
 * commit is recognised by it and answered as the original outcome, not as a duplicate.
 */
async function retried<T>(
  deps: SettlementDeps,
  run: (batch: { uuid: string; now: Date }) => Promise<T>,
): Promise<T> {
  const batch = { uuid: deps.ids.uuid(), now: deps.clock.now() };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run(batch);
    } catch (error) {
      const isGone = error instanceof ExchangeError && error.code === "unavailable";
      const mayPass = isGone || UNDONE.has(sqlStateOf(error) ?? "");
      if (!mayPass || attempt === TRIES_MAX) throw error;
      deps.logger.warn({ attempt, batch: batch.uuid }, "settling the batch again");
      await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS * attempt));
    }
  }
}

const DEADLOCK = "40P01";
const LOCK_TIMEOUT = "55P03";
const UNDONE = new Set([DEADLOCK, LOCK_TIMEOUT]);

const UNIQUE_VIOLATION = "23505";
const CHECK_VIOLATION = "23514";
const NOT_ACTIVE = "PL001";
const NEEDS_EXACT = new Set([UNIQUE_VIOLATION, CHECK_VIOLATION, NOT_ACTIVE]);

/** All or nothing as a set; whatever does not fit sends the whole batch down the exact path. */
async function settleAsSet(
  db: Database,
  batch: { uuid: string; now: Date },
  events: readonly SettlementEvent[],
): Promise<SettlementResult[]> {
  const set = gatherSet(events);
  try {
    const books = await settleImpressions(db, [batch.uuid, batch.now, ...set.values]);
    return events.map((event) => {
      const book = books.get(event.facts.uuid);
      invariant(book !== undefined, "every campaign of the batch was settled");
      return {
        reason: 0,
        isConflict: false,
        counted: event.quantity,
        charged: micros(BigInt(event.quantity) * event.facts.unitPrice),
        deliveryUuid: event.deliveryUuid,
        isVerified: false,
        escrow: book.escrow,
        status: book.status,
      };
    });
  } catch (error) {
    if (!NEEDS_EXACT.has(sqlStateOf(error) ?? "")) throw error;
    return settleEvents(db, batch, events);
  }
}

interface CampaignSum {
  readonly facts: CampaignFacts;
  readonly events: SettlementEvent[];
  units: number;
}

interface DeliverySum {
  readonly campaignUuid: string;
  readonly uuid: string;
  readonly version: number;
  readonly place: number;
  units: number;
}

/**
 * Sums a batch by campaign and by delivery, as the arrays SQL takes. Campaigns are sorted, which is
 * the order of the locks; deliveries and events follow them, so that neighbours in an index are
 * written one after the other.
 */
function gatherSet(events: readonly SettlementEvent[]): { values: readonly unknown[] } {
  const campaigns = sumsOf(events);
  const deliveries = new Map<string, DeliverySum>();
  const ids: string[] = [];
  const campaignOf: number[] = [];
  const deliveryOf: number[] = [];
  const quantities: number[] = [];
  campaigns.forEach((sum, index) => {
    for (const event of sum.events) {
      const delivery = deliverySumOf(deliveries, event);
      delivery.units += event.quantity;
      ids.push(event.uuid);
      campaignOf.push(index + 1);
      deliveryOf.push(delivery.place);
      quantities.push(event.quantity);
    }
  });
  const handed = [...deliveries.values()];
  return {
    values: [
      arrayText(campaigns.map((sum) => sum.facts.uuid)),
      arrayText(campaigns.map((sum) => sum.facts.unitPrice)),
      arrayText(campaigns.map((sum) => sum.units)),
      arrayText(campaigns.map((sum) => sum.events.length)),
      arrayText(handed.map((sum) => sum.campaignUuid)),
      arrayText(handed.map((sum) => sum.uuid)),
      arrayText(handed.map((sum) => sum.version)),
      arrayText(handed.map((sum) => sum.units)),
      arrayText(ids),
      arrayText(campaignOf),
      arrayText(deliveryOf),
      arrayText(quantities),
    ],
  };
}

function sumsOf(events: readonly SettlementEvent[]): CampaignSum[] {
  const sums = new Map<string, CampaignSum>();
  for (const event of events) {
    const { facts } = event;
    let sum = sums.get(facts.uuid);
    if (sum === undefined) {
      sum = { facts, events: [], units: 0 };
      sums.set(facts.uuid, sum);
    }
    sum.events.push(event);
    sum.units += event.quantity;
  }
  return [...sums.values()].sort((left, right) => (left.facts.uuid < right.facts.uuid ? -1 : 1));
}

/**
 * An array of uuids or whole numbers as PostgreSQL reads it. The driver's own writer looks for
 * characters to escape in every element of a batch.
 */
function arrayText(values: readonly (string | number | bigint)[]): string {
  return `{${values.join(",")}}`;
}

function deliverySumOf(deliveries: Map<string, DeliverySum>, event: SettlementEvent): DeliverySum {
  const uuid = event.deliveryUuid ?? "";
  const known = deliveries.get(uuid);
  if (known !== undefined) return known;
  const made = {
    campaignUuid: event.facts.uuid,
    uuid,
    version: event.deliveryVersion ?? 1,
    place: deliveries.size + 1,
    units: 0,
  };
  deliveries.set(uuid, made);
  return made;
}

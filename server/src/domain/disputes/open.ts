import { ExchangeError, wrongField } from "../../contract/errors.ts";
import { idFromUuid } from "../../contract/ids.ts";
import { creditsFromMicros, type Micros, micros, sumMicros } from "../../contract/money.ts";
import { DISPUTED_EVENTS_MAX, type Dispute } from "../../contract/resources/wallet.ts";
import type { Tx } from "../../core/db.ts";
import {
  campaignNotFound,
  invalidState,
  lockOwnBook,
  requireCampaign,
  validActionsOf,
} from "../campaigns/index.ts";
import {
  findTiles,
  holdParts,
  type LedgerDeps,
  sweepCampaign,
  type Tile,
} from "../ledger/index.ts";
import { enqueueUpdate } from "../outbox/index.ts";
import {
  type DisputeRecord,
  findEvents,
  findEventsBetween,
  findStretchesOfBatches,
  insertDispute,
  type SettledEvent,
} from "./queries.ts";

export interface NewDispute {
  readonly campaignId: string;
  readonly advertiserId: string;
  readonly reason: string;
  /** Exactly one of both. */
  readonly eventIds?: readonly string[] | undefined;
  readonly between?: { readonly from: Date; readonly to: Date } | undefined;
}

export interface OpenedDispute extends DisputeRecord {
  /** Charged events of the stretch of time whose earnings are not pending any more. */
  readonly eventsTooLate: number;
}

/**
 * Holds exactly the earnings of the named events until the operator decides. Named by their ids all
 * are held or none; of a stretch of time those that can be, which is at least one.
 *
 * **Errors** `not_found` for a campaign or event that is not the caller's; `invalid_state` for
 * events that matured, are disputed, or cost nothing; `invalid_arguments` for too many; `conflict`.
 */
export async function openDispute(
  tx: Tx,
  input: NewDispute,
  deps: LedgerDeps,
): Promise<OpenedDispute> {
  const { campaignId, reason } = input;
  // The search may read much: settlement must not wait for it.
  const { advertiserId, status } = await requireCampaign(tx, campaignId, input.advertiserId);
  if (advertiserId !== input.advertiserId) throw campaignNotFound();
  if (!validActionsOf(status).includes("dispute_events")) throw invalidState(status);
  const found = await findNamed(tx, input);
  const book = await lockOwnBook(tx, input);
  if (!validActionsOf(book.status).includes("dispute_events")) throw invalidState(book.status);
  await sweepCampaign(tx, campaignId, deps);
  const events = await stillDisputable(tx, input, found);
  const earned = micros(book.unitPrice - book.unitFee);
  const plan = await planFor(tx, campaignId, events, { price: book.unitPrice, earned });
  checkPlan(plan, input);
  const held = new Set(plan.held);
  const dispute = {
    disputeId: deps.ids.id("dsp"),
    campaignId,
    reason,
    amount: sumMicros(plan.parts, (part) => part.amount),
    fee: sumMicros(plan.parts, (part) => part.fee),
    now: deps.now,
    events: events.filter(({ uuid }) => held.has(uuid)),
  };
  await insertDispute(tx, dispute);
  const { disputeId } = dispute;
  if (!(await holdParts(tx, { campaignId, disputeId, parts: plan.parts }, deps))) {
    throw new ExchangeError("conflict", {
      message: "Some of these earnings matured or were taken back at this moment.",
      suggestion: "Call again; what can still be held is held then.",
    });
  }
  const record: OpenedDispute = {
    ...dispute,
    advertiserId: book.advertiserId,
    publisherId: book.publisherId,
    status: "open",
    events: plan.held.length,
    eventsTooLate: plan.refused.length,
    createdAt: deps.now,
  };
  const data = { ...disputeOnWire(record), dispute: "open" };
  await enqueueUpdate(tx, deps, [book.publisherId], data);
  return record;
}

/** Renders a dispute for the wire. */
export function disputeOnWire(dispute: DisputeRecord): Dispute {
  const { disputeId, campaignId, status, reason, events } = dispute;
  return {
    disputeId,
    campaignId,
    status,
    reason,
    events,
    heldCredits: creditsFromMicros(dispute.amount),
    chargedCredits: creditsFromMicros(micros(dispute.amount + dispute.fee)),
    createdAt: dispute.createdAt.toISOString(),
  };
}

async function findNamed(tx: Tx, input: NewDispute): Promise<SettledEvent[]> {
  const { campaignId, eventIds, between } = input;
  if (eventIds !== undefined) return findByIds(tx, campaignId, [...new Set(eventIds)]);
  if (between === undefined) return [];
  const limit = DISPUTED_EVENTS_MAX + 1;
  const events = await findEventsBetween(tx, { campaignId, ...between, limit });
  if (events.length === limit) {
    throw wrongField("to", `covers more than ${DISPUTED_EVENTS_MAX} charged events; shorten it`);
  }
  return events;
}

async function findByIds(tx: Tx, campaignId: string, eventIds: string[]): Promise<SettledEvent[]> {
  const events = await findEvents(tx, { campaignId, eventIds });
  const known = new Set(events.map(({ uuid }) => idFromUuid("evt", uuid)));
  const unknown = eventIds.filter((eventId) => !known.has(eventId));
  if (unknown.length > 0) {
    throw new ExchangeError("not_found", {
      message: "The campaign has no such event.",
      details: { resource: "event", eventIds: shown(unknown) },
      nextTools: ["get_campaign"],
    });
  }
  const free = events.filter(({ charged }) => charged === 0n);
  if (free.length > 0) throw notDisputable("not_charged", free, "They cost nothing.");
  const again = events.filter(({ isDisputed }) => isDisputed);
  if (again.length > 0) throw notDisputable("disputed", again, "They were disputed before.");
  return events;
}

/** The events that no other dispute took while the row was not locked yet. */
async function stillDisputable(
  tx: Tx,
  { campaignId, eventIds }: NewDispute,
  found: readonly SettledEvent[],
): Promise<SettledEvent[]> {
  const foundIds = found.map(({ uuid }) => idFromUuid("evt", uuid));
  if (eventIds !== undefined) return findByIds(tx, campaignId, foundIds);
  const events = await findEvents(tx, { campaignId, eventIds: foundIds });
  return events.filter(({ isDisputed }) => !isDisputed);
}

async function planFor(
  tx: Tx,
  campaignId: string,
  events: readonly SettledEvent[],
  unit: { price: Micros; earned: Micros },
): Promise<HoldPlan> {
  const byBatch = Map.groupBy(events, ({ batchUuid }) => batchUuid);
  const batchUuids = [...byBatch.keys()];
  const stretches = await findStretchesOfBatches(tx, { campaignId, batchUuids });
  const batches = [...stretches].map(([batchUuid, stretch]) => ({
    ...stretch,
    events: byBatch.get(batchUuid) ?? [],
  }));
  const first = batches[0];
  if (first === undefined) return { held: [], refused: [], parts: [] };
  const from = batches.reduce((least, { after }) => (after < least ? after : least), first.after);
  const to = batches.reduce((most, { upto }) => (upto > most ? upto : most), first.upto);
  return planHold(await findTiles(tx, { campaignId, from, to }), batches, unit);
}

function checkPlan(plan: HoldPlan, { eventIds }: NewDispute): void {
  const [first] = plan.refused;
  if (first !== undefined && (eventIds !== undefined || plan.held.length === 0)) {
    const why = `Their earnings are ${first.status}; only pending ones can be disputed.`;
    throw notDisputable(first.status, plan.refused, why);
  }
  if (plan.held.length > 0) return;
  throw new ExchangeError("invalid_state", {
    message: "No event was charged then that is not disputed already.",
    details: { status: "no_events", validActions: [] },
    suggestion: "Events count at the time they were settled; choose other bounds.",
    nextTools: ["get_campaign"],
  });
}

const SHOWN_MAX = 20;

function shown(eventIds: readonly string[]): string[] {
  return eventIds.slice(0, SHOWN_MAX);
}

function notDisputable(status: string, events: readonly { uuid: string }[], why: string) {
  const eventIds = shown(events.map(({ uuid }) => idFromUuid("evt", uuid)));
  return new ExchangeError("invalid_state", {
    message: `These events cannot be disputed. ${why}`,
    details: { status, validActions: [], eventIds },
    suggestion: "Leave them out, or dispute a stretch of time with from and to.",
    nextTools: ["dispute_events"],
  });
}

export interface ChargedEvent {
  readonly uuid: string;
  readonly charged: Micros;
}

/** A batch of settled events: how much undisputed money lies after it, and up to its beginning. */
export interface BatchStretch {
  readonly after: bigint;
  readonly upto: bigint;
  readonly events: readonly ChargedEvent[];
}

/** What one unit costs, and the publisher's share of it. **Units** micro-credits. */
export interface UnitPrice {
  readonly price: Micros;
  readonly earned: Micros;
}

export interface HoldPlan {
  readonly held: readonly string[];
  /** Events whose money is not pending any more, and what it is instead. */
  readonly refused: readonly { readonly uuid: string; readonly status: Tile["status"] }[];
  readonly parts: readonly {
    readonly uuid: string;
    readonly amount: Micros;
    readonly fee: Micros;
  }[];
}

/**
 * Finds the money of events among the earnings of their campaign. An event is held as a whole or
 * not at all, and only out of the stretch that its own batch earned.
 *
 * **Units** micro-credits; positions count back from the newest earning.
 * **Shape** `tiles` newest first, without a gap.
 */
export function planHold(
  tiles: readonly Tile[],
  batches: readonly BatchStretch[],
  unit: UnitPrice,
): HoldPlan {
  const taken = new Map<string, bigint>();
  const held: string[] = [];
  const refused: { uuid: string; status: Tile["status"] }[] = [];
  for (const batch of batches) {
    const touched = touchedBy(tiles, batch);
    const pieces = touched
      .filter(({ status }) => status === "pending")
      .map((tile) => ({ uuid: tile.uuid, left: overlapOf(tile, batch) }));
    const status = touched.find((tile) => tile.status !== "pending")?.status ?? "matured";
    for (const event of batch.events) {
      const isHeld = takeWhole(pieces, event.charged, taken);
      if (isHeld) held.push(event.uuid);
      else refused.push({ uuid: event.uuid, status });
    }
  }
  return { held, refused, parts: partsOf(tiles, taken, unit) };
}

/** The tiles that a batch covers, found by halving, because both may be thousands. */
function touchedBy(tiles: readonly Tile[], batch: BatchStretch): Tile[] {
  let [low, high] = [0, tiles.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const tile = tiles[middle];
    if (tile !== undefined && endOf(tile) <= batch.after) low = middle + 1;
    else high = middle;
  }
  const touched: Tile[] = [];
  for (let index = low; index < tiles.length; index += 1) {
    const tile = tiles[index];
    if (tile === undefined || tile.after >= batch.upto) break;
    touched.push(tile);
  }
  return touched;
}

function endOf(tile: Tile): bigint {
  return tile.after + tile.amount + tile.fee;
}

function overlapOf(tile: Tile, { after, upto }: BatchStretch): bigint {
  const end = endOf(tile);
  const from = tile.after > after ? tile.after : after;
  const to = end < upto ? end : upto;
  return to > from ? to - from : 0n;
}

function takeWhole(
  pieces: { readonly uuid: string; left: bigint }[],
  charged: bigint,
  taken: Map<string, bigint>,
): boolean {
  if (pieces.reduce((sum, { left }) => sum + left, 0n) < charged) return false;
  let missing = charged;
  for (const piece of pieces) {
    const part = piece.left < missing ? piece.left : missing;
    if (part === 0n) continue;
    piece.left -= part;
    missing -= part;
    taken.set(piece.uuid, (taken.get(piece.uuid) ?? 0n) + part);
  }
  return true;
}

/**
 * Divides what is taken of each earning into the publisher's share and the fee. Purchases cut a
 * budget inside a unit, which rounds; so each part gets what is missing to the share of all.
 */
function partsOf(tiles: readonly Tile[], taken: ReadonlyMap<string, bigint>, unit: UnitPrice) {
  let [grossSoFar, earnedSoFar] = [0n, 0n];
  return tiles.flatMap((tile) => {
    const gross = taken.get(tile.uuid);
    if (gross === undefined) return [];
    grossSoFar += gross;
    const wanted = (grossSoFar * unit.earned) / unit.price - earnedSoFar;
    const least = gross > tile.fee ? gross - tile.fee : 0n;
    const most = gross < tile.amount ? gross : tile.amount;
    const amount = wanted < least ? least : wanted > most ? most : wanted;
    earnedSoFar += amount;
    return [{ uuid: tile.uuid, amount: micros(amount), fee: micros(gross - amount) }];
  });
}

import { knownLabel } from "../../contract/disclosure-labels.ts";
import type { AdUnitType } from "../../contract/enums.ts";
import { ExchangeError, notFound, wrongField } from "../../contract/errors.ts";
import { hasAtMostDecimals, microsFromCredits } from "../../contract/money.ts";
import type { Placement, PlacementFields } from "../../contract/resources/placement.ts";
import { AD_UNITS, rateDecimalsOf } from "../../contract/units.ts";
import type { Queryable, Tx } from "../../core/db.ts";
import type { IdSource } from "../../core/ids.ts";
import { findBrandNames } from "../brands/index.ts";
import { checkLookalikes, checkText } from "../review/index.ts";
import {
  findPlacement,
  findPlacementOnWire,
  insertPlacement,
  lockUnproven,
  type PlacementRecord,
  updatePlacement,
} from "./queries.ts";
import { tellOfReview } from "./review.ts";

export {
  findOwnPlacements,
  findPlacement,
  findWaitingPlacements,
  type LockedPlacement,
  lockPlacement,
  noteCitationHold,
  type PlacementRecord,
} from "./queries.ts";
export { requirePlacement, reviewPlacement } from "./review.ts";
export { findToBook, searchPlacements } from "./search-queries.ts";

export interface PlacementDeps {
  readonly ids: IdSource;
  readonly now: Date;
  readonly reviewPolicy: "auto" | "manual";
}

/**
 * Lists new inventory.
 *
 * **Errors** `rate_below_floor`, `invalid_arguments`, `creative_rejected`.
 */
export async function listPlacement(
  tx: Tx,
  publisherId: string,
  input: PlacementFields,
  deps: PlacementDeps,
): Promise<Placement> {
  await checkTexts(tx, input);
  const unit = AD_UNITS[input.adUnitType];
  const { rateCredits, ...fields } = input;
  const record: PlacementRecord = {
    ...fields,
    placementId: deps.ids.id("plc"),
    publisherId,
    rate: microsFromCredits(checkedRate(input.adUnitType, rateCredits)),
    status: "active",
    reviewStatus: deps.reviewPolicy === "auto" ? "approved" : "pending_review",
    // A unit that pays for influence on the answer says so; the publisher need not repeat it.
    contextUse:
      input.contextUse ?? (unit.needsReasoningContext ? "reasoning_context" : "presentation_only"),
    topics: unique(input.topics),
    excludedTopics: unique(input.excludedTopics),
    blockedBrandIds: unique(input.blockedBrandIds),
    blockedAdvertiserIds: unique(input.blockedAdvertiserIds),
    citations: input.citations ?? false,
    disclosureLabel: knownLabel(input.disclosureLabel ?? "Ad"),
    revision: 1,
    createdAt: deps.now.toISOString(),
    updatedAt: deps.now.toISOString(),
  };
  checkContextUse(record);
  await checkActiveMax(tx, publisherId);
  await insertPlacement(tx, record);
  return requireOnWire(tx, record.placementId);
}

export interface PlacementChange extends Partial<PlacementFields> {
  readonly status?: Placement["status"] | undefined;
  readonly revision?: number | undefined;
}

/**
 * Edits, pauses, resumes or archives a placement. What reviewers judged goes back to review; a new
 * rate holds for later bookings only, because campaigns froze theirs.
 *
 * **Errors** `not_found`, `conflict`, `invalid_state`, `rate_below_floor`, `invalid_arguments`,
 * `creative_rejected`.
 */
export async function changePlacement(
  tx: Tx,
  own: { publisherId: string; placementId: string },
  change: PlacementChange,
  deps: PlacementDeps,
): Promise<Placement> {
  const before = await findPlacement(tx, own.placementId);
  if (before === undefined || before.publisherId !== own.publisherId) {
    throw placementNotFound("list_placements");
  }
  checkChangeable(before, change);
  await checkTexts(tx, change);
  const { status, revision: _seen, rateCredits, ...fields } = change;
  const adUnitType = change.adUnitType ?? before.adUnitType;
  const given = Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  );
  const after: PlacementRecord = {
    ...before,
    ...given,
    disclosureLabel: knownLabel(change.disclosureLabel ?? before.disclosureLabel),
    status: status ?? before.status,
    rate:
      rateCredits === undefined
        ? before.rate
        : microsFromCredits(checkedRate(adUnitType, rateCredits)),
    revision: before.revision + 1,
    updatedAt: deps.now.toISOString(),
  };
  if (rateCredits === undefined && adUnitType !== before.adUnitType) {
    checkedRate(adUnitType, Number(before.rate) / 1_000_000);
  }
  checkContextUse(after);
  if (after.status === "active" && before.status !== "active") {
    await checkActiveMax(tx, own.publisherId);
  }
  // What passed the lint and needs no manual review is approved, whatever it was before.
  const verdict = deps.reviewPolicy === "manual" ? "pending_review" : "approved";
  const reviewStatus = needsReview(before, after) ? verdict : before.reviewStatus;
  const saved = await updatePlacement(tx, { ...after, reviewStatus });
  if (!saved) throw conflict(before.revision);
  if (reviewStatus === "approved" && before.reviewStatus !== "approved") {
    await tellOfReview(tx, { ...own, reviewStatus, reason: undefined }, deps);
  }
  return requireOnWire(tx, own.placementId);
}

function checkChangeable(before: PlacementRecord, change: PlacementChange): void {
  if (change.revision !== undefined && change.revision !== before.revision) {
    throw conflict(before.revision);
  }
  if (before.status === "archived") {
    throw new ExchangeError("invalid_state", {
      message: "An archived placement is final.",
      details: { status: before.status, validActions: ["list_placement"] },
      nextTools: ["list_placement"],
    });
  }
}

type PlacementTexts = Pick<PlacementChange, "title" | "description" | "topics" | "excludedTopics">;

async function checkTexts(db: Queryable, texts: PlacementTexts): Promise<void> {
  const { title, description, topics = [], excludedTopics = [] } = texts;
  const topicsOf = (field: string, words: readonly string[]) =>
    words.map((text, place) => ({ field: `${field}/${place}`, text, isLine: true }));
  checkText(
    [
      { field: "title", text: title, isLine: true },
      { field: "description", text: description },
      ...topicsOf("topics", topics),
      ...topicsOf("excludedTopics", excludedTopics),
    ],
    "placement",
  );
  if (title === undefined) return;
  checkLookalikes([{ field: "title", text: title }], await findBrandNames(db));
}

function needsReview(before: PlacementRecord, after: PlacementRecord): boolean {
  return (
    before.title !== after.title ||
    before.description !== after.description ||
    before.kind !== after.kind ||
    before.adUnitType !== after.adUnitType
  );
}

/** The rate, once it has the right decimals and reaches the floor. */
function checkedRate(adUnitType: AdUnitType, rateCredits: number): number {
  const decimals = rateDecimalsOf(adUnitType);
  if (!hasAtMostDecimals(rateCredits, decimals)) {
    throw wrongField("rateCredits", `must have at most ${decimals} decimals for ${adUnitType}`);
  }
  const floorCredits = AD_UNITS[adUnitType].floorCredits;
  if (rateCredits < floorCredits) {
    throw new ExchangeError("rate_below_floor", {
      field: "/arguments/rateCredits",
      message: `The floor of ${adUnitType} is ${floorCredits} credits.`,
      details: { floorCredits },
      suggestion: `Send rateCredits of ${floorCredits} or more.`,
    });
  }
  return rateCredits;
}

/** An unproven publisher has a limited number of active placements. **Errors** `invalid_state`. */
async function checkActiveMax(tx: Tx, publisherId: string): Promise<void> {
  const limit = await lockUnproven(tx, publisherId);
  if (limit === undefined || limit.active < limit.activePlacementsMax) return;
  const { activePlacementsMax } = limit;
  throw new ExchangeError("invalid_state", {
    message: `An unproven publisher has at most ${activePlacementsMax} active placements.`,
    details: { status: "unproven", activePlacementsMax, validActions: ["update_placement"] },
    suggestion:
      "Pause or archive a placement. The limit ends when advertisers have confirmed enough of " +
      "your deliveries.",
    nextTools: ["list_placements", "update_placement"],
  });
}

function checkContextUse(placement: PlacementRecord): void {
  const needs = AD_UNITS[placement.adUnitType].needsReasoningContext;
  if (needs && placement.contextUse !== "reasoning_context") {
    throw wrongField("contextUse", `must be reasoning_context for ${placement.adUnitType}`);
  }
}

function conflict(revision: number): ExchangeError {
  return new ExchangeError("conflict", {
    details: { revision },
    suggestion: "Read the placement again with list_placements and repeat with its revision.",
    nextTools: ["list_placements"],
  });
}

/** A missing row and one of another agent get the same answer. */
export function placementNotFound(
  lister: "search_placements" | "list_placements" = "search_placements",
): ExchangeError {
  return notFound("placement", {
    suggestion: `Take a placementId that ${lister} shows.`,
    nextTools: [lister],
  });
}

async function requireOnWire(db: Queryable, placementId: string): Promise<Placement> {
  const placement = await findPlacementOnWire(db, placementId);
  if (placement === undefined) throw placementNotFound();
  return placement;
}

function unique(values: readonly string[] | undefined): string[] {
  return [...new Set(values)];
}

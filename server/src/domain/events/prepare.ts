import type { Citation } from "../../contract/citation.ts";
import type { ConversionType } from "../../contract/enums.ts";
import { ExchangeError, wrongField } from "../../contract/errors.ts";
import { timeOfUuid, uuidFromId, uuidOrNull } from "../../contract/ids.ts";
import type { Micros } from "../../contract/money.ts";
import { codeOfReason, type ReasonOf } from "../../contract/reasons.ts";
import { AD_UNITS, ADVERTISER_KINDS, type EventKind, KIND } from "../../contract/units.ts";
import { createBoundedMap } from "../../core/cache.ts";
import type { Tx } from "../../core/db.ts";
import type { IdSource } from "../../core/ids.ts";
import { hashUuid, type Signer } from "../../core/signing.ts";
import { campaignNotFound } from "../campaigns/index.ts";
import {
  type CampaignFacts,
  DELIVERY_OPEN_MS,
  sessionHash,
  verifyDelivery,
} from "../delivery/index.ts";
import type { Finding } from "../traffic/index.ts";
import {
  checkCitation,
  citationReason,
  isCited,
  type SettlementEvent,
} from "./settlement-event.ts";

export interface Report {
  readonly type: "impression" | "click" | "conversion";
  readonly campaignId: string;
  readonly deliveryId?: string | undefined;
  readonly eventId?: string | undefined;
  readonly occurredAt?: string | undefined;
  readonly sessionKey?: string | undefined;
  readonly turnId?: string | undefined;
  readonly evidence?: unknown;
  readonly count?: number | undefined;
  readonly conversionType?: ConversionType | undefined;
  readonly couponCode?: string | undefined;
  readonly clickId?: string | undefined;
  readonly orderId?: string | undefined;
  readonly valueUsd?: number | undefined;
  readonly options?: readonly string[] | undefined;
  readonly citation?: Citation | undefined;
  /** Why its reader is none, if what the report tells of the reader says so. */
  readonly finding?: Finding | undefined;
}

/** What settlement need not decide. */
type EarlyReason = ReasonOf<"traffic" | "prepare">;

export interface PrepareDeps {
  readonly ids: IdSource;
  readonly signer: Signer;
  /** Whether an install right after its click counts: scripts that try a demo out do that. */
  readonly allowsInstantInstalls?: boolean;
}

/**
 * Nobody finds, downloads and opens an app in less time. A faster report comes from malware that
 * listens for installs and claims the click (click injection).
 */
const INSTALL_GAP = "2 seconds";

const DAY_MS = 86_400_000;
const BACK_MAX_MS = 7 * DAY_MS;
const AHEAD_MAX_MS = 5 * 60_000;

/** How long one session pays once for a kind of event. */
const SESSION_WINDOWS: ReadonlyMap<EventKind, string> = new Map(
  Object.values(AD_UNITS).flatMap(({ kind, sessionMinutes }) =>
    sessionMinutes === undefined ? [] : [[kind, `${sessionMinutes} minutes`]],
  ),
);

export interface ReportCall {
  readonly agentId: string;
  readonly now: Date;
  readonly deps: PrepareDeps;
  readonly verified: VerifiedDeliveries;
}

type Verified = ReturnType<typeof verifyDelivery>;

/** Delivery ids that were checked before: most are named more than once, also by other calls. */
export type VerifiedDeliveries = ReturnType<typeof createVerifiedDeliveries>;

/** At about 250 bytes each. */
const VERIFIED_MAX = 40_000;

export function createVerifiedDeliveries() {
  return createBoundedMap<string, { campaignId: string; delivery: Verified }>(VERIFIED_MAX);
}

/**
 * Checks a report against its campaign and makes the event that settlement decides on.
 *
 * **Errors** `not_found` (not the caller's campaign), `event_outside_window`, `invalid_arguments`.
 */
export function prepareEvent(
  report: Report,
  facts: CampaignFacts | undefined,
  call: ReportCall,
): SettlementEvent {
  const { agentId, deps, now } = call;
  const kind = kindOf(report, facts);
  checkCitation(report, kind);
  if (facts === undefined || !mayReport(agentId, facts, kind)) throw campaignNotFound();
  if (report.occurredAt !== undefined) checkTime("occurredAt", Date.parse(report.occurredAt), now);
  const uuid = eventUuidOf(report, call);
  const byAdvertiser = agentId === facts.advertiserId;
  const delivery = verifiedDelivery(report.deliveryId, facts, call);
  const { reason, cited } = judge({ report, kind, facts, byAdvertiser, delivery }, call);
  const sessionWindow = SESSION_WINDOWS.get(kind) ?? null;
  return {
    facts,
    uuid,
    reporterId: agentId,
    kind,
    quantity: kind === KIND.impression ? (report.count ?? 1) : 1,
    deliveryUuid: delivery?.uuid ?? null,
    deliveryVersion: delivery?.version ?? null,
    clickUuid: uuidOrNull(report.clickId),
    preassignedReason: codeOfReason(reason),
    isBilling: AD_UNITS[facts.adUnitType].kind === kind,
    isVerified: byAdvertiser,
    needsVerified: facts.verifiedOnly,
    session: sessionWindow === null ? null : sessionHash(report.sessionKey, deps.signer),
    sessionWindow,
    orderHash: orderHashOf(report, kind),
    couponCode: report.couponCode ?? null,
    byAdvertiser,
    ...(kind === KIND.cpi && deps.allowsInstantInstalls !== true
      ? { installGap: INSTALL_GAP }
      : {}),
    occurredAt: report.occurredAt === undefined ? null : new Date(report.occurredAt).toISOString(),
    detail: detailOf(report, cited),
    cited,
  };
}

interface Judged {
  readonly report: Report;
  readonly kind: EventKind;
  readonly facts: CampaignFacts;
  readonly byAdvertiser: boolean;
  readonly delivery: Verified;
}

/** Why the report does not pay, as far as that is clear before settlement; and if it is cited. */
function judge(
  event: Judged,
  { deps, now }: ReportCall,
): { reason: EarlyReason | undefined; cited: boolean | undefined } {
  const { report, delivery } = event;
  const late = deliveryReason(report, event.kind, delivery?.issuedAtMs, now);
  const cited = isCited(report, late === undefined ? delivery?.uuid : undefined, deps.signer);
  const unfit = citationReason(report, { ...event, cited });
  const early = earlyReason(event);
  // What another unit bills is counted all the same, so its citation has to hold.
  if (early === "not_billing_unit") return { reason: unfit ?? early, cited };
  return { reason: early ?? late ?? unfit, cited };
}

function eventUuidOf({ eventId }: Report, { deps, now }: ReportCall): string {
  if (eventId === undefined) return deps.ids.uuid();
  const uuid = uuidFromId(eventId);
  checkTime("eventId", timeOfUuid(uuid), now);
  return uuid;
}

function verifiedDelivery(
  deliveryId: string | undefined,
  facts: CampaignFacts,
  { verified, deps }: ReportCall,
): Verified {
  if (deliveryId === undefined) return undefined;
  const known = verified.get(deliveryId);
  // What a signature says never changes: the signed facts and the keys are the same for good.
  if (known?.campaignId === facts.campaignId) return known.delivery;
  const delivery = verifyDelivery(deliveryId, facts, deps.signer);
  verified.set(deliveryId, { campaignId: facts.campaignId, delivery });
  return delivery;
}

function kindOf(report: Report, facts: CampaignFacts | undefined): EventKind {
  if (report.type === "click") return KIND.click;
  if (report.type === "impression") {
    const billing = facts === undefined ? undefined : AD_UNITS[facts.adUnitType].kind;
    return billing === KIND.insertion ? billing : KIND.impression;
  }
  if (report.conversionType === undefined) throw missingField("conversionType");
  if (report.conversionType === "coupon_redeemed" && report.couponCode === undefined) {
    throw missingField("couponCode");
  }
  return KIND[report.conversionType];
}

function mayReport(agentId: string, facts: CampaignFacts, kind: EventKind): boolean {
  if (agentId === facts.publisherId) return true;
  return agentId === facts.advertiserId && ADVERTISER_KINDS.includes(kind);
}

function missingField(field: string): ExchangeError {
  return wrongField(field, "is required here", `Send ${field} as well.`);
}

function checkTime(field: "occurredAt" | "eventId", ms: number, now: Date): void {
  const nowMs = now.getTime();
  if (ms >= nowMs - BACK_MAX_MS && ms <= nowMs + AHEAD_MAX_MS) return;
  throw new ExchangeError("event_outside_window", {
    field: `/arguments/${field}`,
    message: `The time of ${field} must lie at most 7 days back and 5 minutes ahead.`,
    suggestion:
      field === "eventId"
        ? "Make the event id as a UUIDv7 of the time when it happened."
        : "Send the time when it happened, in UTC.",
  });
}

/** Reasons that need neither the delivery nor the money. */
function earlyReason({ report, kind, facts, byAdvertiser }: Judged): EarlyReason | undefined {
  // A program may well have an offer in its context; it neither sees nor clicks.
  const isSeen = kind === KIND.impression || kind === KIND.click;
  if (isSeen && report.finding !== undefined) return report.finding.reason;
  const unit = AD_UNITS[facts.adUnitType];
  if (report.type === "conversion" && kind !== unit.kind) {
    return unit.conversionType === undefined ? "not_billing_unit" : "conversion_type_mismatch";
  }
  if (ADVERTISER_KINDS.includes(kind) && facts.conversionSource === "advertiser" && !byAdvertiser) {
    return "unverified";
  }
  return undefined;
}

function deliveryReason(
  report: Report,
  kind: EventKind,
  issuedAtMs: number | undefined,
  now: Date,
): EarlyReason | undefined {
  if (report.deliveryId === undefined) return undefined;
  if (issuedAtMs === undefined) return "not_delivered";
  // Conversions at the advertiser have windows of their own, which settlement checks.
  if (ADVERTISER_KINDS.includes(kind)) return undefined;
  return issuedAtMs < now.getTime() - DELIVERY_OPEN_MS ? "outside_window" : undefined;
}

/** Orders are compared without regard to how the two sides space or case them. */
function orderHashOf(report: Report, kind: EventKind): string | null {
  const countsOrders = ADVERTISER_KINDS.includes(kind) || kind === KIND.coupon_redeemed;
  if (report.orderId === undefined || !countsOrders) return null;
  return hashUuid(report.orderId.trim().toLowerCase());
}

/** What is kept of a report; SQL counts what `isCited` says. */
function detailOf(report: Report, isCited: boolean | undefined): object | null {
  const { turnId, evidence, orderId, valueUsd, options, couponCode, conversionType } = report;
  const { citation } = report;
  const detail = { turnId, evidence, orderId, valueUsd, options, couponCode, citation, isCited };
  // A loop over the names made an array for every event of a batch.
  const isEmpty =
    (turnId ?? evidence ?? orderId ?? valueUsd ?? options ?? couponCode ?? citation) === undefined;
  return isEmpty ? null : { ...detail, conversionType };
}

export type ReportResult =
  /** The acknowledgement as JSON, without its opening brace; and what it charged. */
  { readonly text: string; readonly charged: Micros } | { readonly error: ExchangeError };

export interface Events {
  /**
   * Loads and writes what a report inside a transaction needs; call it before. Resolves with
   * whether one of the campaigns exists.
   */
  ready(reports: readonly Report[]): Promise<boolean>;
  /**
   * Settles reports of one caller and answers for each, in order. With a transaction they settle
   * inside it, together with its idempotency record; else in the next micro-batch.
   *
   * **Errors** `unavailable` for all; every other error is the result of its own report.
   */
  report(
    reports: readonly Report[],
    reporter: { agentId: string },
    tx?: Tx,
  ): Promise<ReportResult[]>;
}

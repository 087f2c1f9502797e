import type { Citation } from "../../contract/citation.ts";
import type { CampaignStatus } from "../../contract/enums.ts";
import { type ExchangeError, wrongField } from "../../contract/errors.ts";
import { idFromUuid } from "../../contract/ids.ts";
import { creditsFromMicros, type Micros, micros } from "../../contract/money.ts";
import { type ReasonOf, reasonOfCode } from "../../contract/reasons.ts";
import { AD_UNITS, CITED_KINDS, type EventKind, KIND } from "../../contract/units.ts";
import type { Signer } from "../../core/signing.ts";
import { type CampaignFacts, isCitationOf } from "../delivery/index.ts";

export const REDIRECT = "redirect";

export interface SettlementEvent {
  readonly facts: CampaignFacts;
  readonly uuid: string;
  /** The agent that reported it; clicks that the redirect counts have one of their own. */
  readonly reporterId: string;
  readonly kind: EventKind;
  readonly quantity: number;
  readonly deliveryUuid: string | null;
  readonly deliveryVersion: number | null;
  readonly clickUuid: string | null;
  /** A reason that was clear before settlement, as its code; else 0. */
  readonly preassignedReason: number;
  readonly isBilling: boolean;
  readonly isVerified: boolean;
  readonly needsVerified: boolean;
  readonly session: string | null;
  /** PostgreSQL interval text: how long one session pays once. */
  readonly sessionWindow: string | null;
  readonly orderHash: string | null;
  readonly couponCode: string | null;
  readonly byAdvertiser: boolean;
  /** PostgreSQL interval text: a conversion sooner after its click is invalid traffic. */
  readonly installGap?: string;
  readonly occurredAt: string | null;
  readonly detail: object | null;
  /** Whether the report's citation is the delivery's own; absent when it carried none. */
  readonly cited?: boolean | undefined;
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
  /** The event could not be settled and is in no book: nothing else of this result holds. */
  readonly fault?: ExchangeError | undefined;
  /**
   * With a fault: where the event is to be queued next, because its campaign was locked or the
   * batch had failed too often to reach it.
   */
  readonly next?: "locked" | "slow" | undefined;
}

type Acknowledging = Pick<CampaignFacts, "uuid" | "campaignId" | "unitFee">;

interface Acknowledged {
  readonly eventId: string;
  readonly kind: EventKind;
  readonly cited?: boolean | undefined;
}

interface Ending {
  readonly result: SettlementResult;
  readonly text: string;
}

const CAMPAIGNS_MAX = 20_000;

/**
 * Acknowledgements as the JSON they are sent as. Events of one campaign and batch mostly differ in
 * nothing but their id: what follows it is written once. As objects they took a third of the time
 * of a large call (2026-11-20).
 */
export function createAcknowledgementWriter() {
  /** The latest ending of each campaign; results are shared by the events they are equal for. */
  let endings = new Map<string, Ending>();
  return {
    /** **Shape** a JSON object without its opening brace, so that a list can put `index` first. */
    write(
      facts: Acknowledging,
      { eventId, kind, cited }: Acknowledged,
      result: SettlementResult,
    ): string {
      let ending = endings.get(facts.uuid);
      if (ending?.result !== result) {
        ending = { result, text: endingOf(facts, kind, result) };
        if (endings.size >= CAMPAIGNS_MAX) endings = new Map();
        endings.set(facts.uuid, ending);
      }
      const mark = cited === undefined ? "" : `"cited":${cited},`;
      return `"campaignId":"${facts.campaignId}","eventId":"${eventId}",${mark}${ending.text}`;
    },
  };
}

function endingOf(facts: Acknowledging, kind: EventKind, result: SettlementResult): string {
  const reason = reasonOfCode(result.reason);
  const fee = facts.unitFee * BigInt(result.charged === 0n ? 0 : result.counted);
  const clicked = kind === KIND.click && result.deliveryUuid !== null;
  const rest = {
    accepted: true,
    duplicate: reason === "duplicate",
    billable: result.charged > 0n,
    verified: result.isVerified,
    ...(reason === undefined ? {} : { reason }),
    counted: result.counted,
    chargedCredits: creditsFromMicros(result.charged),
    earnedCredits: creditsFromMicros(micros(result.charged - fee)),
    remainingCredits: creditsFromMicros(result.escrow),
    campaignStatus: result.status,
    // A delivery has at most one click, so the click is named after it.
    ...(clicked ? { clickId: idFromUuid("clk", result.deliveryUuid ?? "") } : {}),
  };
  return JSON.stringify(rest).slice(1);
}

/** A decision is one only among at least two offers or products. */
const DECISION_TAGS_MIN = 2;

interface CitingReport {
  readonly citation?: Citation | undefined;
  readonly deliveryId?: string | undefined;
}

/**
 * Refuses a citation of what no answer can cite, and one without its delivery.
 *
 * **Errors** `invalid_arguments`.
 */
export function checkCitation({ citation, deliveryId }: CitingReport, kind: EventKind): void {
  if (citation === undefined) return;
  if (!CITED_KINDS.includes(kind)) {
    throw wrongField("citation", "is for the conversionTypes recommendation and decision only");
  }
  if (deliveryId === undefined) throw wrongField("deliveryId", "is required with a citation");
}

/**
 * Whether the report cites its delivery by that delivery's own tag and label; undefined without a
 * citation. `deliveryUuid` is that of a delivery that can still be reported.
 */
export function isCited(
  { citation }: CitingReport,
  deliveryUuid: string | undefined,
  signer: Signer,
): boolean | undefined {
  if (citation === undefined) return undefined;
  return deliveryUuid !== undefined && isCitationOf(deliveryUuid, citation, signer);
}

/** Why a report does not pay because of how the answer cited the offer, or did not. */
export function citationReason(
  { citation }: CitingReport,
  event: {
    readonly kind: EventKind;
    readonly facts: CampaignFacts;
    readonly cited?: boolean | undefined;
  },
): ReasonOf<"prepare"> | undefined {
  const { kind, facts, cited } = event;
  if (citation?.rendered === false) return "disclosure_missing";
  if (citation !== undefined && !isOfKind(citation, kind)) return "conversion_type_mismatch";
  const isBilling = AD_UNITS[facts.adUnitType].kind === kind;
  return facts.citedOnly && isBilling && cited !== true ? "disclosure_missing" : undefined;
}

function isOfKind({ kind, cited }: Citation, eventKind: EventKind): boolean {
  if (eventKind === KIND.decision) return kind === "pick" && cited >= DECISION_TAGS_MIN;
  return kind !== "ad";
}

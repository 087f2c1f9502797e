import type { Citation } from "../../contract/citation.ts";
import { wrongField } from "../../contract/errors.ts";
import type { ReasonOf } from "../../contract/reasons.ts";
import { AD_UNITS, CITED_KINDS, type EventKind, KIND } from "../../contract/units.ts";
import type { Signer } from "../../core/signing.ts";
import { type CampaignFacts, isCitationOf } from "../delivery/index.ts";

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

import { base32FromUuid } from "../../contract/ids.ts";
import { creditsFromMicros, micros } from "../../contract/money.ts";
import { reasonOfCode } from "../../contract/reasons.ts";
import { type EventKind, KIND } from "../../contract/units.ts";
import type { CampaignFacts } from "../delivery/index.ts";

import type { SettlementResult } from "./settlement-event.ts";

/**
 * Acknowledgements as the JSON they are sent as. Events of one campaign and batch mostly differ in
 * nothing but their id: what follows it is written once. As objects they took a third of the time
 * of a large call (2026-11-20).
 */
export interface AcknowledgementWriter {
  /** **Shape** a JSON object without its opening brace, so that a list can put `index` first. */
  write(facts: Acknowledging, event: Acknowledged, result: SettlementResult): string;
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

export function createAcknowledgementWriter(): AcknowledgementWriter {
  /** The latest ending of each campaign; results are shared by the events they are equal for. */
  let endings = new Map<string, Ending>();
  return {
    write(facts, { eventId, kind, cited }, result) {
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
    ...(clicked ? { clickId: `clk_${base32FromUuid(result.deliveryUuid ?? "")}` } : {}),
  };
  return JSON.stringify(rest).slice(1);
}

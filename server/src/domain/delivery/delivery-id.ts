import { timeOfUuid, uuidFromBase32 } from "../../contract/ids.ts";
import { CREATIVE_VERSIONS_MAX } from "../../contract/resources/campaign.ts";
import { deliveryIdOf } from "../../contract/resources/delivery.ts";
import type { Signer } from "../../core/signing.ts";
import type { CampaignFacts } from "./queries.ts";

const PURPOSE = "delivery";
const MAC_BYTES = 16;
const BODY_START = 4;
const BODY_END = 30;

/** A delivery id proves itself: later deliveries of a campaign need no row to be believed. */
export function signDelivery(uuid: string, facts: CampaignFacts, signer: Signer): string {
  const data = signedText(uuid, facts, facts.creative.version);
  return deliveryIdOf(uuid, signer.mac(PURPOSE, data, MAC_BYTES));
}

export interface VerifiedDelivery {
  readonly uuid: string;
  readonly version: number;
  readonly issuedAtMs: number;
}

/** The delivery behind an id, or undefined when we did not issue it for this campaign. */
export function verifyDelivery(
  deliveryId: string,
  facts: CampaignFacts,
  signer: Signer,
): VerifiedDelivery | undefined {
  const uuid = uuidFromBase32(deliveryId.slice(BODY_START, BODY_END));
  const mac = Buffer.from(deliveryId.slice(BODY_END + 1), "base64url");
  if (mac.length !== MAC_BYTES) return undefined;
  for (const version of likelyVersions(facts.creative.version)) {
    const data = signedText(uuid, facts, version);
    if (signer.verify({ purpose: PURPOSE, data, mac })) {
      return { uuid, version, issuedAtMs: timeOfUuid(uuid) };
    }
  }
  return undefined;
}

/** All versions, the newest known first. Another process may have delivered a newer one. */
function* likelyVersions(newest: number): Iterable<number> {
  for (let version = newest; version >= 1; version -= 1) yield version;
  for (let version = newest + 1; version <= CREATIVE_VERSIONS_MAX; version += 1) yield version;
}

function signedText(uuid: string, facts: CampaignFacts, version: number): string {
  return `${uuid}|${facts.campaignId}|${facts.placementId}|${version}`;
}

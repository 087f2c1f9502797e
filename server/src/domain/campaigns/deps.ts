import type { Campaign } from "../../contract/resources/campaign.ts";
import type { IdSource } from "../../core/ids.ts";

export interface CampaignDeps {
  readonly ids: IdSource;
  readonly now: Date;
  readonly feeBps: number;
  readonly reviewPolicy: "auto" | "manual";
  readonly refundDrainSeconds: number;
  /** The product types that a creative's text names, with their names. */
  readonly readOffer: (creativeText: string) => Campaign["offer"];
  /** The demo shop's origin, which may be http on this machine; absent in production. */
  readonly allowedDestinationOrigin: string | undefined;
}

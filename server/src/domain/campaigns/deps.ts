import type { IdSource } from "../../core/ids.ts";

/** What the acts on campaigns need beside their transaction. */
export interface CampaignDeps {
  readonly ids: IdSource;
  readonly now: Date;
  readonly feeBps: number;
  readonly reviewPolicy: "auto" | "manual";
  readonly refundDrainSeconds: number;
  /** The demo shop's origin, which may be http on this machine; absent in production. */
  readonly allowedDestinationOrigin: string | undefined;
}

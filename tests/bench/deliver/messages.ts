import type { CampaignFacts } from "../../../server/src/domain/delivery/index.ts";

export interface PrepareLoad {
  readonly kind: "prepare";
  readonly port: number;
  /** Deliveries are asked for again and again; a click needs a link of its own to be one. */
  readonly request: "deliver" | "click";
  readonly key: string;
  readonly campaigns: readonly CampaignFacts[];
  readonly requests: number;
}

export interface RunLoad {
  readonly kind: "run";
  readonly durationMs: number;
  readonly connections: number;
  /** Requests are due at this pace whether or not answers came; absent: as fast as they come. */
  readonly ratePerSecond?: number;
}

export type LoadOrder = PrepareLoad | RunLoad;

export interface LoadResult {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

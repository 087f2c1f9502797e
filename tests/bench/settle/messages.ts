import type { CampaignFacts } from "../../../server/src/domain/delivery/index.ts";

/** How events are laid over campaigns and requests. */
export interface Shape {
  readonly tool: "report_events" | "report_impression";
  readonly connections: number;
  readonly eventsPerRequest: number;
  /** How many events in a row name the same delivery; it allows 10,000. */
  readonly eventsPerDelivery: number;
}

export interface PrepareLoad {
  readonly kind: "prepare";
  readonly port: number;
  readonly key: string;
  readonly shape: Shape;
  /** Events go to these in turn. */
  readonly campaigns: readonly CampaignFacts[];
  readonly requests: number;
}

export interface RunLoad {
  readonly kind: "run";
  readonly durationMs: number;
}

export type LoadOrder = PrepareLoad | RunLoad;

export interface LoadResult {
  readonly events: number;
  readonly eventsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** An order was carried out: a result after a run, null after a preparation. */
export type LoadReply = { readonly result: LoadResult | null } | { readonly error: string };

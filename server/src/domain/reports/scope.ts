import { uuidFromId } from "../../contract/ids.ts";

export type Side = "publisher" | "advertiser";
export type Grouping = "none" | "campaign" | "placement";

/** Whose campaigns, and which of them. */
export interface Scope {
  readonly agentId: string;
  readonly side: Side;
  readonly campaignId?: string | undefined;
  readonly placementId?: string | undefined;
}

/** The first four parameters of every statement about a scope. */
export function scopeValues(scope: Scope): unknown[] {
  const { agentId, side, campaignId, placementId } = scope;
  return [
    uuidFromId(agentId),
    side,
    campaignId === undefined ? null : uuidFromId(campaignId),
    placementId === undefined ? null : uuidFromId(placementId),
  ];
}

import { uuidFromId } from "../../contract/ids.ts";

export type Side = "publisher" | "advertiser";
export type Grouping = "none" | "campaign" | "placement";

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

/** The agent is on its side of campaign book `b`, which is of what the scope names. */
export const IN_SCOPE = `((b.publisher_id = $1 and $2 = 'publisher')
        or (b.advertiser_id = $1 and $2 = 'advertiser'))
      and ($3::uuid is null or b.campaign_id = $3)
      and ($4::uuid is null or b.placement_id = $4)`;

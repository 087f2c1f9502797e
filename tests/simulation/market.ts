import type { AdUnitType } from "../../server/src/contract/enums.ts";
import { idFromUuid } from "../../server/src/contract/ids.ts";
import type { IdSource } from "../../server/src/core/ids.ts";
import type { Report } from "../../server/src/domain/events/index.ts";
import { PLACEMENTS } from "./commands.ts";

/** A delivery as its publisher knows it. */
export interface KnownDelivery {
  readonly campaignId: string;
  readonly uuid: string;
  readonly deliveryId: string;
}

/** A report as it was sent: one id, one content. */
export interface SentEvent {
  readonly uuid: string;
  readonly campaignId: string;
  readonly report: Report;
  readonly deliveryUuid: string | null;
  readonly reporterId: string;
}

export interface Placement {
  readonly placementId: string;
  readonly publisherId: string;
  readonly unit: AdUnitType;
  readonly rateMicros: bigint;
}

export interface KnownCampaign {
  readonly campaignId: string;
  readonly advertiserId: string;
  readonly placement: Placement;
}

/** What the agents of a world know: who there is, and what the exchange told them. */
export interface Market {
  readonly advertisers: readonly string[];
  readonly publishers: readonly string[];
  readonly placements: readonly Placement[];
  readonly campaigns: KnownCampaign[];
  readonly deliveries: KnownDelivery[];
  readonly sent: SentEvent[];
}

const SIDES = 2;
const MICROS = 1_000_000;

/** Two advertisers, two publishers and one placement of each unit. */
export function createMarket(ids: IdSource): Market {
  const agents = (count: number) => Array.from({ length: count }, () => ids.id("agt"));
  const publishers = agents(SIDES);
  return {
    advertisers: agents(SIDES),
    publishers,
    placements: PLACEMENTS.map(({ unit, rateCredits }, index) => ({
      placementId: idFromUuid("plc", ids.uuid()),
      publisherId: at(publishers, index),
      unit,
      rateMicros: BigInt(Math.round(rateCredits * MICROS)),
    })),
    campaigns: [],
    deliveries: [],
    sent: [],
  };
}

/** One of a list, whatever the number. */
export function at<T>(items: readonly T[], index: number): T {
  const item = items[index % items.length];
  if (item === undefined) throw new RangeError("There is none of it.");
  return item;
}

/** The price of one event or impression. **Units** micro-credits. */
export function unitPriceOf({ unit, rateMicros }: Placement): bigint {
  return unit === "cpm" ? rateMicros / 1_000n : rateMicros;
}

import { creditsFromMicros, micros, ZERO_MICROS } from "../../contract/money.ts";
import {
  type AttributionGroup,
  CONVERSIONS_MAX,
  type ConversionRow,
} from "../../contract/resources/report.ts";
import { CONVERSION_TYPES, KIND } from "../../contract/units.ts";
import { campaignNotFound, requireCampaign } from "../campaigns/index.ts";
import { findConversionPaths } from "./attribution-queries.ts";
import type { Cell } from "./cell-queries.ts";
import { advertiserMetrics, sumCells } from "./metrics.ts";
import { type Asked, readCells } from "./report.ts";
import { type Window, windowOf } from "./window.ts";
import type { BucketUnit } from "./window-queries.ts";

export interface AttributionRequest {
  readonly campaignId: string;
  readonly groupBy: AttributionGroup;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The buckets of a group, and how many the default window has; other groups show one window. */
const BUCKETS: Readonly<Record<AttributionGroup, { unit: BucketUnit; buckets: number }>> = {
  hour: { unit: "hour", buckets: 48 },
  day: { unit: "day", buckets: 30 },
  week: { unit: "week", buckets: 12 },
  placement: { unit: "day", buckets: 30 },
  conversionType: { unit: "day", buckets: 30 },
};

/**
 * All about one campaign of the caller, in UTC: numbers by group, and how conversions came about.
 *
 * **Errors** `not_found`, `invalid_arguments`.
 */
export async function attribution(asked: Asked, request: AttributionRequest) {
  const { snapshot, agentId, now } = asked;
  const { campaignId, groupBy, from, to } = request;
  const campaign = await requireCampaign(snapshot, campaignId, agentId);
  if (campaign.advertiserId !== agentId) throw campaignNotFound();
  const asks = { ...BUCKETS[groupBy], timezone: "UTC", from, to };
  const window = await windowOf(snapshot, asks, now);
  const scope = { agentId, side: "advertiser" as const, campaignId };
  const { buckets } = await readCells(snapshot, scope, "none", window);
  const cells = [...buckets.values()].flat();
  const totals = advertiserMetrics(sumCells(cells));
  return {
    campaignId,
    from: window.from.toISOString(),
    to: window.to.toISOString(),
    timezone: "UTC" as const,
    isFinal: window.isFinal,
    groupBy,
    totals,
    series: seriesOf(groupBy, {
      cells,
      buckets,
      window,
      totals,
      placementId: campaign.placementId,
    }),
    attributionWindow: campaign.attributionWindow,
    conversions: await findConversionPaths(snapshot, campaignId, {
      from: window.from,
      to: window.readTo,
      limit: CONVERSIONS_MAX,
    }),
    invalidTraffic: totals.invalidByReason,
  };
}

function seriesOf(
  groupBy: AttributionGroup,
  read: {
    cells: readonly Cell[];
    buckets: ReadonlyMap<number, Cell[]>;
    window: Window;
    totals: ReturnType<typeof advertiserMetrics>;
    placementId: string;
  },
) {
  if (groupBy === "conversionType") return conversionRows(read.cells);
  if (groupBy === "placement") return [{ placementId: read.placementId, ...read.totals }];
  return read.window.buckets.map((bucket, index) => ({
    from: bucket.from.toISOString(),
    to: bucket.to.toISOString(),
    ...advertiserMetrics(sumCells(read.buckets.get(index) ?? [])),
  }));
}

function conversionRows(cells: readonly Cell[]): ConversionRow[] {
  return CONVERSION_TYPES.map((type) => {
    const own = cells.filter(({ kind }) => kind === KIND[type]);
    const charged = own.reduce((sum, cell) => micros(sum + cell.charged), ZERO_MICROS);
    const { verified, invalid } = sumCells(own);
    return {
      conversionType: type,
      counted: own.reduce((sum, cell) => sum + cell.counted, 0),
      verified,
      invalid,
      spendCredits: creditsFromMicros(charged),
    };
  });
}

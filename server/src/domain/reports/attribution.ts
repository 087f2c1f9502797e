import type { ConversionType } from "../../contract/enums.ts";
import { creditsFromMicros, sumMicros } from "../../contract/money.ts";
import {
  type AttributionGroup,
  CONVERSIONS_MAX,
  type ConversionRow,
} from "../../contract/resources/report.ts";
import { CONVERSION_TYPES, KIND } from "../../contract/units.ts";
import { campaignNotFound, requireCampaign } from "../campaigns/index.ts";
import { findConversionPaths, findUnbilled } from "./attribution-queries.ts";
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
  readonly omitEmpty: boolean;
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
    series: seriesOf(request, {
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
    unbilled: await findUnbilled(snapshot, campaignId, { from: window.from, to: window.readTo }),
  };
}

function seriesOf(
  { groupBy, omitEmpty }: AttributionRequest,
  read: {
    cells: readonly Cell[];
    buckets: ReadonlyMap<number, Cell[]>;
    window: Window;
    totals: ReturnType<typeof advertiserMetrics>;
    placementId: string;
  },
) {
  const isLeftOut = (cells: readonly Cell[]) => omitEmpty && cells.length === 0;
  if (groupBy === "conversionType") {
    return CONVERSION_TYPES.flatMap((type) => {
      const own = read.cells.filter(({ kind }) => kind === KIND[type]);
      return isLeftOut(own) ? [] : [conversionRow(type, own)];
    });
  }
  if (groupBy === "placement") {
    return isLeftOut(read.cells) ? [] : [{ placementId: read.placementId, ...read.totals }];
  }
  return read.window.buckets.flatMap(({ from, to }, index) => {
    const cells = read.buckets.get(index) ?? [];
    if (isLeftOut(cells)) return [];
    const metrics = advertiserMetrics(sumCells(cells));
    return [{ from: from.toISOString(), to: to.toISOString(), ...metrics }];
  });
}

function conversionRow(conversionType: ConversionType, own: readonly Cell[]): ConversionRow {
  const { verified, invalid } = sumCells(own);
  return {
    conversionType,
    counted: own.reduce((sum, cell) => sum + cell.counted, 0),
    verified,
    invalid,
    spendCredits: creditsFromMicros(sumMicros(own, ({ charged }) => charged)),
  };
}

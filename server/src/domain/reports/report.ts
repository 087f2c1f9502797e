import { CREDITS_PER_USD, creditsFromMicros } from "../../contract/money.ts";
import { EVENT_REASONS } from "../../contract/reasons.ts";
import {
  type AdvertiserLegend,
  type AdvertiserMetrics,
  type PublisherLegend,
  type PublisherMetrics,
  REPORT_ITEMS_MAX,
  type ReportRequest,
} from "../../contract/resources/report.ts";
import { CONVERSION_TYPES } from "../../contract/units.ts";
import type { Queryable } from "../../core/db.ts";
import { campaignNotFound } from "../campaigns/index.ts";
import { placementNotFound } from "../placements/index.ts";
import { findUnbilled } from "./attribution-queries.ts";
import { type Cell, type Cells, findCells, findEdgeCells } from "./cell-queries.ts";
import { advertiserMetrics, csvOf, publisherMetrics, type Sums, sumCells } from "./metrics.ts";
import {
  type AccountMoney,
  type CampaignItem,
  findAccountMoney,
  findCampaignItems,
  findPlacementItems,
  isInScope,
  type PlacementItem,
} from "./queries.ts";
import { type Grouping, PERIODS, type Scope, segmentsOf, type Window, windowOf } from "./window.ts";

/** How one side sees sums: its names for the money, and its legend. */
interface View<Metrics, Legend> {
  readonly side: Scope["side"];
  metrics(sums: Sums): Metrics;
  legend(totals: Metrics, money: AccountMoney): Legend;
}

const PUBLISHER: View<PublisherMetrics, PublisherLegend> = {
  side: "publisher",
  metrics: publisherMetrics,
  legend: ({ grossCredits, platformFeeCredits, earnedCredits }, { pending, cashedOut }) => ({
    grossCredits,
    platformFeeCredits,
    earnedCredits,
    pendingCredits: creditsFromMicros(pending),
    cashedOutCredits: creditsFromMicros(cashedOut),
    creditsPerUsd: CREDITS_PER_USD,
  }),
};

const ADVERTISER: View<AdvertiserMetrics, AdvertiserLegend> = {
  side: "advertiser",
  metrics: advertiserMetrics,
  legend: ({ spendCredits }, { purchased }) => ({
    creditsSpent: spendCredits,
    creditsPurchased: creditsFromMicros(purchased),
    creditsPerUsd: CREDITS_PER_USD,
  }),
};

/** A database whose reads all see one moment. */
export interface Asked {
  readonly snapshot: Queryable;
  readonly agentId: string;
  readonly now: Date;
}

type AnyMetrics = PublisherMetrics | AdvertiserMetrics;

function plain<Metrics extends AnyMetrics, Legend>(view: View<Metrics, Legend>) {
  return async (asked: Asked, request: ReportRequest) => {
    const { report, window } = await read(view, "none", asked, request);
    const columns = ["from", "to", ...metricColumns(report.totals)];
    const { campaignId } = request;
    const of = { from: window.from, to: window.readTo };
    return {
      ...report,
      ...csvWhenWanted(request, report.series, columns),
      // An advertiser has them in get_attribution.
      ...(view.side === "publisher" && campaignId !== undefined
        ? { unbilled: await findUnbilled(asked.snapshot, campaignId, of) }
        : {}),
    };
  };
}

/** What the rows of a `_by_` report stand for, and how they are found and shown. */
interface Items<Item extends { readonly uuid: string }> {
  readonly grouping: Exclude<Grouping, "none">;
  readonly columns: readonly Exclude<keyof Item & string, "uuid">[];
  find(db: Queryable, scope: Scope, of: { to: Date; named: readonly string[] }): Promise<Item[]>;
}

const BY_CAMPAIGN: Items<CampaignItem> = {
  grouping: "campaign",
  columns: ["campaignId", "placementId", "adUnitType", "status"],
  find: findCampaignItems,
};

const BY_PLACEMENT: Items<PlacementItem> = {
  grouping: "placement",
  columns: ["placementId", "title", "adUnitType"],
  find: findPlacementItems,
};

/** The same with the rows of its items. */
function withItems<Metrics extends AnyMetrics, Legend, Item extends { readonly uuid: string }>(
  view: View<Metrics, Legend>,
  by: Items<Item>,
) {
  return async (asked: Asked, request: ReportRequest) => {
    const { report, items, scope, window } = await read(view, by.grouping, asked, request);
    const named = [...items.keys()];
    const found = await by.find(asked.snapshot, scope, { to: window.to, named });
    const rows = found
      .filter(({ uuid }) => !request.omitEmpty || items.has(uuid))
      .map((item) => ({ item, sums: sumCells(items.get(item.uuid) ?? []) }))
      .sort((left, right) => byMoney(left.sums, right.sums) || byId(left.item, right.item))
      .map(({ item: { uuid: _uuid, ...fields }, sums }) => ({ ...fields, ...view.metrics(sums) }));
    const shown = rows.slice(0, REPORT_ITEMS_MAX);
    const columns = [...by.columns, ...metricColumns(report.totals)];
    const isTruncated = rows.length > shown.length;
    return { ...report, items: shown, isTruncated, ...csvWhenWanted(request, shown, columns) };
  };
}

export const REPORTS = {
  publisher: plain(PUBLISHER),
  publisherByCampaign: withItems(PUBLISHER, BY_CAMPAIGN),
  publisherByPlacement: withItems(PUBLISHER, BY_PLACEMENT),
  advertiser: plain(ADVERTISER),
  advertiserByCampaign: withItems(ADVERTISER, BY_CAMPAIGN),
  advertiserByPlacement: withItems(ADVERTISER, BY_PLACEMENT),
};

function byMoney(left: Sums, right: Sums): number {
  return left.gross === right.gross ? 0 : left.gross > right.gross ? -1 : 1;
}

function byId(left: { readonly uuid: string }, right: { readonly uuid: string }): number {
  return left.uuid < right.uuid ? 1 : -1;
}

/** Totals, series and legend, and the cells of each item for who wants them. */
async function read<Metrics, Legend>(
  view: View<Metrics, Legend>,
  grouping: Grouping,
  { snapshot, agentId, now }: Asked,
  request: ReportRequest,
) {
  const { period, campaignId, placementId, timezone } = request;
  const scope: Scope = { agentId, side: view.side, campaignId, placementId };
  await checkScope(snapshot, scope);
  const window = await windowOf(snapshot, { ...request, ...PERIODS[period] }, now);
  const { buckets, items } = await readCells(snapshot, scope, grouping, window);
  const all = [...buckets.values()].flat();
  const totals = view.metrics(sumCells(all));
  const money = await findAccountMoney(snapshot, agentId, {
    from: window.from,
    to: window.readTo,
  });
  const report = {
    period,
    from: window.from.toISOString(),
    to: window.to.toISOString(),
    timezone,
    isFinal: window.isFinal,
    totals,
    series: window.buckets.flatMap((bucket, index) => {
      const cells = buckets.get(index) ?? [];
      if (request.omitEmpty && cells.length === 0) return [];
      const { from, to } = bucket;
      const metrics = view.metrics(sumCells(cells));
      return [{ from: from.toISOString(), to: to.toISOString(), ...metrics }];
    }),
    legend: view.legend(totals, money),
  };
  return { report, items, scope, window };
}

export async function readCells(
  snapshot: Queryable,
  scope: Scope,
  grouping: Grouping,
  window: Window,
): Promise<Cells> {
  const starts = window.buckets.map(({ from }) => from);
  const bounds = [...starts, window.readTo].map((bound) => bound.getTime());
  const of = { grouping, segments: segmentsOf(bounds), starts, to: window.readTo };
  const cells = await findCells(snapshot, scope, of);
  const edges = await findEdgeCells(snapshot, scope, of);
  for (const [bucket, more] of edges.buckets) addTo(cells.buckets, bucket, more);
  for (const [item, more] of edges.items) addTo(cells.items, item, more);
  return cells;
}

function addTo<Key>(map: Map<Key, Cell[]>, key: Key, more: readonly Cell[]): void {
  map.set(key, [...(map.get(key) ?? []), ...more]);
}

async function checkScope(db: Queryable, scope: Scope): Promise<void> {
  const { campaignId, placementId } = scope;
  if (campaignId === undefined && placementId === undefined) return;
  if (await isInScope(db, scope)) return;
  throw campaignId === undefined ? placementNotFound() : campaignNotFound();
}

/** Columns of a table with these metrics; every type and reason has one, whatever happened. */
function metricColumns(metrics: AnyMetrics): string[] {
  return Object.keys(metrics).flatMap((name) => {
    if (name === "conversions") return CONVERSION_TYPES.map((type) => `${name}.${type}`);
    if (name === "invalidByReason") return EVENT_REASONS.map((reason) => `${name}.${reason}`);
    return [name];
  });
}

function csvWhenWanted(
  { format }: ReportRequest,
  rows: readonly object[],
  columns: readonly string[],
): { csv?: string } {
  return format === "csv" ? { csv: csvOf(columns, rows) } : {};
}

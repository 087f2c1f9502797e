import { z } from "zod";
import {
  advertiserReportByCampaignSchema,
  BUCKETS_MAX,
} from "../../../contract/resources/report.ts";
import { type BookedPackage, type Buy, packageStatusOf, readBuy } from "../buys.ts";
import { AdcpError, invalidRequest } from "../errors.ts";
import { usdFromCredits } from "../money.ts";
import { pricingModelOf } from "../products.ts";
import { type Delivery, simulatedOf } from "../sandbox/directives.ts";
import { isCalendarDate } from "../schema.ts";
import { type AdcpCall, type AdcpTask, callTool, readRequest } from "../task.ts";
import { buysOf, chosenBuys, statusesOf } from "./get_media_buys.ts";

const request = z.looseObject({
  ...chosenBuys,
  start_date: z.string().optional(),
  end_date: z.string().optional(),
  include_package_daily_breakdown: z.boolean().default(false),
});

/** Buys of one answer; further ones are asked for by id. */
const BUYS_MAX = 50;
const DAY_MS = 86_400_000;
/** Where the lifetime of no buy at all begins and ends: no clock reading may tell tenants apart. */
const NO_TIME = "1970-01-01";

export const getMediaBuyDelivery: AdcpTask = {
  name: "get_media_buy_delivery",
  description: "What media buys delivered and cost, in a period or in their lifetime.",
  access: "advertiser",
  mutates: false,
  async run(call, given) {
    const wanted = readRequest(request, given);
    checkDates(wanted);
    const statuses = statusesOf(wanted.status_filter);
    const buys: Buy[] = [];
    for (const record of (await buysOf(call, wanted)).slice(0, BUYS_MAX)) {
      const buy = await readBuy(call, record);
      if (statuses === undefined || statuses.includes(buy.status)) buys.push(buy);
    }
    const window = windowOf(call, buys, wanted);
    const asked = { window, hasDays: wanted.include_package_daily_breakdown };
    const deliveries = [];
    for (const buy of buys) deliveries.push(await deliveryOf(call, buy, asked));
    const totals = sum(deliveries.map((one) => one.totals));
    return {
      reporting_period: { start: `${window.from}T00:00:00Z`, end: `${window.to}T00:00:00Z` },
      currency: "USD",
      attribution_window: { post_click: { interval: 7, unit: "days" }, model: "last_touch" },
      aggregated_totals: { ...totals, media_buy_count: buys.length },
      media_buy_deliveries: deliveries,
    };
  },
};

type Dates = Pick<z.output<typeof request>, "start_date" | "end_date">;

/** The pattern of the schema also fits days that do not exist. */
function checkDates({ start_date: start, end_date: end }: Dates): void {
  for (const [field, date] of Object.entries({ start_date: start, end_date: end })) {
    if (date === undefined || isCalendarDate(date)) continue;
    throw new AdcpError("VALIDATION_ERROR", `${field} is no day.`, field);
  }
  if (start !== undefined && end !== undefined && end < start) {
    throw invalidRequest("end_date is before start_date.", "end_date");
  }
}

interface Window {
  readonly from: string;
  /** Exclusive. */
  readonly to: string;
}

function windowOf(call: AdcpCall, buys: readonly Buy[], { start_date, end_date }: Dates): Window {
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const [first] = buys;
  const nowMs = call.now.getTime();
  const born = first === undefined ? NO_TIME : day(first.record.createdAt.getTime());
  const last = first === undefined ? NO_TIME : day(nowMs);
  const to = day(Date.parse(`${end_date ?? start_date ?? last}T00:00:00Z`) + DAY_MS);
  return { from: start_date ?? (born < to ? born : to), to };
}

interface AskedDelivery {
  readonly window: Window;
  readonly hasDays: boolean;
}

async function deliveryOf(call: AdcpCall, buy: Buy, asked: AskedDelivery) {
  const simulated = await simulatedOf(call, buy.record);
  const packages = [];
  for (const one of buy.packages) packages.push(await packageDelivery(call, one, asked));
  const totals = sum([...packages.map(({ metrics }) => metrics), simulated]);
  const [first] = buy.packages;
  return {
    media_buy_id: buy.record.id,
    status: buy.status,
    ...(first?.campaign !== undefined && {
      pricing_model: pricingModelOf(first.campaign.adUnitType),
    }),
    totals,
    by_package: packages.map(({ metrics, facts, days }, place) => ({
      ...facts,
      ...(place === 0 ? sum([metrics, simulated]) : metrics),
      ...(asked.hasDays && { daily_breakdown: days }),
    })),
  };
}

async function packageDelivery(call: AdcpCall, one: BookedPackage, { window }: AskedDelivery) {
  const { record, campaign } = one;
  const facts = {
    package_id: record.id,
    currency: "USD",
    pricing_model: campaign === undefined ? "cpm" : pricingModelOf(campaign.adUnitType),
    rate: usdFromCredits(campaign?.rateCredits ?? 0),
    paused: packageStatusOf(one) === "paused",
    ...(campaign?.status === "exhausted" && { delivery_status: "budget_exhausted" }),
  };
  if (campaign === undefined) return { facts, metrics: NOTHING, days: [] };
  const { campaignId } = campaign;
  const args = { period: "range", ...reportable(window), campaignId };
  const asked = { tool: "get_advertiser_report_by_campaign", args };
  const report = await callTool(call, asked, advertiserReportByCampaignSchema);
  return {
    facts,
    metrics: metricsOf(report.totals),
    days: report.series.map((row) => ({ date: row.from.slice(0, 10), ...metricsOf(row) })),
  };
}

/** Reports have a first year and a longest range. */
function reportable({ from, to }: Window): Window {
  const earliest = new Date(Date.parse(`${to}T00:00:00Z`) - (BUCKETS_MAX - 1) * DAY_MS);
  const bounds = [from, earliest.toISOString().slice(0, 10), "2020-01-01"].toSorted();
  return { from: bounds.at(-1) ?? from, to };
}

type Metrics = z.output<typeof advertiserReportByCampaignSchema>["totals"];

function metricsOf(row: Metrics): Delivery {
  const { cpa, cpl, cpi } = row.conversions;
  const types = { purchase: cpa, lead: cpl, app_install: cpi };
  const counted = Object.entries(types).filter(([, count]) => count > 0);
  const conversions = Object.values(row.conversions).reduce((all, one) => all + one, 0);
  return {
    impressions: row.impressions,
    clicks: row.clicks,
    spend: usdFromCredits(row.spendCredits),
    conversions,
    by_event_type: counted.map(([event_type, count]) => ({ event_type, count })),
    viewability: { viewable_impressions: row.viewable },
  };
}

const NOTHING: Delivery = { impressions: 0, clicks: 0, spend: 0, conversions: 0 };

/** Sums up; dollars to the micro-credit. */
function sum(rows: readonly Delivery[]): Delivery {
  const total = (of: (row: Delivery) => number) => rows.reduce((all, row) => all + of(row), 0);
  const spend = rows.reduce((all, row) => all + BigInt(Math.round(row.spend * 1e8)), 0n);
  return {
    impressions: total((row) => row.impressions),
    clicks: total((row) => row.clicks),
    spend: Number(spend) / 1e8,
    conversions: total((row) => row.conversions),
  };
}

import { z } from "zod";
import { type Buy, dayOf, packageStatusOf, type Report, reportOf, type Window } from "../buys.ts";
import { invalidRequest } from "../errors.ts";
import { usdFromCredits } from "../money.ts";
import { CONVERSIONS, pricingModelOf } from "../products.ts";
import { simulatedOf, sumOf } from "../sandbox/directives.ts";
import { type AdcpCall, defineTask } from "../task.ts";
import { chosenBuys, readBuys } from "./get_media_buys.ts";

const request = z.looseObject({
  ...chosenBuys,
  // The pattern of the protocol also fits days that do not exist.
  start_date: z.iso.date().optional(),
  end_date: z.iso.date().optional(),
  include_package_daily_breakdown: z.boolean().default(false),
});

/** Buys of one answer; further ones are asked for by id. */
const BUYS_MAX = 50;
/** Where the lifetime of no buy at all begins and ends: no clock reading may tell tenants apart. */
const NO_TIME = "1970-01-01";

export const getMediaBuyDelivery = defineTask({
  name: "get_media_buy_delivery",
  request,
  description: "What media buys delivered and cost, in a period or in their lifetime.",
  async run(call, wanted) {
    const { start_date: start = "", end_date: end = start } = wanted;
    if (end < start) throw invalidRequest("end_date is before start_date.", "end_date");
    const buys = await readBuys(call, wanted, BUYS_MAX);
    const window = windowOf(call, buys, wanted);
    const asked = { ...window, hasDays: wanted.include_package_daily_breakdown };
    const deliveries = await Array.fromAsync(buys, (buy) => deliveryOf(call, buy, asked));
    const totals = sumOf(deliveries.map((one) => one.totals));
    return {
      reporting_period: { start: `${window.from}T00:00:00Z`, end: `${window.to}T00:00:00Z` },
      currency: "USD",
      attribution_window: { post_click: { interval: 7, unit: "days" }, model: "last_touch" },
      aggregated_totals: { ...totals, media_buy_count: buys.length },
      media_buy_deliveries: deliveries,
    };
  },
});

type Dates = Pick<z.output<typeof request>, "start_date" | "end_date">;

function windowOf(call: AdcpCall, [first]: readonly Buy[], { start_date, end_date }: Dates) {
  const born = first === undefined ? NO_TIME : dayOf(first.record.createdAt);
  const last = first === undefined ? NO_TIME : dayOf(call.now);
  const to = dayOf(end_date ?? start_date ?? last, 1);
  return { from: start_date ?? (born < to ? born : to), to };
}

async function deliveryOf(call: AdcpCall, buy: Buy, asked: Window & { hasDays: boolean }) {
  const simulated = await simulatedOf(call, buy.record.id);
  const metrics = [];
  const by_package = [];
  for (const [place, one] of buy.packages.entries()) {
    const { record, campaign } = one;
    const { totals, series = [] } = (await reportOf(call, one, asked)) ?? {};
    const own = metricsOf(totals);
    metrics.push(own);
    by_package.push({
      package_id: record.id,
      currency: "USD",
      pricing_model: pricingModelOf(campaign?.adUnitType ?? "cpm"),
      rate: usdFromCredits(campaign?.rateCredits ?? 0),
      paused: packageStatusOf(one) === "paused",
      ...(campaign?.status === "exhausted" && { delivery_status: "budget_exhausted" }),
      ...(place === 0 ? { ...own, ...sumOf([own, simulated]) } : own),
      ...(asked.hasDays && {
        daily_breakdown: series.map((row) => ({ date: row.from.slice(0, 10), ...metricsOf(row) })),
      }),
    });
  }
  const unit = buy.packages[0]?.campaign?.adUnitType;
  return {
    media_buy_id: buy.record.id,
    status: buy.status,
    ...(unit !== undefined && { pricing_model: pricingModelOf(unit) }),
    totals: sumOf([...metrics, simulated]),
    by_package,
  };
}

function metricsOf(row: Report["totals"] | undefined) {
  if (row === undefined) return { impressions: 0, clicks: 0, spend: 0, conversions: 0 };
  const counts = Object.entries(CONVERSIONS).map(([event_type, unit]) => {
    return { event_type, count: row.conversions[unit] };
  });
  return {
    impressions: row.impressions,
    clicks: row.clicks,
    spend: usdFromCredits(row.spendCredits),
    conversions: Object.values(row.conversions).reduce((all, one) => all + one, 0),
    by_event_type: counts.filter(({ count }) => count > 0),
    viewability: { viewable_impressions: row.viewable },
  };
}

import type { Metrics } from "./report.ts";

/** Actions of the reader after a click; what a model recommends follows no click. */
const AFTER_CLICK = ["cpa", "cpl", "cpi"] as const;

/**
 * Clicks for each impression, over the campaigns that report both: a campaign billed by the click
 * may report no impressions, and its clicks then do not count. Undefined: none reports both.
 */
export function clickRate(campaigns: readonly Metrics[]): number | undefined {
  return rate(
    campaigns,
    ({ clicks }) => clicks,
    ({ impressions }) => impressions,
  );
}

/** Acquisitions, leads and installs for each click, over the campaigns with clicks. */
export function conversionRate(campaigns: readonly Metrics[]): number | undefined {
  return rate(campaigns, conversionsAfterClick, ({ clicks }) => clicks);
}

export function conversionsAfterClick({ conversions }: Metrics): number {
  return AFTER_CLICK.reduce((sum, type) => sum + conversions[type], 0);
}

export function allConversions({ conversions }: Metrics): number {
  return Object.values(conversions).reduce((sum, value) => sum + value, 0);
}

function rate(
  campaigns: readonly Metrics[],
  count: (one: Metrics) => number,
  base: (one: Metrics) => number,
): number | undefined {
  const alike = campaigns.filter((one) => base(one) > 0);
  if (alike.length === 0) return undefined;
  const sum = (of: (one: Metrics) => number) => alike.reduce((all, one) => all + of(one), 0);
  return sum(count) / sum(base);
}

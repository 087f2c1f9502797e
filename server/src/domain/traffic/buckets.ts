import type { EventReason } from "../../contract/reasons.ts";

/**
 * The two kinds of invalid traffic that auditors tell apart: `general` is found by lists and
 * fixed limits, `sophisticated` only by knowing who is who.
 */
export type TrafficBucket = "general" | "sophisticated";

/**
 * The bucket of invalid traffic in which an event with this reason is counted; undefined for
 * reasons that say nothing of who caused it, such as a repeated report or an empty budget.
 *
 * **Source** MRC Invalid Traffic Detection and Filtration Standards: bots, data centres, prefetch
 * and limits on activity are general; parties that act on their own campaigns are sophisticated.
 */
export function bucketOfReason(reason: EventReason | undefined): TrafficBucket | undefined {
  if (reason === "declared_bot" || reason === "invalid_traffic") return "general";
  return reason === "self_click" ? "sophisticated" : undefined;
}

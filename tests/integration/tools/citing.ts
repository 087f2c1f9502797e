import type { Pair } from "./market.ts";

/** A placement whose answers cite: its campaigns pay for nothing else. */
export const CITING = { placement: { citations: true } };

/** A delivery with its citation, as a kit asks for it. */
export async function deliverCited(pair: Pair, fields: object = {}) {
  const delivered = await pair.deliver({ citations: true, ...fields });
  const { citation } = delivered;
  if (citation === undefined) throw new Error("no citation");
  return { ...delivered, citation };
}
export type Delivered = Awaited<ReturnType<typeof deliverCited>>;

export const citationOf = ({ citation: { tag, label } }: Delivered, fields: object = {}) => ({
  tag,
  label,
  kind: "rec",
  rendered: true,
  cited: 1,
  ...fields,
});
export const argsOf = (delivered: Delivered, fields: object = {}) => ({
  deliveryId: delivered.deliveryId,
  conversionType: "recommendation",
  citation: citationOf(delivered, fields),
});
export const recommend = (pair: Pair, delivered: Delivered, fields: object = {}) =>
  pair.report("report_conversion", argsOf(delivered, fields));
/** What a recommendation at the floor of 10 credits is answered. */
export const PAID = { billable: true, chargedCredits: 10, verified: false };
export const UNPAID = { accepted: true, billable: false, chargedCredits: 0, counted: 0 };

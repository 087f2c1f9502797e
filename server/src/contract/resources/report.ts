import { z } from "zod";
import { adUnitTypeSchema, campaignStatusSchema, conversionTypeSchema } from "../enums.ts";
import { creditsOut, idSchema, timeSchema } from "../fields.ts";
import { CREDITS_PER_USD } from "../money.ts";
import { eventReasonSchema } from "../reasons.ts";
import { keysOf, recordOf } from "../records.ts";
import { CONVERSION_TYPES, KIND } from "../units.ts";
import { postbackLogSchema } from "./postback.ts";

export const reportPeriodSchema = z.enum(["daily", "weekly", "monthly", "range"]);
export type ReportPeriod = z.infer<typeof reportPeriodSchema>;

export const attributionGroupSchema = z.enum([
  "hour",
  "day",
  "week",
  "placement",
  "conversionType",
]);
export type AttributionGroup = z.infer<typeof attributionGroupSchema>;

/** More buckets than this belong into a coarser period. */
export const BUCKETS_MAX = 400;
export const REPORT_ITEMS_MAX = 1_000;
export const CONVERSIONS_MAX = 100;
export const POSTBACK_LOG_MAX = 100;
export const UNBILLED_MAX = 100;

const FIRST_YEAR = 2020;
const LAST_YEAR = 2100;
const isNear = (text: string) => {
  const year = Number(text.slice(0, 4));
  return year >= FIRST_YEAR && year < LAST_YEAR;
};

/** A bound of a window: a moment, or a day that begins at its midnight in the report's zone. */
const boundSchema = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()])
  .refine(isNear, { message: `must lie between the years ${FIRST_YEAR} and ${LAST_YEAR}` });

export const windowFields = {
  from: boundSchema
    .optional()
    .describe("Time, or a day such as 2026-03-01: midnight in `timezone`."),
  to: boundSchema.optional().describe("Exclusive; default now."),
  omitEmpty: z.boolean().default(false).describe("Leave out rows in which nothing happened."),
};

const ZONE = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/;

function isZone(name: string): boolean {
  if (!ZONE.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

export const reportFields = {
  period: reportPeriodSchema.describe(
    "Buckets: days, ISO weeks or months, by default the last 30, 12 and 12; `range`: days " +
      "from `from` to `to`.",
  ),
  ...windowFields,
  timezone: z
    .string()
    .max(64)
    .refine(isZone, { message: "must be an IANA time zone, such as Europe/Berlin" })
    .default("UTC")
    .describe("IANA zone of the buckets, such as Europe/Berlin."),
  campaignId: idSchema("cmp").optional().describe("Only this campaign."),
  placementId: idSchema("plc").optional().describe("Only this placement."),
  format: z.enum(["json", "csv"]).default("json").describe("`csv` adds the rows as text in `csv`."),
};

export type ReportRequest = z.output<z.ZodObject<typeof reportFields>>;

/** How many of each type; every type is there. */
export const conversionsSchema = z.object(recordOf(CONVERSION_TYPES, (type) => [type, z.number()]));

export const invalidByReasonSchema = z.partialRecord(eventReasonSchema, z.number());

const countFields = {
  deliveries: z.number().describe("Creatives handed out."),
  impressions: z.number().describe("Counted impressions and context insertions."),
  viewable: z.number().describe("Impressions reported with viewable `evidence`, as by the widget."),
  clicks: z.number(),
  conversions: conversionsSchema,
  cited: z.number().describe("Counted recommendations and decisions that were cited."),
  citedShare: z
    .number()
    .nullable()
    .describe("`cited` for each counted recommendation or decision; null without any."),
  verified: z.number().describe("Counted events that the hop or the advertiser confirmed."),
  invalid: z.number().describe("Reported but not counted, whatever the reason."),
  invalidByReason: invalidByReasonSchema,
  ctr: z.number().describe("Clicks for each impression; 0 without impressions."),
};

export const publisherMetricsSchema = z.object({
  ...countFields,
  grossCredits: creditsOut.describe("What advertisers paid for the settled events."),
  platformFeeCredits: creditsOut,
  earnedCredits: creditsOut.describe("Gross less the fee, when the events were settled."),
  reversedCredits: creditsOut.describe("Earnings taken back, at the time of that."),
  eCpmCredits: creditsOut.describe("Earned for 1,000 impressions."),
});
export type PublisherMetrics = z.infer<typeof publisherMetricsSchema>;

export const advertiserMetricsSchema = z.object({
  ...countFields,
  spendCredits: creditsOut.describe("What the settled events cost."),
  reversedCredits: creditsOut.describe("Spend that came back later, at the time of that."),
  eCpmCredits: creditsOut.describe("Spend for 1,000 impressions."),
});
export type AdvertiserMetrics = z.infer<typeof advertiserMetricsSchema>;

const creditsPerUsd = z.literal(CREDITS_PER_USD);

const publisherLegendSchema = z.object({
  grossCredits: creditsOut,
  platformFeeCredits: creditsOut,
  earnedCredits: creditsOut.describe("Gross less the fee, in this window."),
  pendingCredits: creditsOut.describe("The whole account's earnings that are not mature, now."),
  cashedOutCredits: creditsOut.describe("What the whole account was paid out in this window."),
  creditsPerUsd,
});
export type PublisherLegend = z.infer<typeof publisherLegendSchema>;

const advertiserLegendSchema = z.object({
  creditsSpent: creditsOut.describe("In this window."),
  creditsPurchased: creditsOut.describe("Bought by the whole account in this window."),
  creditsPerUsd,
});
export type AdvertiserLegend = z.infer<typeof advertiserLegendSchema>;

const bucketFields = { from: timeSchema, to: timeSchema };

const itemFields = {
  campaign: {
    campaignId: idSchema("cmp"),
    placementId: idSchema("plc"),
    adUnitType: adUnitTypeSchema,
    status: campaignStatusSchema,
  },
  placement: {
    placementId: idSchema("plc"),
    title: z.string(),
    adUnitType: adUnitTypeSchema,
  },
};

function reportOf<Metrics extends z.ZodObject, Row extends z.ZodObject, Legend extends z.ZodObject>(
  totals: Metrics,
  row: Row,
  legend: Legend,
) {
  return z.object({
    period: reportPeriodSchema,
    ...bucketFields,
    timezone: z.string(),
    isFinal: z.boolean().describe("No number of this window can change any more."),
    totals: totals.describe("The sum of the series."),
    series: z.array(row),
    legend,
    csv: z.string().optional().describe("RFC 4180, with `format: csv`."),
  });
}

function itemsOf<Row extends z.ZodObject>(row: Row) {
  return {
    items: z.array(row).describe("Most money first."),
    isTruncated: z.boolean().describe(`Over ${REPORT_ITEMS_MAX} rows; narrow the report.`),
  };
}

const unbilledEventSchema = z.object({
  eventId: idSchema("evt"),
  event: z.enum(keysOf(KIND)),
  occurredAt: timeSchema,
  clickId: idSchema("clk").optional().describe("Names the delivery, clicked or not."),
  reason: eventReasonSchema.optional(),
  quantity: z.number().describe("What of it was not billed."),
});
export type UnbilledEvent = z.infer<typeof unbilledEventSchema>;

const unbilledSchema = z
  .array(unbilledEventSchema)
  .describe(
    `The latest that were not (wholly) billed: at most ${UNBILLED_MAX} clicks and conversions, ` +
      "and as many impressions.",
  );

const publisherSumsSchema = reportOf(
  publisherMetricsSchema,
  publisherMetricsSchema.extend(bucketFields),
  publisherLegendSchema,
);
export const publisherReportSchema = publisherSumsSchema.extend({
  unbilled: unbilledSchema.optional(),
});
export const publisherReportByCampaignSchema = publisherSumsSchema.extend(
  itemsOf(publisherMetricsSchema.extend(itemFields.campaign)),
);
export const publisherReportByPlacementSchema = publisherSumsSchema.extend(
  itemsOf(publisherMetricsSchema.extend(itemFields.placement)),
);
export const advertiserReportSchema = reportOf(
  advertiserMetricsSchema,
  advertiserMetricsSchema.extend(bucketFields),
  advertiserLegendSchema,
);
export const advertiserReportByCampaignSchema = advertiserReportSchema.extend(
  itemsOf(advertiserMetricsSchema.extend(itemFields.campaign)),
);
export const advertiserReportByPlacementSchema = advertiserReportSchema.extend(
  itemsOf(advertiserMetricsSchema.extend(itemFields.placement)),
);

export const conversionDetailSchema = z.object({
  orderId: z.string().optional(),
  valueUsd: z.number().optional(),
  couponCode: z.string().optional(),
});

const conversionPathSchema = z.object({
  eventId: idSchema("evt"),
  conversionType: conversionTypeSchema,
  occurredAt: timeSchema,
  settledAt: timeSchema,
  touch: z.enum(["click", "context"]).optional().describe("Absent when it found none."),
  deliveredAt: timeSchema.optional(),
  creativeVersion: z.number().optional(),
  clickId: idSchema("clk").optional(),
  clickedAt: timeSchema.optional(),
  isClickVerified: z.boolean().optional().describe("The hop saw the click."),
  ...conversionDetailSchema.shape,
  verified: z.boolean(),
  reason: eventReasonSchema.optional(),
  chargedCredits: creditsOut,
});
export type ConversionPath = z.infer<typeof conversionPathSchema>;

const bucketRowSchema = advertiserMetricsSchema.extend(bucketFields);
const placementRowSchema = advertiserMetricsSchema.extend({ placementId: idSchema("plc") });
const conversionRowSchema = z.object({
  conversionType: conversionTypeSchema,
  counted: z.number(),
  verified: z.number(),
  invalid: z.number(),
  spendCredits: creditsOut,
});
export type ConversionRow = z.infer<typeof conversionRowSchema>;

export const attributionSchema = z.object({
  campaignId: idSchema("cmp"),
  ...bucketFields,
  timezone: z.literal("UTC"),
  isFinal: z.boolean(),
  groupBy: attributionGroupSchema,
  totals: advertiserMetricsSchema,
  series: z
    .array(z.union([bucketRowSchema, placementRowSchema, conversionRowSchema]))
    .describe("One row for each bucket of time, placement or conversion type."),
  attributionWindow: z.object({ clickDays: z.number(), contextHours: z.number() }),
  conversions: z
    .array(conversionPathSchema)
    .describe(`The latest, at most ${CONVERSIONS_MAX}, with the touch that earned each.`),
  invalidTraffic: z.partialRecord(eventReasonSchema, z.number()),
  unbilled: unbilledSchema,
  postbackLog: z.array(postbackLogSchema),
});

import { z } from "zod";
import { citationSchema } from "../contract/citation.ts";
import { idempotencyKeySchema } from "../contract/define-tool.ts";
import {
  adUnitTypeSchema,
  campaignStatusSchema,
  conversionTypeSchema,
  postbackTypeSchema,
} from "../contract/enums.ts";
import { errorBodySchema } from "../contract/errors.ts";
import { idSchema } from "../contract/ids.ts";
import { eventReasonSchema } from "../contract/reasons.ts";
import { balanceSchema } from "../contract/resources/agent.ts";
import { bookingFields, campaignSchema } from "../contract/resources/campaign.ts";
import { cashoutSchema } from "../contract/resources/cashout.ts";
import { couponSchema } from "../contract/resources/coupon.ts";
import { consentSchema, deliveryIdSchema } from "../contract/resources/delivery.ts";
import { acknowledgementSchema, conversionFields } from "../contract/resources/event.ts";
import { timeSchema } from "../contract/resources/list.ts";
import { messageSchema } from "../contract/resources/message.ts";
import { placementSchema } from "../contract/resources/placement.ts";
import { postbackLogSchema } from "../contract/resources/postback.ts";
import {
  productListSchema,
  productQuerySchema,
  productSchema,
} from "../contract/resources/product.ts";
import {
  advertiserMetricsSchema,
  advertiserReportSchema,
  conversionsSchema,
  invalidByReasonSchema,
  publisherMetricsSchema,
  publisherReportSchema,
  reportFields,
} from "../contract/resources/report.ts";
import { orderSchema } from "../contract/resources/wallet.ts";
import { type JsonSchema, openSchemaOf, strictSchemaOf } from "../tools/schemas.ts";

/** Parts of answers, under names that generated clients keep. */
const ANSWERED = {
  AdUnitType: adUnitTypeSchema,
  AdvertiserBucket: advertiserReportSchema.shape.series.element,
  AdvertiserLegend: advertiserReportSchema.shape.legend,
  AdvertiserMetrics: advertiserMetricsSchema,
  AgentId: idSchema("agt"),
  Acknowledgement: acknowledgementSchema,
  Balance: balanceSchema,
  BrandId: idSchema("brd"),
  Campaign: campaignSchema,
  CampaignId: idSchema("cmp"),
  CampaignStatus: campaignStatusSchema,
  Cashout: cashoutSchema,
  ClickId: idSchema("clk"),
  ConversionType: conversionTypeSchema,
  Conversions: conversionsSchema,
  Coupon: couponSchema,
  Creative: campaignSchema.shape.creative,
  DeliveryId: deliveryIdSchema,
  Error: errorBodySchema,
  EventId: idSchema("evt"),
  EventReason: eventReasonSchema,
  IdempotencyKey: idempotencyKeySchema,
  InvalidByReason: invalidByReasonSchema,
  Message: messageSchema,
  Order: orderSchema,
  Placement: placementSchema,
  PlacementId: idSchema("plc"),
  PostbackAttempt: postbackLogSchema,
  PostbackId: idSchema("whk"),
  PostbackType: postbackTypeSchema,
  Product: productSchema,
  ProductList: productListSchema,
  ProductQuery: productQuerySchema,
  PublisherBucket: publisherReportSchema.shape.series.element,
  PublisherLegend: publisherReportSchema.shape.legend,
  PublisherMetrics: publisherMetricsSchema,
  Time: timeSchema,
};

/** Parts of arguments that are no part of an answer. */
const TAKEN = {
  AttributionWindow: bookingFields.attributionWindow,
  Citation: citationSchema,
  Consent: consentSchema,
  Evidence: conversionFields.evidence,
  ReportArguments: z.strictObject(reportFields),
  ReportBound: reportFields.from,
};

const shared: readonly (readonly [string, JsonSchema])[] = [
  ...Object.entries(ANSWERED).map(([name, schema]) => [name, openSchemaOf(schema)] as const),
  ...Object.entries(TAKEN).map(([name, schema]) => [name, strictSchemaOf(schema)] as const),
];
const names = new Map(shared.map(([name, schema]) => [textOf(schema), name]));
const meanings = new Map(shared.map(([name, { description }]) => [name, description]));

export const schemaRef = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** The components that `withRefs` refers to. */
export function sharedSchemas(): Record<string, JsonSchema> {
  const own = shared.map(([name, schema]) => [name, membersWithRefs(schema)] as const);
  return { ...Object.fromEntries(own), [ANY_JSON]: { description: "Any JSON value." } };
}

/** A schema with references in place of what `sharedSchemas` has. */
export function withRefs(schema: JsonSchema): JsonSchema {
  const name = names.get(textOf(schema));
  if (name === undefined) return membersWithRefs(schema);
  const { description } = schema;
  return { ...schemaRef(name), ...(description === meanings.get(name) ? {} : { description }) };
}

const ANY_JSON = "JsonValue";
const LOCAL_REF = /^#\/\$defs\/[^/]+$/;

/**
 * The one local definition that zod writes, any JSON value, becomes a component, because a
 * `#/$defs` reference counts from the document's root.
 */
function membersWithRefs({ $defs: _local, ...schema }: JsonSchema): JsonSchema {
  if (typeof schema.$ref === "string" && LOCAL_REF.test(schema.$ref)) return schemaRef(ANY_JSON);
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, refsIn(value)]));
}

function refsIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(refsIn);
  return typeof value === "object" && value !== null ? withRefs({ ...value }) : value;
}

/** Descriptions stand beside a reference, so they make no difference. */
function textOf({ description: _meaning, $defs: _local, ...schema }: JsonSchema): string {
  return JSON.stringify(schema);
}

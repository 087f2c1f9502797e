import { idempotencyKeySchema } from "../contract/define-tool.ts";
import { adUnitTypeSchema, campaignStatusSchema, conversionTypeSchema } from "../contract/enums.ts";
import { errorBodySchema } from "../contract/errors.ts";
import { idSchema } from "../contract/ids.ts";
import { creditsOut } from "../contract/money.ts";
import { eventReasonSchema } from "../contract/reasons.ts";
import { balanceSchema } from "../contract/resources/agent.ts";
import { campaignSchema } from "../contract/resources/campaign.ts";
import { cashoutSchema } from "../contract/resources/cashout.ts";
import { couponSchema } from "../contract/resources/coupon.ts";
import { acknowledgementSchema } from "../contract/resources/event.ts";
import { timeSchema } from "../contract/resources/list.ts";
import { placementSchema } from "../contract/resources/placement.ts";
import { postbackLogSchema } from "../contract/resources/postback.ts";
import {
  productListSchema,
  productQuerySchema,
  productSchema,
} from "../contract/resources/product.ts";
import {
  advertiserMetricsSchema,
  conversionsSchema,
  invalidByReasonSchema,
  publisherMetricsSchema,
} from "../contract/resources/report.ts";
import { type JsonSchema, openSchemaOf } from "../tools/schemas.ts";
import { embedded, JSON_VALUE_COMPONENT } from "./json-schema.ts";

/** What several results contain: a schema of its own, under a name that generated clients keep. */
const SHARED = {
  AdUnitType: adUnitTypeSchema,
  AdvertiserMetrics: advertiserMetricsSchema,
  AgentId: idSchema("agt"),
  Acknowledgement: acknowledgementSchema,
  Balance: balanceSchema,
  Campaign: campaignSchema,
  CampaignId: idSchema("cmp"),
  CampaignStatus: campaignStatusSchema,
  Cashout: cashoutSchema,
  ConversionType: conversionTypeSchema,
  Conversions: conversionsSchema,
  Coupon: couponSchema,
  Credits: creditsOut,
  Error: errorBodySchema,
  EventReason: eventReasonSchema,
  IdempotencyKey: idempotencyKeySchema,
  InvalidByReason: invalidByReasonSchema,
  Placement: placementSchema,
  PlacementId: idSchema("plc"),
  PostbackAttempt: postbackLogSchema,
  Product: productSchema,
  ProductList: productListSchema,
  ProductQuery: productQuerySchema,
  PublisherMetrics: publisherMetricsSchema,
  Time: timeSchema,
};

const written = Object.entries(SHARED).map(([name, schema]) => ({
  name,
  schema: embedded(openSchemaOf(schema)),
}));
const names = new Map(written.map(({ name, schema }) => [textOf(schema), name]));

export const schemaRef = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** The components that `withRefs` refers to. */
export function sharedSchemas(): Record<string, JsonSchema> {
  const own = written.map(({ name, schema }) => [name, membersWithRefs(schema)] as const);
  return { ...Object.fromEntries(own), ...JSON_VALUE_COMPONENT };
}

/** A schema of an answer with references in place of what `sharedSchemas` has. */
export function withRefs(schema: JsonSchema): JsonSchema {
  const name = names.get(textOf(schema));
  if (name === undefined) return membersWithRefs(schema);
  const { description } = schema;
  const known = written.find((one) => one.name === name)?.schema.description;
  return { ...schemaRef(name), ...(description === known ? {} : { description }) };
}

function membersWithRefs(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, refsIn(value)]));
}

function refsIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(refsIn);
  return typeof value === "object" && value !== null ? withRefs({ ...value }) : value;
}

/** Descriptions stand beside a reference, so they make no difference. */
function textOf({ description: _meaning, ...schema }: JsonSchema): string {
  return JSON.stringify(schema);
}

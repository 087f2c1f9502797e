import { z } from "zod";
import { citationSchema } from "../contract/citation.ts";
import { idempotencyKeySchema } from "../contract/define-tool.ts";
import {
  adUnitTypeSchema,
  campaignStatusSchema,
  conversionTypeSchema,
  postbackTypeSchema,
} from "../contract/enums.ts";
import {
  ERRORS,
  type ErrorCode,
  ExchangeError,
  errorBodyOf,
  errorBodySchema,
} from "../contract/errors.ts";
import { exampleId, idSchema, timeSchema } from "../contract/fields.ts";
import { eventReasonSchema } from "../contract/reasons.ts";
import { keysOf } from "../contract/records.ts";
import { balanceSchema } from "../contract/resources/agent.ts";
import { bookingFields, campaignSchema, couponSchema } from "../contract/resources/campaign.ts";
import {
  acknowledgementSchema,
  consentSchema,
  conversionFields,
  deliveryIdSchema,
} from "../contract/resources/delivery.ts";
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
import { cashoutSchema, orderSchema } from "../contract/resources/wallet.ts";
import { CATALOGUE } from "../tools/catalogue.ts";
import { type JsonSchema, openSchemaOf, schemasOf, strictSchemaOf } from "../tools/schemas.ts";
import type { Tool } from "../tools/tool.ts";

const headerRef = (name: string) => ({ $ref: `#/components/headers/${name}` });

/** `create_campaign` becomes `CreateCampaign`. */
export function pascalOf(toolName: string): string {
  return toolName.replace(/(^|_)([a-z])/g, (_whole, _line, letter: string) => letter.toUpperCase());
}

const header = (description: string, ...examples: string[]) => ({
  description,
  schema: { type: "string", ...(examples.length === 0 ? {} : { examples }) },
});

export const HEADERS = {
  RequestId: header(
    "Names this answer in our logs; send it along with a bug report.",
    exampleId("req"),
  ),
  RetryAfter: {
    description: "Seconds to wait before the same call.",
    schema: { type: "integer", minimum: 1 },
  },
  WwwAuthenticate: header("How to authenticate.", 'Bearer realm="placard"'),
  RateLimit: header(
    "What is left of the limit, and in how many seconds it is whole again.",
    '"read";r=0;t=2',
  ),
  RateLimitPolicy: header("The limit: calls in a window of so many seconds.", '"read";q=100;w=2'),
  Deprecation: header(
    "The tool has another name now; since when, in seconds (RFC 9745).",
    "@1795219200",
  ),
  Sunset: header(
    "Until when the former name still answers (RFC 8594).",
    "Fri, 21 May 2027 00:00:00 GMT",
  ),
  IdempotentReplayed: {
    description: "`true` when this is the kept answer of an earlier call with the same key.",
    schema: { type: "string", enum: ["true"] },
  },
  ETag: header("Changes with the content."),
  Location: header("Where the reader goes."),
};

/** For each tool its arguments, its call and its result; and what is shared. */
export function componentSchemas(): Record<string, JsonSchema> {
  const ofTools = CATALOGUE.flatMap((tool) => {
    const { input, output } = schemasOf(tool);
    const name = pascalOf(tool.name);
    return [
      [`${name}Arguments`, withRefs(input)],
      [`${name}Call`, callSchemaOf(tool, input)],
      [`${name}Result`, withRefs(output)],
    ];
  });
  return { ...Object.fromEntries(ofTools), ...sharedSchemas() };
}

function callSchemaOf(tool: Tool, input: JsonSchema): JsonSchema {
  const needsArguments = Array.isArray(input.required) && input.required.length > 0;
  return {
    type: "object",
    title: tool.title,
    description: tool.description,
    properties: {
      tool: { type: "string", const: tool.name },
      arguments: schemaRef(`${pascalOf(tool.name)}Arguments`),
      ...(tool.takesIdempotencyKey ? { idempotencyKey: schemaRef("IdempotencyKey") } : {}),
    },
    required: ["tool", ...(needsArguments ? ["arguments"] : [])],
    additionalProperties: false,
  };
}

const limitHeaders = {
  RateLimit: headerRef("RateLimit"),
  "RateLimit-Policy": headerRef("RateLimitPolicy"),
};
const statusOf = (code: ErrorCode) => ERRORS[code].status;
const CODES = Map.groupBy(
  keysOf(ERRORS).toSorted((one, other) => statusOf(one) - statusOf(other)),
  statusOf,
);

/** One response for each status an error can have, with the codes it may carry. */
export function errorResponses(baseUrl: string): Record<string, object> {
  const responses = [...CODES].map(([status, codes]) => [
    `Error${status}`,
    errorResponse(status, codes, baseUrl),
  ]);
  return {
    ...Object.fromEntries(responses),
    ErrorOther: jsonAnswer("Any other error. Codes may be added.", schemaRef("Error")),
    NotModified: {
      description: "Not changed since the `If-None-Match` you sent.",
      headers: requestIdHeader,
    },
  };
}

function errorResponse(status: number, codes: readonly ErrorCode[], baseUrl: string) {
  const context = { requestId: exampleId("req"), baseUrl };
  const examples = codes.map((code) => [
    code,
    { value: errorBodyOf(new ExchangeError(code), context) },
  ]);
  return {
    description: `One of: ${codes.map((code) => `\`${code}\``).join(", ")}. See the examples.`,
    headers: {
      ...requestIdHeader,
      ...(status === 401 ? { "WWW-Authenticate": headerRef("WwwAuthenticate") } : {}),
      ...(status === 429 || status === 503 ? { "Retry-After": headerRef("RetryAfter") } : {}),
      ...(status === 429 ? limitHeaders : {}),
    },
    content: {
      "application/json": { schema: schemaRef("Error"), examples: Object.fromEntries(examples) },
    },
  };
}

/** References to the error responses of the given statuses, and to the one for all others. */
export function errorsOf(statuses: readonly number[]): Record<string, object> {
  const refTo = (name: string) => ({ $ref: `#/components/responses/Error${name}` });
  const named = statuses.map((status) => [status, refTo(String(status))]);
  return { ...Object.fromEntries(named), default: refTo("Other") };
}

export function jsonAnswer(description: string, schema: object, headers: object = {}) {
  return {
    description,
    headers: { ...requestIdHeader, ...headers },
    content: { "application/json": { schema } },
  };
}

export const requestIdHeader = { "X-Request-Id": headerRef("RequestId") };
export const cachedHeaders = { ETag: headerRef("ETag") };
export const replayHeaders = {
  "Idempotent-Replayed": headerRef("IdempotentReplayed"),
  Deprecation: headerRef("Deprecation"),
  Sunset: headerRef("Sunset"),
};
export const locationHeaders = { Location: headerRef("Location") };

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

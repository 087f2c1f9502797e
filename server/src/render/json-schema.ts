import { z } from "zod";
import type { JsonSchema } from "../tools/schemas.ts";

/** The keywords of a JSON schema that the documents read. */
export interface SchemaNode {
  readonly type?: string | readonly string[] | undefined;
  readonly description?: string | undefined;
  readonly format?: string | undefined;
  readonly pattern?: string | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly minItems?: number | undefined;
  readonly maxItems?: number | undefined;
  readonly required?: readonly string[] | undefined;
  readonly properties?: Readonly<Record<string, SchemaNode>> | undefined;
  readonly items?: SchemaNode | undefined;
  readonly anyOf?: readonly SchemaNode[] | undefined;
  readonly oneOf?: readonly SchemaNode[] | undefined;
}

const node: z.ZodType<SchemaNode> = z.lazy(() =>
  z.object({
    type: z.union([z.string(), z.array(z.string())]).optional(),
    description: z.string().optional(),
    format: z.string().optional(),
    pattern: z.string().optional(),
    enum: z.array(z.unknown()).optional(),
    const: z.unknown().optional(),
    default: z.unknown().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
    minItems: z.number().optional(),
    maxItems: z.number().optional(),
    required: z.array(z.string()).optional(),
    properties: z.record(z.string(), node).optional(),
    items: node.optional(),
    anyOf: z.array(node).optional(),
    oneOf: z.array(node).optional(),
  }),
);

/** Reads a published schema, whose keywords are untyped, as a node that can be walked. */
export function readSchema(schema: JsonSchema): SchemaNode {
  return node.parse(schema);
}

const HOISTED = "JsonValue";
const LOCAL_REF = /^#\/\$defs\/[^/]+$/;

/**
 * Makes a tool's schema fit into a larger document: the one local definition that zod writes, any
 * JSON value, becomes a component, because a `#/$defs` reference counts from the document's root.
 */
export function embedded(schema: JsonSchema): JsonSchema {
  const { $defs: _local, ...rest } = schema;
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, moved(value)]));
}

function moved(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(moved);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, member]) =>
    key === "$ref" && typeof member === "string" && LOCAL_REF.test(member)
      ? [key, `#/components/schemas/${HOISTED}`]
      : [key, moved(member)],
  );
  return Object.fromEntries(entries);
}

/** The component that `embedded` points to. */
export const JSON_VALUE_COMPONENT: Readonly<Record<string, JsonSchema>> = {
  [HOISTED]: { description: "Any JSON value." },
};

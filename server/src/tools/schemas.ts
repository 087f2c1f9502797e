import { z } from "zod";
import { asList } from "../contract/records.ts";
import type { Tool } from "./tool.ts";

/** A schema whose keywords are only passed on. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** A schema whose keywords are read. */
export type SchemaNode = z.core.JSONSchema.JSONSchema;

/** The JSON schemas of a tool, made once and kept. */
const made = new WeakMap<Tool, { input: SchemaNode; output: SchemaNode }>();

/**
 * What MCP and OpenAPI publish. Inputs stay strict; outputs are open, so that a field we add later
 * does not break a client that validates.
 */
export function schemasOf(tool: Tool): { input: SchemaNode; output: SchemaNode } {
  const known = made.get(tool);
  if (known !== undefined) return known;
  const schemas = { input: strictSchemaOf(tool.input), output: openSchemaOf(tool.output) };
  made.set(tool, schemas);
  return schemas;
}

/** Any zod schema of arguments as a JSON schema: unknown fields are refused. */
export function strictSchemaOf(schema: z.ZodType): SchemaNode {
  return schemaOf(schema, "input");
}

/** Any zod schema as an open JSON schema for the published documents. */
export function openSchemaOf(schema: z.ZodType): SchemaNode {
  return schemaOf(schema, "output");
}

function schemaOf(schema: z.ZodType, io: "input" | "output"): SchemaNode {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      if (io === "output" && jsonSchema.additionalProperties === false) {
        delete jsonSchema.additionalProperties;
      }
      // zod's bounds of any whole number say nothing.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  // A copy of plain data: zod hangs methods of its own on what it returns.
  return JSON.parse(JSON.stringify(rest));
}

/** A copy of an object, or an empty one for anything else. */
export function asSchema(value: unknown): JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** Those of the names that every variant requires. */
export function requiredByAll(variants: readonly JsonSchema[], names: object): string[] {
  return Object.keys(names).filter((name) =>
    variants.every(({ required }) => asList(required).includes(name)),
  );
}

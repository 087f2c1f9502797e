import { z } from "zod";
import type { Tool } from "./tool.ts";

export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** The JSON schemas of a tool, made once and kept. */
const made = new WeakMap<Tool, { input: JsonSchema; output: JsonSchema }>();

/**
 * What MCP and OpenAPI publish. Inputs stay strict; outputs are open, so that a field we add later
 * does not break a client that validates.
 */
export function schemasOf(tool: Tool): { input: JsonSchema; output: JsonSchema } {
  const known = made.get(tool);
  if (known !== undefined) return known;
  const schemas = {
    input: tidied(z.toJSONSchema(tool.input, { io: "input" }), true),
    output: tidied(z.toJSONSchema(tool.output, { io: "output" }), false),
  };
  made.set(tool, schemas);
  return schemas;
}

/** Any zod schema as an open JSON schema for the published documents. */
export function openSchemaOf(schema: z.ZodType): JsonSchema {
  return tidied(z.toJSONSchema(schema, { io: "output" }), false);
}

function tidied(schema: object, isStrict: boolean): JsonSchema {
  const { $schema: _dialect, ...rest } = Object.fromEntries(Object.entries(schema));
  return asSchema(tidy(rest, isStrict));
}

function tidy(value: unknown, isStrict: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => tidy(item, isStrict));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value)
    .filter(([key, member]) => isStrict || key !== "additionalProperties" || member !== false)
    .filter(([key, member]) => !(key === "maximum" && member === Number.MAX_SAFE_INTEGER))
    .filter(([key, member]) => !(key === "minimum" && member === Number.MIN_SAFE_INTEGER))
    .map(([key, member]) => [key, tidy(member, isStrict)]);
  return Object.fromEntries(entries);
}

function asSchema(value: unknown): JsonSchema {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

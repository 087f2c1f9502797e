import type { JsonSchema } from "../tools/schemas.ts";

/** Keywords that hold schemas: one, a list of them, or one for each name. */
const SINGLE = new Set(["items", "additionalProperties", "propertyNames", "not"]);
const LISTS = new Set(["anyOf", "oneOf", "allOf", "prefixItems"]);
const BY_NAME = new Set(["properties", "patternProperties"]);

/**
 * The same schema without what a model cannot use: a list of tools costs its readers context. It
 * accepts at least what the full one accepts; the dispatcher alone decides.
 */
export function compactSchema(schema: JsonSchema): JsonSchema {
  // The one definition zod makes is the recursive "any JSON", which an empty schema says as well.
  if (schema.$ref !== undefined) return {};
  const members = Object.entries(schema)
    .filter(([keyword, value]) => !isIdle(keyword, value, schema))
    .flatMap(([keyword, value]) => compactMember(keyword, value));
  return Object.fromEntries(members);
}

function isIdle(keyword: string, value: unknown, schema: JsonSchema): boolean {
  if (keyword === "$defs") return true;
  // `format` says it already, in 250 characters less.
  if (keyword === "pattern") return schema.format === "date-time";
  return keyword === "propertyNames" && JSON.stringify(value) === '{"type":"string"}';
}

function compactMember(keyword: string, value: unknown): [string, unknown][] {
  // Several providers of models take a list of types only as `anyOf`.
  if (keyword === "type" && Array.isArray(value)) {
    return [["anyOf", value.map((type) => ({ type }))]];
  }
  if (LISTS.has(keyword) && Array.isArray(value)) return [[keyword, value.map(compactAny)]];
  if (SINGLE.has(keyword)) return [[keyword, compactAny(value)]];
  if (BY_NAME.has(keyword)) return [[keyword, compactEach(value)]];
  return [[keyword, value]];
}

function compactAny(value: unknown): unknown {
  return isObject(value) ? compactSchema({ ...value }) : value;
}

function compactEach(value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, compactAny(one)]));
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

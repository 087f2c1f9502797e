import type { JsonSchema } from "../tools/schemas.ts";

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

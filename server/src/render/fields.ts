import type { SchemaNode } from "../tools/schemas.ts";

/** One field of an argument object or an answer, as the documents show it. */
export interface FieldRow {
  /** `consent.gdpr`, `events[].count`. */
  readonly path: string;
  readonly isRequired: boolean;
  /** Type and limits in words. */
  readonly kind: string;
  readonly defaultText: string;
  readonly meaning: string;
}

/** Names the tool whose text has the object already; absent: everything is written out. */
export type Shown = (object: SchemaNode) => string | undefined;

/** Objects with fewer fields are written out each time. */
const REPEATED_MIN = 4;

/** For one tool of a text. `known`: the tool of each object in the text so far, by its fields. */
export function shownBefore(tool: string, known: Map<string, string>): Shown {
  return ({ properties = {} }) => {
    if (Object.keys(properties).length < REPEATED_MIN) return undefined;
    const text = JSON.stringify(properties);
    const before = known.get(text);
    if (before === undefined) known.set(text, tool);
    return before;
  };
}

/** The fields of an object schema, nested ones after their parent. */
export function fieldRows(schema: SchemaNode, shown?: Shown, prefix = ""): FieldRow[] {
  const required = new Set(schema.required ?? []);
  return fieldsOf(schema).flatMap(([name, field]) => {
    const row = rowOf(`${prefix}${name}`, field, required.has(name));
    const tool = shown?.(itemsOf(field) ?? field);
    if (tool === undefined) return [row, ...nestedRows(row.path, field, shown)];
    return [{ ...row, meaning: `${row.meaning} Fields as in ${tool}.`.trim() }];
  });
}

/** The fields of an object with their schemas. None of ours is a bare true or false. */
export function fieldsOf({ properties = {} }: SchemaNode): [string, SchemaNode][] {
  return Object.entries(properties).map(([name, field]) => [name, nodeOf(field)]);
}

export function itemsOf({ items }: SchemaNode): SchemaNode | undefined {
  return items === undefined || Array.isArray(items) ? undefined : nodeOf(items);
}

function nodeOf(schema: SchemaNode | boolean): SchemaNode {
  return typeof schema === "boolean" ? {} : schema;
}

function rowOf(path: string, field: SchemaNode, isRequired: boolean): FieldRow {
  return {
    path,
    isRequired,
    kind: kindOf(field),
    defaultText: field.default === undefined ? "" : JSON.stringify(field.default),
    meaning: field.description ?? "",
  };
}

function nestedRows(path: string, field: SchemaNode, shown?: Shown): FieldRow[] {
  const items = itemsOf(field);
  const prefix = items === undefined ? `${path}.` : `${path}[].`;
  if (items?.oneOf !== undefined) return variantRows(items.oneOf, prefix);
  return fieldRows(items ?? field, shown, prefix);
}

/** Variants told apart by `type`: every field once, saying of which types when not of all. */
function variantRows(variants: readonly SchemaNode[], prefix: string): FieldRow[] {
  const names = variants.map((variant) =>
    String(Object.fromEntries(fieldsOf(variant)).type?.const),
  );
  const merged = new Map<string, { row: FieldRow; of: string[] }>();
  variants.forEach((variant, index) => {
    for (const row of fieldRows(variant, undefined, prefix)) {
      const known = merged.get(row.path) ?? { row, of: [] };
      known.of.push(names[index] ?? "");
      merged.set(row.path, known);
    }
  });
  return [...merged.values()].map(({ row, of }) => {
    if (row.path === `${prefix}type`) return { ...row, kind: oneOf(names) };
    if (of.length === variants.length) return row;
    const only = `Only with type ${of.join(" or ")}.`;
    return { ...row, meaning: row.meaning === "" ? only : `${only} ${row.meaning}` };
  });
}

/** Type and limits of one field in words: `whole number, 1 to 100`. */
export function kindOf(field: SchemaNode): string {
  if (field.enum !== undefined) return oneOf(field.enum.map(String));
  if (field.const !== undefined) return JSON.stringify(field.const);
  const alternatives = field.anyOf ?? field.oneOf;
  if (alternatives !== undefined) return alternatives.map(kindOf).join(" or ");
  switch (field.type) {
    case "string":
      return stringKind(field);
    case "integer":
      return joined("whole number", range(field.minimum, field.maximum));
    case "number":
      return joined("number", range(field.minimum, field.maximum));
    case "array":
      return joined(`list of ${pluralOf(itemsOf(field))}`, range(field.minItems, field.maxItems));
    case "boolean":
      return "true or false";
    default:
      return Array.isArray(field.type)
        ? field.type.join(" or ")
        : (field.type?.toString() ?? "any");
  }
}

function stringKind(field: SchemaNode): string {
  if (field.format === "date-time") return "time";
  const prefix = /^\^([a-z]{3})_/.exec(field.pattern ?? "")?.[1];
  if (prefix !== undefined) return `id \`${prefix}_…\``;
  const length = range(field.minLength, field.maxLength);
  return joined("string", length === "" ? "" : `${length} characters`);
}

function pluralOf(item: SchemaNode | undefined): string {
  if (item === undefined) return "values";
  const isObject = item.type === "object" || item.oneOf !== undefined;
  return isObject ? "objects" : `(${kindOf(item)})`;
}

function oneOf(values: readonly string[]): string {
  return `one of ${values.map((value) => `\`${value}\``).join(", ")}`;
}

function joined(kind: string, limits: string): string {
  return limits === "" ? kind : `${kind}, ${limits}`;
}

function range(least: number | undefined, most: number | undefined): string {
  if (least !== undefined && most !== undefined) return `${written(least)} to ${written(most)}`;
  if (most !== undefined) return `at most ${written(most)}`;
  return least === undefined ? "" : `at least ${written(least)}`;
}

/**
 * `1,000,000`; and a millionth as `0.000001`, never as `1e-6`. One format for all, because a
 * number's own method makes another for each call, which delays every start.
 */
const { format: written } = new Intl.NumberFormat("en-US", { maximumFractionDigits: 6 });

import type { JsonSchema } from "../tools/schemas.ts";

/**
 * What the tools before have told the reader of one list. A list of tools costs its readers context
 * on every turn, so nothing is said twice.
 */
export class Told {
  readonly #fields = new Set<string>();
  readonly #answers: { readonly tool: string; readonly names: readonly string[] }[] = [];

  /** Whether a field of this name and meaning was shown before; from now on it was. */
  field(name: string, description: unknown): boolean {
    const key = `${name}: ${String(description)}`;
    const isKnown = this.#fields.has(key);
    this.#fields.add(key);
    return isKnown;
  }

  /** The earlier tool whose answer holds most of these fields; else this one is known now. */
  answer(tool: string, names: readonly string[]): { tool: string; rest: string[] } | undefined {
    if (names.length < FIELDS_MIN) return undefined;
    const [nearest] = this.#answers
      .map((known) => ({
        tool: known.tool,
        rest: names.filter((name) => !known.names.includes(name)),
      }))
      .sort((left, right) => left.rest.length - right.rest.length);
    const limit = names.length * NEW_FIELDS_SHARE_MAX;
    if (nearest !== undefined && nearest.rest.length <= limit) return nearest;
    this.#answers.push({ tool, names });
    return undefined;
  }
}

/** Shorter answers are written out: naming another tool would take as much. */
const FIELDS_MIN = 5;
/** With more new fields than this share, naming another tool would say little. */
const NEW_FIELDS_SHARE_MAX = 0.5;

/**
 * The arguments without what a model cannot use: lengths, patterns of ids and what was told before.
 * It accepts at least what the full schema accepts; the dispatcher alone decides.
 */
export function listedInput(schema: JsonSchema, told: Told): JsonSchema {
  return listedNode(schema, told);
}

/** Sizes are checked by the dispatcher; texts that must be short say so in their description. */
const DROPPED = new Set([
  "$defs",
  "propertyNames",
  "pattern",
  "format",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "exclusiveMinimum",
  // No model sends a field that is not listed, and the dispatcher names one that does not exist.
  "additionalProperties",
]);
/** Larger and smaller bounds only keep numbers sane. */
const TOLD_MAXIMUM = 100_000;
const TOLD_MINIMUM = 1;

function listedNode(schema: JsonSchema, told: Told): JsonSchema {
  // The one definition zod makes is the recursive "any JSON", which an empty schema says as well.
  if (schema.$ref !== undefined) return {};
  const members = Object.entries(schema)
    .filter(([keyword, value]) => !DROPPED.has(keyword) && !isFarBound(keyword, value))
    .flatMap(([keyword, value]) => listedMember(keyword, value, told));
  return Object.fromEntries(members);
}

function isFarBound(keyword: string, value: unknown): boolean {
  if (keyword === "maximum") return Number(value) > TOLD_MAXIMUM;
  return keyword === "minimum" && Number(value) >= 0 && Number(value) <= TOLD_MINIMUM;
}

function listedMember(keyword: string, value: unknown, told: Told): [string, unknown][] {
  switch (keyword) {
    case "properties":
      return [[keyword, listedProperties(asSchema(value), told)]];
    case "items":
      return [[keyword, listedNode(asSchema(value), told)]];
    case "anyOf":
      return Object.entries(oneOrAny(asList(value).map((one) => alternative(one, told))));
    case "type":
      return Object.entries(Array.isArray(value) ? oneOrAny(value.map(typed)) : { type: value });
    case "oneOf":
      return Object.entries(listedNode(commonOf(asList(value)), told));
    default:
      return [[keyword, value]];
  }
}

const typed = (type: unknown): JsonSchema => ({ type });

/** Beside other types a constant is listed as its type: `true`, 1 and 0 as boolean or number. */
function alternative({ const: constant, ...schema }: JsonSchema, told: Told): JsonSchema {
  if (constant !== undefined && schema.type !== undefined) return { type: schema.type };
  return listedNode(schema, told);
}

function listedProperties(properties: JsonSchema, told: Told): JsonSchema {
  const entries = Object.entries(properties).map(([name, value]) => {
    const { description, ...field } = asSchema(value);
    const listed = listedNode(field, told);
    if (description === undefined) return [name, listed];
    return [
      name,
      told.field(name, description) ? withoutLimits(listed) : { ...listed, description },
    ];
  });
  return Object.fromEntries(entries);
}

function withoutLimits({
  default: _default,
  minimum: _least,
  maximum: _most,
  ...form
}: JsonSchema) {
  return form;
}

/** Variants told apart by `type`: what all of them must have; the rest is in their own tools. */
function commonOf(variants: readonly JsonSchema[]): JsonSchema {
  const [first = {}] = variants;
  const shapes = variants.map((variant) => asSchema(variant.properties));
  const isCommon = (name: string) =>
    variants.every(({ required }) => Array.isArray(required) && required.includes(name));
  const required = Object.keys(asSchema(first.properties)).filter(isCommon);
  const properties = Object.fromEntries(
    required.map((name) => {
      const constants = shapes.map((shape) => asSchema(shape[name]).const);
      const isTag = constants.every((value) => value !== undefined);
      return [name, isTag ? { type: "string", enum: constants } : asSchema(shapes[0]?.[name])];
    }),
  );
  return { type: "object", properties, required };
}

/**
 * An answer as its fields with their types: a client that validates accepts every answer and every
 * error body with it, also when fields are added. What repeats an argument, and what an earlier
 * tool answers as well, is left out. OpenAPI has it in full.
 */
export function listedOutput(tool: ListedTool, told: Told): JsonSchema {
  const properties = asSchema(tool.output.properties);
  const own = answerFields(properties, tool, told);
  if (!("nextCursor" in properties || "page" in properties)) return own;
  const rows = asSchema(asSchema(asSchema(properties.items).items).properties);
  const items = { type: "array", items: answerFields(rows, { ...tool, input: {} }, told) };
  return { ...own, properties: { ...asSchema(own.properties), items } };
}

/** Fields that mean the same wherever they are: one tool shows them for all. */
const EVERYWHERE = new Set(["nextCursor", "nextTools", "createdAt", "updatedAt", "revision"]);

interface ListedTool {
  readonly name: string;
  readonly input: JsonSchema;
  readonly output: JsonSchema;
}

function answerFields(properties: JsonSchema, tool: ListedTool, told: Told): JsonSchema {
  const names = Object.keys(properties);
  const known = told.answer(tool.name, names);
  const shown = known === undefined ? notIn(tool.input, names) : known.rest;
  const fields = Object.fromEntries(
    [...new Set(shown)]
      .filter((name) => !(EVERYWHERE.has(name) && told.field(name, "")))
      .map((name) => [name, typeOnly(asSchema(properties[name]))]),
  );
  return {
    type: "object",
    ...(known === undefined ? {} : { description: `As ${known.tool}.` }),
    ...(known !== undefined && shown.length === 0 ? {} : { properties: fields }),
  };
}

function notIn(input: JsonSchema, names: readonly string[]): string[] {
  const taken = asSchema(input.properties);
  return names.filter((name) => !(name in taken));
}

function typeOnly(schema: JsonSchema): JsonSchema {
  if (schema.anyOf !== undefined) return oneOrAny(asList(schema.anyOf).map(typeOnly));
  if (Array.isArray(schema.type)) return oneOrAny(schema.type.map(typed));
  if (schema.type === "integer") return { type: "number" };
  if (schema.type !== undefined) return { type: schema.type };
  return schema.enum === undefined ? {} : { type: "string" };
}

/** `anyOf` and never a list of types, which several providers of models refuse. */
function oneOrAny(schemas: readonly JsonSchema[]): JsonSchema {
  const different = [...new Map(schemas.map((one) => [JSON.stringify(one), one])).values()];
  const [first = {}] = different;
  return different.length > 1 ? { anyOf: different } : first;
}

function asSchema(value: unknown): JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function asList(value: unknown): JsonSchema[] {
  return Array.isArray(value) ? value.map(asSchema) : [];
}

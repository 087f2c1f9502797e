/** The keywords of JSON Schema that the sidecar's requests use; a test fails if one is missing. */
export type Schema = {
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
};

/**
 * The first thing that is wrong with a value, as a sentence that names the field, or undefined.
 * `path`: how the sentence names the value.
 */
export function problemOf(schema: Schema, value: unknown, path = "The body"): string | undefined {
  if (schema.anyOf !== undefined) {
    if (schema.anyOf.some((one) => problemOf(one, value) === undefined)) return undefined;
    return `${path} must be ${schema.anyOf.map(wordsOf).join(" or ")}.`;
  }
  const fits = hasType(schema, value) && hasValue(schema, value) && hasSize(schema, value);
  if (!fits) return `${path} must be ${wordsOf(schema)}.`;
  if (Array.isArray(value)) return problemOfItems(schema, value, path);
  return isObject(value) ? problemOfFields(schema, value, path) : undefined;
}

type Fields = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function hasType({ type }: Schema, value: unknown): boolean {
  if (type === undefined) return true;
  const types = typeof type === "string" ? [type] : type;
  return types.some((one) => isOfType(one, value));
}

function isOfType(type: string, value: unknown): boolean {
  if (type === "null") return value === null;
  if (type === "integer") return Number.isInteger(value);
  if (type === "array") return Array.isArray(value);
  return type === "object" ? isObject(value) : typeof value === type;
}

function hasValue(schema: Schema, value: unknown): boolean {
  if ("const" in schema && value !== schema.const) return false;
  return schema.enum === undefined || schema.enum.includes(value);
}

function hasSize(schema: Schema, value: unknown): boolean {
  const { minLength = 0, maxLength = Infinity, pattern = "" } = schema;
  const { minimum = -Infinity, maximum = Infinity, maxItems = Infinity } = schema;
  if (typeof value === "number") return value >= minimum && value <= maximum;
  if (Array.isArray(value)) return value.length <= maxItems;
  if (typeof value !== "string") return true;
  const isLong = value.length >= minLength && value.length <= maxLength;
  return isLong && new RegExp(pattern, "u").test(value);
}

function problemOfItems({ items = {} }: Schema, value: unknown[], path: string) {
  for (const [at, item] of value.entries()) {
    const problem = problemOf(items, item, `\`${path.replaceAll("`", "")}[${at}]\``);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function problemOfFields(schema: Schema, value: Fields, path: string): string | undefined {
  const { properties = {}, required = [], additionalProperties = true } = schema;
  const names = Object.keys(properties);
  const missing = required.find((name) => value[name] === undefined);
  if (missing !== undefined) return `${path} must have \`${missing}\`.`;
  const extra = Object.keys(value).find((name) => !Object.hasOwn(properties, name));
  if (extra !== undefined && !additionalProperties) {
    return `${path} may only have the fields ${names.map((name) => `\`${name}\``).join(", ")}.`;
  }
  for (const [name, field] of Object.entries(properties)) {
    if (value[name] === undefined) continue;
    const inner = path.startsWith("`") ? `${path.slice(1, -1)}.${name}` : name;
    const problem = problemOf(field, value[name], `\`${inner}\``);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** What a schema accepts, in words. */
function wordsOf(schema: Schema): string {
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(" or ");
  const { type, minLength, maxLength, minimum, maximum, maxItems, pattern } = schema;
  if (type === "string" && pattern !== undefined) return `a string that matches ${pattern}`;
  if (maxLength !== undefined) return `a string of ${minLength ?? 0} to ${maxLength} characters`;
  if (maximum !== undefined) return `a number from ${minimum ?? 0} to ${maximum}`;
  if (maxItems !== undefined) return `an array of at most ${maxItems} items`;
  return type === "array" || type === "object" || type === "integer"
    ? `an ${type}`
    : `a ${type ?? "value"}`;
}

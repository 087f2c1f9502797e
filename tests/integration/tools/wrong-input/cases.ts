import type { JsonSchema } from "../../../../server/src/tools/schemas.ts";

/** One way to be wrong: valid arguments with a single thing changed. */
export interface WrongCase {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Where an issue must point, from the root of the request. */
  readonly pointer: string;
}

type Path = readonly (string | number)[];

/** A place in the arguments, the schema that rules it, and arguments that are valid. */
interface Place {
  readonly path: Path;
  readonly schema: JsonSchema;
  readonly valid: Readonly<Record<string, unknown>>;
}

/** Everything that a published input schema says is wrong, one case for each rule of each field. */
export function wrongCases(
  schema: JsonSchema,
  valid: Readonly<Record<string, unknown>>,
): WrongCase[] {
  return inObject({ path: [], schema, valid });
}

/** Free texts of a schema, as paths: what people write, without a fixed form. */
export function freeTexts(schema: JsonSchema): string[] {
  return Object.entries(propertiesOf(schema))
    .filter(([, one]) => alternatives(one).some(isFreeText))
    .map(([name]) => name);
}

/** Strings and lists without an upper bound, as dotted names; there should be none. */
export function unbounded(schema: JsonSchema, name = ""): string[] {
  return alternatives(schema).flatMap((one) => {
    const isOpenText = isFreeText(one) && one.maxLength === undefined;
    const isOpenList = one.type === "array" && one.maxItems === undefined;
    const inside = Object.entries(propertiesOf(one)).flatMap(([key, member]) =>
      unbounded(member, `${name}.${key}`),
    );
    const items = one.type === "array" ? unbounded(asSchema(one.items), `${name}[]`) : [];
    return [...(isOpenText || isOpenList ? [name] : []), ...inside, ...items];
  });
}

function inObject(place: Place): WrongCase[] {
  const { path, schema, valid } = place;
  const required = listOf(schema.required);
  const members = Object.entries(propertiesOf(schema)).flatMap(([name, member]) => {
    const at = { path: [...path, name], schema: member, valid };
    const missing = required.includes(name) ? [changed(at, "is missing", undefined)] : [];
    return [...missing, ...inField(at)];
  });
  const unknown = { path: [...path, "surprise"], schema, valid };
  return [...members, ...(isStrict(schema) ? [changed(unknown, "is not known", 1)] : [])];
}

function inField(place: Place): WrongCase[] {
  const options = alternatives(place.schema);
  const given = valueAt(place.valid, place.path);
  const fitting = options.find((option) => fits(option, given));
  return [
    ...wrongTypes(options).map((value) =>
      changed(place, `is ${value === null ? "null" : `the ${typeof value} ${value}`}`, value),
    ),
    ...(options.length === 1
      ? options.flatMap((one) => outOfBounds({ ...place, schema: one }))
      : []),
    ...(fitting === undefined
      ? unknownInside(place, options)
      : inside({ ...place, schema: fitting })),
  ];
}

/** Objects and lists that the valid arguments hold are gone through as well. */
function inside(place: Place): WrongCase[] {
  const { schema, path, valid } = place;
  if (schema.type === "object") return inObject(place);
  if (schema.type !== "array") return [];
  const first = [...path, 0];
  const item = alternatives(asSchema(schema.items)).find((one) => fits(one, valueAt(valid, first)));
  return item === undefined ? [] : inside({ path: first, schema: item, valid });
}

/** An optional object that is absent: at least it takes no unknown field. */
function unknownInside(place: Place, options: readonly JsonSchema[]): WrongCase[] {
  if (!options.some((one) => one.type === "object" && isStrict(one))) return [];
  const at = { ...place, path: [...place.path, "surprise"] };
  return [{ ...changed(place, "has an unknown field", { surprise: 1 }), pointer: pointerOf(at) }];
}

const ONE_OF_EACH: readonly [string, unknown][] = [
  ["string", "text"],
  ["number", 7.5],
  ["boolean", true],
  ["array", []],
  ["object", {}],
  ["null", null],
];

function wrongTypes(options: readonly JsonSchema[]): unknown[] {
  const allowed = new Set<unknown>(options.flatMap((one) => [one.type].flat()));
  return ONE_OF_EACH.filter(([type]) => !allowed.has(type)).map(([, value]) => value);
}

function outOfBounds(place: Place): WrongCase[] {
  const { schema } = place;
  const cases: WrongCase[] = [];
  const add = (what: string, value: unknown) => cases.push(changed(place, what, value));
  if (typeof schema.maxLength === "number") add("is too long", "x".repeat(schema.maxLength + 1));
  if (typeof schema.minLength === "number") add("is empty", "");
  if (isFreeText(schema)) {
    add("holds a NUL", "a\u0000b");
    add("holds half a pair of surrogates", "\ud800");
  }
  if (place.path.at(-1) === "cursor") add("is of no list of ours", "made up");
  if (schema.enum !== undefined) add("is none of the choices", "none of these");
  if (schema.pattern !== undefined) add("has another form", "%%%");
  if (typeof schema.minimum === "number") add("is too small", schema.minimum - 1);
  if (typeof schema.maximum === "number") add("is too large", schema.maximum + 1);
  if (typeof schema.exclusiveMinimum === "number") add("is too small", schema.exclusiveMinimum);
  const given = valueAt(place.valid, place.path);
  if (typeof schema.maxItems === "number") {
    const item = Array.isArray(given) ? given[0] : "item";
    add("is too long a list", Array(schema.maxItems + 1).fill(item));
  }
  if (typeof schema.minItems === "number") add("is an empty list", []);
  return cases;
}

function changed({ path, valid, ...rest }: Place, what: string, value: unknown): WrongCase {
  const pointer = pointerOf({ path, valid, ...rest });
  return { name: `${pointer} ${what}`.slice(0, 100), args: withValue(valid, path, value), pointer };
}

function pointerOf({ path }: Place): string {
  return `/${["arguments", ...path].join("/")}`;
}

function withValue(root: object, path: Path, value: unknown): Record<string, unknown> {
  const copy: Record<string, unknown> = structuredClone({ ...root });
  let at: Record<string | number, unknown> = copy;
  for (const step of path.slice(0, -1)) at = Object(at[step]);
  const last = path.at(-1) ?? "";
  if (value === undefined) delete at[last];
  else at[last] = value;
  return copy;
}

function valueAt(root: unknown, path: Path): unknown {
  return path.reduce<unknown>((at, step) => Object(at)[step], root);
}

/** Whether a value belongs to an alternative: by its type, and by constants such as `type`. */
function fits(schema: JsonSchema, value: unknown): boolean {
  if (Array.isArray(value)) return schema.type === "array";
  if (typeof value !== "object" || value === null) return false;
  const constants = Object.entries(propertiesOf(schema)).filter(
    ([, one]) => one.const !== undefined,
  );
  return (
    schema.type === "object" && constants.every(([name, one]) => Object(value)[name] === one.const)
  );
}

function isFreeText(schema: JsonSchema): boolean {
  const isFixed = [schema.pattern, schema.enum, schema.const].some((rule) => rule !== undefined);
  return schema.type === "string" && !isFixed;
}

function isStrict(schema: JsonSchema): boolean {
  return schema.additionalProperties === false;
}

function alternatives(schema: JsonSchema): JsonSchema[] {
  const options = [schema.anyOf, schema.oneOf].flatMap((list) => (Array.isArray(list) ? list : []));
  return options.length === 0 ? [schema] : options.map(asSchema);
}

function propertiesOf(schema: JsonSchema): Record<string, JsonSchema> {
  const members = Object.entries(asSchema(schema.properties));
  return Object.fromEntries(members.map(([name, one]) => [name, asSchema(one)]));
}

function asSchema(value: unknown): JsonSchema {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

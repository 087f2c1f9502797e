import { finiteOf, isRecord, textOf } from "../core/guards.ts";
import type { FormulatedQuery } from "../types.ts";

const QUERY_MAX = 500;
const TEXT_MAX = 200;
const LIST_MAX = 8;
const QUANTITY_MAX = 10_000;
const PRICE_MAX = 100_000_000;

/**
 * What the model gives: what the reader wants in the reader's words, and the same taken apart. What
 * is taken apart overrules the words.
 */
export type FindOffersArguments = { query: string } & Asked;
export type Asked = Omit<FormulatedQuery, "q">;

/** Not read-only, because the types of function-calling packages are not. */
export type Schema = {
  type: "string" | "number" | "integer" | "boolean" | "array";
  description?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  enum?: string[];
  items?: Schema;
};

type Field<T> = { schema: Schema; read: (value: unknown) => T | undefined };

const SORTS = ["price_asc", "price_desc", "discount", "rating"] as const;

const text = (description: string): Field<string> => ({
  schema: { type: "string", minLength: 1, maxLength: TEXT_MAX, description },
  read: (value) => textOf(value, TEXT_MAX),
});

const texts = (description: string): Field<string[]> => ({
  schema: {
    type: "array",
    maxItems: LIST_MAX,
    items: { type: "string", minLength: 1, maxLength: TEXT_MAX },
    description,
  },
  read(value) {
    if (!Array.isArray(value) || value.length > LIST_MAX) return undefined;
    const found = value.flatMap((one) => textOf(one, TEXT_MAX) ?? []);
    return found.length === value.length ? found : undefined;
  },
});

const price = (description: string): Field<number> => ({
  schema: { type: "number", minimum: 0, maximum: PRICE_MAX, description },
  read(value) {
    const amount = finiteOf(value);
    return amount !== undefined && amount >= 0 && amount <= PRICE_MAX ? amount : undefined;
  },
});

const FIELDS: { [Name in keyof Asked]-?: Field<NonNullable<Asked[Name]>> } = {
  type: text("The kind of thing, such as laptop."),
  attributes: texts("What it must be like, such as gaming or waterproof."),
  brand: text("Only this brand."),
  color: text("Such as navy."),
  size: text("Such as 10, 15 inch or two-person."),
  quantity: {
    schema: { type: "integer", minimum: 1, maximum: QUANTITY_MAX, description: "Pieces of a set." },
    read(value) {
      const count = finiteOf(value) ?? 0;
      return Number.isInteger(count) && count >= 1 && count <= QUANTITY_MAX ? count : undefined;
    },
  },
  audience: text("For whom, such as women or kids."),
  occasion: text("Such as wedding."),
  exclude: texts("What no offer may be, be made of or be named, such as leather."),
  minPrice: price("In `currency`."),
  maxPrice: price("In `currency`."),
  currency: {
    schema: { type: "string", minLength: 3, maxLength: 3, description: "ISO 4217; default USD." },
    read(value) {
      return typeof value === "string" && /^[a-z]{3}$/i.test(value) ? value : undefined;
    },
  },
  minDiscountPercent: {
    schema: { type: "number", minimum: 0, maximum: 100, description: "Smallest discount." },
    read(value) {
      const percent = finiteOf(value) ?? -1;
      return percent >= 0 && percent <= 100 ? percent : undefined;
    },
  },
  inStockOnly: {
    schema: { type: "boolean" },
    read: (value) => (typeof value === "boolean" ? value : undefined),
  },
  sort: {
    schema: { type: "string", enum: [...SORTS], description: "Default: the best match first." },
    read: (value) => SORTS.find((sort) => sort === value),
  },
};

const NAMES = Object.keys(FIELDS).filter((name): name is keyof Asked => name in FIELDS);

/** JSON Schema of the arguments; `query` alone is required. */
export const PARAMETERS: {
  type: "object";
  properties: Record<string, Schema>;
  required: string[];
  additionalProperties: boolean;
} = {
  type: "object",
  properties: {
    query: {
      type: "string",
      minLength: 1,
      maxLength: QUERY_MAX,
      description: "What the reader wants to buy, with any price limit, in the reader's words.",
    },
    ...Object.fromEntries(NAMES.map((name) => [name, FIELDS[name].schema])),
  },
  required: ["query"],
  additionalProperties: false,
};

export type OfferArguments =
  | { ok: true; query: string; asked: Asked }
  | { ok: false; problem: string };

/** Reads what a model gave. `null` means that it has nothing to say of a field. */
export function readOfferArguments(args: unknown): OfferArguments {
  const query = isRecord(args) ? textOf(args.query, QUERY_MAX) : undefined;
  if (!isRecord(args) || query === undefined) {
    return { ok: false, problem: `Give { "query": string } of 1 to ${QUERY_MAX} characters.` };
  }
  const given = NAMES.filter((name) => args[name] !== undefined && args[name] !== null);
  const bad = given.find((name) => FIELDS[name].read(args[name]) === undefined);
  if (bad !== undefined) {
    return { ok: false, problem: `\`${bad}\` must fit ${JSON.stringify(FIELDS[bad].schema)}.` };
  }
  const asked: Asked = Object.fromEntries(
    given.map((name): unknown[] => [name, FIELDS[name].read(args[name])]),
  );
  return { ok: true, query, asked };
}

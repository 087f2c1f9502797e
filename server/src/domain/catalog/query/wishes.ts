import { readAttributes } from "@placard/publisher-kit/query";
import { oppositeOf, plainWords, typeOfQuery } from "@placard/vocabulary";
import { sharedVocabulary } from "@placard/vocabulary/files";
import {
  PRODUCT_ATTRIBUTES_MAX,
  PRODUCT_QUANTITY_MAX,
  PRODUCT_QUERY_LENGTH_MAX,
  type ProductQuery,
} from "../../../contract/resources/product.ts";
import { type Measure, measuresOf } from "../index/measures.ts";
import { stem } from "../index/stem.ts";
import { tellingWords, wordsOf } from "../index/tokens.ts";

/** What a query asks for beside its filters; all of it also stands in the query's words. */
export type Wishes = Pick<
  ProductQuery,
  "type" | "attributes" | "size" | "color" | "quantity" | "audience" | "occasion"
>;

const WEARERS = "(?:men|women|children)['\u2019]?s|ladies|unisex|boys|girls|kids|toddlers?|teens?";
const RELATIVES =
  "him|her|men|women|adults|beginners|seniors|babies|dad|father|mom|mum|mother|husband|wife" +
  "|boyfriend|girlfriend|son|daughter|brother|sister|grand(?:ma|pa|mother|father)|kid|child" +
  "|toddler|teenager|boy|girl";
/** Whom a thing is for, in the words of shops; a relative only after "for". */
const AUDIENCE = new RegExp(
  `\\b(?:${WEARERS}|(?<=\\bfor (?:an? |my |our |the |his |her |their )?)(?:${RELATIVES}))\\b`,
  "i",
);
const OCCASION = new RegExp(
  "\\b(?:birthday|christmas|wedding|anniversary|graduation|house ?warming|valentine'?s day|easter" +
    "|halloween|hanukkah|thanksgiving|(?:baby|bridal) shower|(?:mother|father)'?s day" +
    "|retirement)\\b",
  "i",
);

/** Whom words say that a thing is for. */
function audienceIn(text: string): string | undefined {
  return AUDIENCE.exec(text)?.[0].toLowerCase();
}

/** The same, where that says what is not for them: no women's jacket for a husband. */
export function wearerIn(text: string): string | undefined {
  const audience = audienceIn(text);
  return audience !== undefined && oppositeOf(audience).length > 0 ? audience : undefined;
}

/** The same as arguments. */
export type AskedWishes = { readonly [Name in keyof Wishes]: Wishes[Name] | undefined };

export function wishesIn(q: string): Wishes {
  const vocabulary = sharedVocabulary();
  const { type, mention } = typeOfQuery(vocabulary, q);
  const named = plainWords(q).slice(mention?.from ?? 0, mention?.to ?? 0);
  const called = type === null ? [] : plainWords(vocabulary.nameOf(type));
  const name = new Set([...named, ...called].map(stem));
  const isNamed = (text: string) => wordsOf(text).every((word) => name.has(stem(word)));
  const measures = measuresOf(q);
  const { color, size = measures.find(({ kind }) => kind !== "#count")?.text } = readAttributes(q);
  const quantity = quantityOf(measures);
  const audience = audienceIn(q);
  const occasion = OCCASION.exec(q)?.[0].toLowerCase();
  const others = [size, color, audience, occasion].filter((text) => text !== undefined);
  const said = new Set([...others, ...measures.map(({ text }) => text)].flatMap(wordsOf).map(stem));
  const attributes = type === null ? [] : tellingWords(wordsOf(q)).filter(describes(name, said));
  return {
    ...(type !== null && { type: vocabulary.nameOf(type) }),
    ...(attributes.length > 0 && { attributes: attributes.slice(0, PRODUCT_ATTRIBUTES_MAX) }),
    ...(size !== undefined && { size }),
    // An espresso machine may have any colour.
    ...(color !== undefined && !isNamed(color) && { color }),
    ...(quantity !== undefined && { quantity }),
    ...(audience !== undefined && { audience }),
    ...(occasion !== undefined && !isNamed(occasion) && { occasion }),
  };
}

/** Whether a word says something of a thing that neither its name nor another wish says. */
function describes(...known: readonly ReadonlySet<string>[]): (word: string) => boolean {
  return (word) => !known.some((words) => words.has(stem(word))) && !RELATION.test(` ${word} `);
}

function quantityOf(measures: readonly Measure[]): number | undefined {
  const count = measures.find(({ kind }) => kind === "#count")?.value ?? 0;
  const isQuantity = Number.isInteger(count) && count >= 1 && count <= PRODUCT_QUANTITY_MAX;
  return isQuantity ? count : undefined;
}

/** The words after these describe; what names a thing stands before them. */
const RELATION = /(?:^| )(?:for|with|without|in|under|from|by|to|that|which)(?= )/i;

/**
 * The words of a query with what the arguments ask for beside them, where they don't say it yet:
 * what describes goes before a thing's name, and for whom it is behind.
 */
export function withWishes(q: string, wishes: AskedWishes): string {
  const { type, attributes = [], size, color, quantity, audience, occasion } = wishes;
  const known = new Set(wordsOf(q).map(stem));
  const missing = (text: string | undefined): string[] =>
    text === undefined || wordsOf(text).every((word) => known.has(stem(word))) ? [] : [text];
  const at = RELATION.exec(q)?.index ?? q.length;
  const isCounted = quantity === undefined || wishesIn(q).quantity === quantity;
  const parts = [
    ...attributes.flatMap(missing),
    ...missing(size),
    ...missing(color),
    q.slice(0, at),
    ...(isSameType(q, type) ? [] : missing(type)),
    ...(isCounted ? [] : [`set of ${quantity}`]),
    q.slice(at).trim(),
    ...missing(audience).map((who) => `for ${who}`),
    ...missing(occasion).map((what) => `for ${what}`),
  ];
  return parts
    .filter((part) => part !== "")
    .join(" ")
    .slice(0, PRODUCT_QUERY_LENGTH_MAX);
}

/** Whether a query asks for a type by another name: a notebook computer is a laptop. */
function isSameType(q: string, type: string | undefined): boolean {
  if (type === undefined) return false;
  const vocabulary = sharedVocabulary();
  const asked = typeOfQuery(vocabulary, q).type;
  const named = typeOfQuery(vocabulary, type).type;
  return asked !== null && named !== null && vocabulary.isKindOf(asked, named);
}

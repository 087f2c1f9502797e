import { productStrength } from "../lexicon.ts";
import type { MentionOffer } from "../types.ts";
import { fold, type Token, tokensOf } from "./tokens.ts";
import { isCommonWord } from "./words.ts";

const LEGAL_FORM = /[,.]?\s+(?:inc|llc|ltd|gmbh|corp|corporation|co|company|plc|ag|sa|bv)\.?$/i;
export const NAME_MAX = 120;
/** An offer taken apart once, before its answer comes. */
export type Entry = {
  offer: MentionOffer;
  title: Token[];
  /** Brand and sponsor written together, without their legal form. */
  brands: string[];
  /** The stems of the title that are no part of the brand. */
  rest: string[];
  /** The brand is an everyday word. */
  common: boolean;
  /** The first word of the title stands for a brand nobody stated. */
  guessed: boolean;
  titled: boolean;
  /** A short title begins with a long rare word, which names the offer by itself. */
  single: boolean;
  /** The title as written without spaces inside: "3S" is not "3". */
  runs: Set<string>;
};

export type NameBook = { entries: Entry[]; owners: Map<string, number>; starts: Set<string> };

/** What a brand and the words after it can name. `words` counts the words beside the brand. */
export type Reading = { entry: Entry; first: number; last: number; words: number };

/** An answer while it is read. */
export type Seen = {
  text: string;
  tokens: readonly Token[];
  brands: Set<string>;
  /** The words by which the answer has named an offer so far. */
  offers: Map<Entry, Set<string>>;
};

export function bookOf(offers: readonly MentionOffer[]): NameBook {
  const entries = offers
    .map(entryOf)
    .filter(({ brands, title }) => brands.length + title.length > 0);
  const owners = new Map<string, number>();
  const starts = new Set<string>();
  for (const { brands, title } of entries) {
    for (const brand of brands) {
      owners.set(brand, (owners.get(brand) ?? 0) + 1);
      starts.add(brand.slice(0, 1));
    }
    const start = title[0]?.key.slice(0, 1);
    if (start !== undefined) starts.add(start);
  }
  return { entries, owners, starts };
}

function entryOf(offer: MentionOffer): Entry {
  const title = tokensOf(tidy(offer.title));
  const core = tokensOf(tidy(offer.title).replace(/\s*(?:[(,]| [–-] ).*$/, ""));
  const stated = statedBrands(offer);
  const brands = [...new Set(stated.map(joined))].filter((brand) => brand.length >= 2);
  const [first] = title;
  const guessed =
    brands.length === 0 && first !== undefined && title.length > 1 && isDistinct(first.key);
  if (guessed && first.key.length >= 3) brands.push(first.key);
  const stems = title.map(({ stem }) => stem);
  const brandStems = new Set(
    [...stated.flatMap(tokensOf), ...(guessed ? [first] : [])].map(({ stem }) => stem),
  );
  const isBrandless = !brands.some((brand) => keyOf(title).startsWith(brand));
  return {
    offer,
    title,
    brands,
    rest: stems.filter((stem) => !brandStems.has(stem)),
    common: brands.some(isCommonWord),
    guessed,
    titled: title.length >= 2 && isBrandless,
    single:
      isBrandless && core.length <= 3 && (first?.key.length ?? 0) >= SINGLE_MIN && isRare(first),
    runs: new Set(
      tidy(offer.title)
        .split(/[^\p{L}\p{N}]+/u)
        .map(fold),
    ),
  };
}

/** Brand and sponsor, the sponsor also by the word with which the title begins. */
function statedBrands({ title, brand, sponsor }: MentionOffer): string[] {
  const [first = ""] = tidy(title).split(/[\s,]/);
  const starts = brand === undefined && tidy(sponsor).startsWith(`${first} `);
  const plain = tidy(sponsor).replace(LEGAL_FORM, "");
  const whole = LEGAL_FORM.test(tidy(brand)) ? [`${tidy(brand)} `] : [];
  return [tidy(brand), plain, ...(starts ? [first] : []), ...whole];
}

const SINGLE_MIN = 8;
const isRare = (token: Token | undefined): boolean => token !== undefined && isDistinct(token.key);

const tidy = (value = ""): string =>
  value.normalize("NFKC").replace(/\s+/g, " ").trim().slice(0, NAME_MAX);
const keyOf = (tokens: readonly Token[]): string => tokens.map(({ key }) => key).join("");
/** A space at the end keeps the legal form, as in "Tiffin & Co.". */
const joined = (text: string): string =>
  keyOf(tokensOf(text.replace(LEGAL_FORM, "")).filter(({ key }) => key !== "and"));
export const isDistinct = (word: string): boolean =>
  !isCommonWord(word) && productStrength(word) === 0;

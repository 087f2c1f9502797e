import type { MentionOffer } from "../types.ts";

/** Brands that are also everyday words: they count only where they cannot be the word. */
const COMMON_WORDS = new Set(
  `
  target gap apple amazon shell dove tide visa chase discover ford dodge orange sprint subway
  staples guess express puma jaguar lush fossil diesel hunter champion patagonia columbia north
  arrow always bounty crest gain joy dash dawn glad off pledge raid secret venus gillette virgin
  delta united frontier spirit best buy home depot basic basics essential essentials simple pure
  nature fresh good great smart native method away casper purple tempo peak summit core nest
  ring echo kindle fire square block stripe notion slack monday zoom teams box dropbox indeed
  current prime everyday quest clear boost mint cricket us her she polo coach theory vans keen
  merrell brooks saucony on hoka bombas burrow article floyd
  `
    .trim()
    .split(/\s+/),
);

const LEGAL_FORM = /[,.]?\s+(?:inc|llc|ltd|gmbh|corp|corporation|co|company|plc|ag|sa|bv)\.?$/i;
const NAME_MAX = 120;
const NAMES_MAX = 6;

export type OfferName = {
  offer: MentionOffer;
  /** As the offer has it. */
  name: string;
  pattern: RegExp;
  /** Needs its capitals and a place other than the start of a sentence. */
  common: boolean;
};

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Every name an offer may go by, longest first: title, brand, sponsor, without the legal form. */
export function namesOf(offer: MentionOffer): OfferName[] {
  const brand = offer.brand ?? offer.sponsor;
  const raw = [offer.title, offer.brand, offer.sponsor, shortTitle(offer.title, brand)];
  const names = new Set<string>();
  for (const value of raw) {
    const name = tidy(value);
    if (name === undefined) continue;
    names.add(name);
    const bare = name.replace(LEGAL_FORM, "");
    if (isNameable(bare)) names.add(bare);
  }
  return [...names]
    .sort((a, b) => b.length - a.length)
    .slice(0, NAMES_MAX)
    .map((name) => toPattern(offer, name));
}

function tidy(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const name = value.normalize("NFKC").replace(/\s+/g, " ").trim();
  return isNameable(name) ? name : undefined;
}

/** Two characters and a letter at least: "3" or "-" would match anywhere. */
const isNameable = (name: string): boolean =>
  name.length >= 2 && name.length <= NAME_MAX && /\p{L}/u.test(name);

/** "Acme Trail Runner 2, men's, blue" is also called "Acme Trail Runner 2". */
function shortTitle(title: string | undefined, brand: string | undefined): string | undefined {
  const short = title?.split(/\s*[,(|:–—]\s*|\s+-\s+/)[0]?.trim();
  if (short === undefined || short === title || brand === undefined) return undefined;
  // Without the brand in it, a shortened title is a kind of thing ("Running shoes"), not a name.
  return short.toLowerCase().includes(brand.toLowerCase()) ? short : undefined;
}

function toPattern(offer: MentionOffer, name: string): OfferName {
  const words = name.split(" ");
  const common = words.length <= 2 && words.every((word) => COMMON_WORDS.has(word.toLowerCase()));
  const single = words.length === 1;
  // A single word keeps its capitals: "Anchor" the brand is not "anchor" the verb.
  const flags = common || (single && /\p{Lu}/u.test(name)) ? "gu" : "giu";
  const body = words.map(literal).join("[\\s\\u00a0]{1,3}");
  return {
    offer,
    name,
    common,
    pattern: new RegExp(
      `(?<![\\p{L}\\p{N}_@#/-])${body}(?:['’]s?)?(?![\\p{L}\\p{N}_@/]|-\\p{L})`,
      flags,
    ),
  };
}

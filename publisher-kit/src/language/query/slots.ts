import { isColor, UNIT } from "./attributes.ts";
import { bareWord, singular } from "./words.ts";

/** Groups of words of which a thing has one: a new one replaces the old one. */
const GROUPS: Readonly<Record<string, string>> = {
  color:
    "mustard sage cobalt blush plum emerald ochre rust camel cognac fuchsia cyan slate sand" +
    " greenish bluish reddish brownish yellowish pinkish",
  size:
    "xxs xs small s medium m large l xl xxl xxxl petite mini compact big tiny huge oversized" +
    " extra-large carry-on cabin",
  bed: "king queen twin double single full super-king",
  material:
    "leather suede fabric velvet linen cotton wool silk polyester nylon denim canvas cashmere" +
    " glass wood wooden metal steel stainless plastic bamboo ceramic porcelain rubber silicone" +
    " brass chrome marble rattan wicker oak pine aluminium aluminum iron tin boucle merino" +
    " corduroy fleece jute acrylic resin stone slate granite cork titanium latex foam teak",
  power: "gas electric charcoal petrol diesel solar",
  wearer:
    "mens men men's womens women women's kids kid children child adult toddler baby boys girls",
  finish: "matte matt glossy gloss brushed polished satin",
};

/** "An espresso machine, in white" stays one for espresso. */
const NOT_ONLY_COLORS = /^(?:espresso|walnut|champagne|cream|clear|rainbow|transparent|copper)$/;

let slots: Map<string, string> | undefined;

/** What a word says of a thing: its colour, size, material; words of no group say more of it. */
export function slotOf(word: string): string | undefined {
  if (slots === undefined) {
    slots = new Map();
    for (const [slot, words] of Object.entries(GROUPS)) {
      for (const one of words.split(" ")) slots.set(one, slot);
    }
  }
  const bare = bareWord(word);
  if (/^\d{1,2}-person$/.test(bare)) return "people";
  if (/^\d+x\d+/.test(bare)) return "measures";
  const unit = /^\d+(?:[.,]\d+)?[ -]?([a-z"]{1,6})$/.exec(bare)?.[1];
  if (unit !== undefined) return `unit ${unit}`;
  return isColor(bare) && !NOT_ONLY_COLORS.test(bare) ? "color" : slots.get(bare);
}

/** What is asked for by how a thing is to change; "quieter" is quiet. */
const COMPARED: Readonly<Record<string, string>> = {
  bigger: "large",
  larger: "large",
  lighter: "lightweight",
  heavier: "heavy",
  thinner: "thin",
  wider: "wide",
  simpler: "simple",
};
const COMPARATIVE =
  /^(small|long|short|quiet|warm|thick|soft|firm|bright|dark|narrow|tall|strong)er$/;

export const plainDegree = (word: string): string => {
  const bare = bareWord(word);
  return COMPARED[bare] ?? COMPARATIVE.exec(bare)?.[1] ?? word;
};

const NUMBER = /^\d+(?:[.,]\d+)?$/;
const UNITS = new RegExp(`^(?:${UNIT}|met(?:re|er))s?$`, "i");

/** Whether a word is the number or the unit of "14 inch". */
export const isMeasureAt = (words: readonly string[], at: number): boolean =>
  [at - 1, at].some((from) => NUMBER.test(words[from] ?? "") && UNITS.test(words[from + 1] ?? ""));

const unitsOf = (words: readonly string[]): string[] =>
  words.filter((word, at) => UNITS.test(word) && isMeasureAt(words, at)).map(singular);

const OF_SLOT = /^(?:in|of|sizes?|light|dark|bright|pale|wide|tall|long|deep|high|thick)$/i;

/** Whether words say of which colour, size or material a thing is to be, and nothing else. */
export function areSlots(words: readonly string[]): boolean {
  const says = (word: string) => slotOf(word) !== undefined || isColor(word) || /^\d/.test(word);
  return (
    words.some(says) &&
    words.every((word, at) => says(word) || isMeasureAt(words, at) || OF_SLOT.test(word))
  );
}

/** Old words without those that new ones replace: "blue tent" and "red" is a red tent. */
export function withReplaced(words: readonly string[], wishes: readonly string[]): string[] {
  const replaced = new Set(wishes.map(slotOf).filter((slot) => slot !== undefined));
  const repeated = new Set(wishes.map((word) => singular(bareWord(word))));
  const measured = new Set(unitsOf(wishes));
  const isSize = wishes.some((word) => /^sizes?$/i.test(word));
  return words.filter((word, at) => {
    if (isSize && (/^sizes?$/i.test(word) || /^sizes?$/i.test(words[at - 1] ?? ""))) return false;
    if (NUMBER.test(word) && measured.has(singular(words[at + 1] ?? ""))) return false;
    const slot = slotOf(word);
    return !repeated.has(singular(bareWord(word))) && !(slot !== undefined && replaced.has(slot));
  });
}

import { plainWords, singularOf } from "./words.ts";

/**
 * On each line, any word of one side says the opposite of any word of another side. Behind "=" the
 * words of one side mean the same, as far as a shopper cares.
 */
const OPPOSITES = `
wired corded | wireless cordless bluetooth wirefree
indoor | outdoor
internal inbuilt | external
manual | automatic electric electrical motorized motorised powered
electric electrical | gas gasoline petrol propane | charcoal | acoustic
digital | analog analogue
laser | inkjet
= color colour | monochrome mono
mechanical | membrane
hot warm heated | cold cool chilled
new | used refurbished renewed secondhand preowned
left | right
long | short
tall | short
= large big giant huge jumbo oversized | small little mini tiny miniature compact
high | low
wide | narrow
thick | thin
heavy heavyweight | lightweight
dark | light pale
hard firm rigid | soft
= hard hardside hardshell | soft softside softshell
hardcover hardback | paperback softcover
slim skinny fitted tight | loose baggy relaxed oversized
formal | casual
summer | winter
day | night
man men woman women adult | boy girl child kid children toddler baby
man men boy | woman women girl lady ladies
him husband boyfriend dad father grandpa grandfather | woman women girl lady ladies
her wife girlfriend mom mum mother grandma grandmother | man men boy
male | female
= matte matt mat | glossy gloss shiny
smooth creamy | crunchy chunky
mild | spicy strong
sweet | savory savoury | sour
dry | wet
dry | oily
fresh | dried frozen canned tinned
cooked | raw
whole | ground instant
= regular caffeinated | decaf decaffeinated
disposable | reusable rechargeable washable
= real genuine | fake faux artificial imitation synthetic
clear transparent | opaque tinted
curved curly wavy | straight flat
round | square rectangular oval
front | rear
upper | lower
single | double | triple
lined ruled | blank plain
plain solid | patterned floral striped
portable | stationary
adjustable | fixed
bagged | bagless
upright | canister
= quiet silent noiseless | loud
open | closed
beginner | advanced professional
= scented fragranced perfumed | unscented fragrancefree
sleeved | sleeveless
`;

interface Related {
  readonly opposite: Set<string>;
  readonly same: Set<string>;
}

const known = read(OPPOSITES);

/**
 * The words that say the opposite of an adjective: wireless and cordless for "wired". A title that
 * has both, as in "indoor/outdoor", speaks of both.
 *
 * **Shape** words in lower case; empty for a word without an opposite.
 */
export function oppositeOf(word: string): readonly string[] {
  const [plain = ""] = plainWords(word);
  const listed = known.get(plain);
  if (listed !== undefined) return [...listed.opposite];
  if (/^un.{3,}ed$/.test(plain)) return [plain.slice(2)];
  return /.{3,}ed$/.test(plain) ? [`un${plain}`] : [];
}

/** The other words that mean the same: compact and little for "small". */
export function sameAs(word: string): readonly string[] {
  const [plain = ""] = plainWords(word);
  return [...(known.get(plain)?.same ?? [])];
}

function read(text: string): Map<string, Related> {
  const related = new Map<string, Related>();
  for (const line of text.trim().split("\n")) {
    const sides = line.split("|").map((side) => side.split(" ").filter((word) => /\w/.test(word)));
    for (const side of sides) {
      const others = sides.filter((other) => other !== side).flat();
      for (const word of side) add(related, word, others, line.startsWith("=") ? side : []);
    }
  }
  return related;
}

function add(
  related: Map<string, Related>,
  word: string,
  opposites: readonly string[],
  same: readonly string[],
): void {
  const key = singularOf(word);
  const known = related.get(key) ?? { opposite: new Set(), same: new Set() };
  related.set(key, known);
  for (const other of opposites) known.opposite.add(other);
  for (const other of same) if (other !== word) known.same.add(other);
}

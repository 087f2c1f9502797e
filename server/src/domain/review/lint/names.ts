import { CONFUSABLES } from "./confusables.ts";
import { plainText } from "./view.ts";

const OURS = "Placard";
/** What follows our name in names that claim to be official. */
const OFFICES = ["", "support", "team", "official", "admin", "exchange", "billing", "security"];
/** Signs and pairs that look like another letter in common typefaces. */
const ALIKE: Readonly<Record<string, string>> = {
  0: "o",
  1: "l",
  i: "l",
  "|": "l",
  "!": "l",
  3: "e",
  4: "a",
  5: "s",
  $: "s",
  8: "b",
  9: "g",
  q: "g",
  "@": "a",
  rn: "m",
  vv: "w",
  cl: "d",
};

/** The name, letters and digits alone: case, spaces, accents and signs do not tell names apart. */
function bareName(name: string): string {
  return plainText(name).replace(/[^\p{L}\p{N}]/gu, "");
}

/** Names with the same skeleton look alike; after UTS 39, with digits and pairs of letters. */
function skeletonOf(name: string): string {
  return plainText(name)
    .replace(/[^\0-~]/gu, (letter) => CONFUSABLES.get(letter) ?? letter)
    .replace(/rn|vv|cl|[013-589i|!$q@]/g, (sign) => ALIKE[sign] ?? sign)
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** The name that a name passes for: ours, or that of a brand which is spelt in another way. */
export function imitatedBy(name: string, brands: readonly string[]): string | undefined {
  const skeleton = skeletonOf(name);
  if (skeleton === "") return undefined;
  if (OFFICES.some((office) => skeletonOf(OURS + office) === skeleton)) return OURS;
  const bare = bareName(name);
  return brands.find((brand) => skeletonOf(brand) === skeleton && bareName(brand) !== bare);
}

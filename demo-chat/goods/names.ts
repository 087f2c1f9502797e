/** Goods that are not counted. */
const MASS = new RegExp(
  "\\b(?:coffee|tea|rice|pasta|honey|oil|food|litter|soap|paper|detergent|wine" +
    "|gin|candy|chocolate|cereal|granola|luggage|furniture|paint|clay|soil" +
    "|yarn|sunscreen|makeup|cutlery|care|shampoo|wash|lotion|parfum|fragrance" +
    "|mascara|polish|storage|networking|glue|fertilizer|powder|bakeware" +
    "|drinkware|tableware|cookware|equipment|gear|art|canvas|wallpaper" +
    ")$",
  "i",
);
const PLURALS: readonly (readonly [RegExp, string])[] = [
  [/ss$/, "sses"],
  [/s$/, "s"],
  [/(ch|sh|x)$/i, "$1es"],
  [/([^aeiou])y$/i, "$1ies"],
  [/nife$/, "nives"],
  [/helf$/, "helves"],
  [/carf$/, "carves"],
  [/(m)ouse$/i, "$1ice"],
  [/$/, "s"],
];

const ABBREVIATION = /\b(?:usb|ssd|rc|led|tv|dvd|pc|gps|hdmi|vr)(?=s?\b)/gi;

/** Capitals as in headings: "set of 2" becomes Set of 2, "usb cable" USB Cable. */
export function titleCase(text: string): string {
  return text
    .replaceAll(/(^|[\s-])([a-z])(?!(?:f|r|nd|n)\b)/g, (_, before: string, letter: string) => {
      return before + letter.toUpperCase();
    })
    .replaceAll(ABBREVIATION, (word) => word.toUpperCase());
}

/** A type as the name of a category: "desk lamp" becomes Desk Lamps. */
export function categoryName(name: string): string {
  if (MASS.test(name)) return titleCase(name);
  const [ending = /$/, plural = "s"] = PLURALS.find(([end]) => end.test(name)) ?? [];
  return titleCase(name.replace(ending, plural));
}

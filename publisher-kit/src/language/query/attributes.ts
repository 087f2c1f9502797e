/** Colour and size words: what a reader wants a thing to be like, whatever the thing is. */

export type Attributes = { color?: string; size?: string };

const COLORS = `
black white grey gray red blue green yellow orange purple violet pink brown beige ivory cream
silver gold golden bronze copper navy teal turquoise aqua burgundy maroon magenta lavender lilac
olive khaki charcoal tan taupe coral peach mint rose crimson indigo champagne espresso walnut
multicolor multicolour multicolored colorful colourful transparent clear rainbow
`;
const SHADE = "(?:(?:light|dark|bright|pale|deep|hot|navy|royal|baby|sky|forest|rose|off) )?";

const SIZE_WORDS =
  "xxs|xs|xl|xxl|xxxl|[2-6]xl|(?:x-|xx-|extra[ -])?(?:small|large)|medium|petite|plus[ -]size";
/** "Size 10", "10 inch", "6 x 9 ft", "500 ml", "32gb": a number with its unit. */
export const UNIT =
  '(?:in|inch(?:es)?|"|ft|feet|foot|cm|mm|m|yards?|oz|ounces?|fl oz|lbs?|kg|g|ml|l|lit(?:er|re)s?' +
  "|gallons?|qt|quarts?|gb|tb|mah|w|watts?)";
const NUMBER = "\\d{1,5}(?:[.,/]\\d{1,3})?";

let colorPattern: RegExp | undefined;
let sizePattern: RegExp | undefined;
let colorWords: Set<string> | undefined;

const colors = (): Set<string> => {
  colorWords ??= new Set(COLORS.trim().split(/\s+/));
  return colorWords;
};

/**
 * The colour and size that a query names, as written. They stay in the query, too: a shop writes
 * "navy" for "dark blue", so they are a soft preference that ranks, never a filter that hides.
 */
export function readAttributes(query: string): Attributes {
  colorPattern ??= new RegExp(`\\b${SHADE}(?:${[...colors()].join("|")})\\b`, "i");
  sizePattern ??= new RegExp(
    `\\bsizes? (?:${NUMBER}|${SIZE_WORDS}|s|m|l|king|queen|twin|full|toddler|oversized?|mini|tall` +
      `|short)\\b|\\b${NUMBER}( ?x ?${NUMBER}){0,2}[ -]?${UNIT}(?![\\w])` +
      `|\\b${NUMBER}( ?x ?${NUMBER}){1,2}\\b` +
      `|\\b(?:${SIZE_WORDS}|(?:king|queen|twin|full)[ -]size)\\b`,
    "i",
  );
  const color = colorPattern.exec(query)?.[0].toLowerCase();
  const size = sizePattern.exec(query)?.[0].toLowerCase();
  return { ...(color !== undefined && { color }), ...(size !== undefined && { size }) };
}

/** Whether a bare lower-case word is a colour. */
export const isColor = (word: string): boolean => colors().has(word);

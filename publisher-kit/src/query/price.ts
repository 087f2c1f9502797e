/**
 * Price phrases in a shopping request. Every pattern has bounded repeats only, so the time is
 * linear in the length of the text.
 */

export type PriceBounds = { minPrice?: number; maxPrice?: number; currency?: string };
export type PriceReading = PriceBounds & { rest: string };

const SYMBOLS: Record<string, string> = {
  $: "USD",
  us$: "USD",
  c$: "CAD",
  ca$: "CAD",
  a$: "AUD",
  au$: "AUD",
  "€": "EUR",
  "£": "GBP",
  "¥": "JPY",
  "₹": "INR",
};

const CURRENCY_WORDS: Record<string, string> = {
  dollar: "USD",
  dollars: "USD",
  buck: "USD",
  bucks: "USD",
  usd: "USD",
  eur: "EUR",
  euro: "EUR",
  euros: "EUR",
  gbp: "GBP",
  quid: "GBP",
  pounds: "GBP",
  cad: "CAD",
  aud: "AUD",
  yen: "JPY",
  jpy: "JPY",
  inr: "INR",
  rupees: "INR",
};

const SYMBOL = "(?:us\\$|ca?\\$|au?\\$|[$€£¥₹])";
const WORD =
  "(?:dollars?|bucks?|usd|eur|euros?|gbp|quid|pounds|cad|aud|yen|jpy|inr|rupees)(?![a-z])";
const DIGITS = "\\d{1,3}(?:,\\d{3}){1,2}(?:\\.\\d{1,2})?|\\d{1,7}(?:[.,]\\d{1,2})?";
const amount = (name: string): string =>
  `(?<${name}s>${SYMBOL} ?)?(?<${name}n>${DIGITS})(?![\\d])(?<${name}k> ?k(?![a-z]))?` +
  `(?<${name}w> ?(?:${SYMBOL}|${WORD}))?`;

const BELOW =
  "(?:(?:for |priced |costing |that costs? |which costs? |and |is |of |at )?" +
  "(?:(?:a )?price (?:is |of |should be |that is )?)?" +
  "(?:under|below|less than|lower than|cheaper than|no more than|not more than|up to|upto" +
  "|at most|at max|max(?:imum)?(?: price)?(?: of| is|:)?" +
  "|within|beneath|not over|not above|not exceeding" +
  "|doesn'?t exceed" +
  "|(?:do(?:es)? ?n[o']?t|not) (?:to )?(?:cost|be|go|run) (?:more than|over|above)|<=?)" +
  "|budget(?: is| of|:| around| about| under| up to| max){0,3}" +
  "|(?:can|could|want to|willing to|like to|afford to) (?:spend|pay)(?: up to| around" +
  "| about| at most)?" +
  "|spend(?: up to| around| about| less than| at most)|afford)";
const ABOVE =
  "(?:(?:for |priced |costing |and )?(?:over|above|more than|higher than|at least" +
  "|starting (?:at|from)" +
  "|min(?:imum)?(?: of| is)?|no less than|not less than|>=?))";
const NEAR = "(?:around|about|approximately|approx\\.?|roughly|close to|near|~)";
const OR_LESS =
  "(?: or (?:less|under|below|lower|cheaper)| and (?:under|below|less)| max(?:imum)?(?![a-z])" +
  "| tops| at most| budget)";
const OR_MORE = "(?: or (?:more|above|over|higher|up)| and (?:up|above|over)| minimum|\\+)";

const FILLER = "(?:the |a |my |price |total |of |is |to |only |just ){0,3}";
const pattern = (body: string): RegExp => new RegExp(`(?<![a-z0-9.])${body}`, "i");

let compiled:
  | { kind: "range" | "below" | "above" | "near"; bare: boolean; regexp: RegExp }[]
  | undefined;

function patterns() {
  compiled ??= [
    {
      kind: "range",
      bare: true,
      regexp: pattern(
        `(?:priced |for |costing )?between ${amount("a")} ?(?:and|to|-|–|&) ?${amount("b")}`,
      ),
    },
    {
      kind: "range",
      bare: false,
      regexp: pattern(
        `(?:for |priced |costing |budget (?:of |is )?)?(?:from )?` +
          `${amount("a")} ?(?:-|–|—|to) ?${amount("b")}`,
      ),
    },
    { kind: "below", bare: true, regexp: pattern(`${BELOW} ?${FILLER}${amount("a")}`) },
    { kind: "below", bare: true, regexp: pattern(`(?:for )?${amount("a")}${OR_LESS}`) },
    { kind: "above", bare: false, regexp: pattern(`(?:for )?${amount("a")}${OR_MORE}`) },
    { kind: "above", bare: false, regexp: pattern(`${ABOVE} ?${amount("a")}`) },
    {
      kind: "near",
      bare: false,
      regexp: pattern(`(?:for |priced |costing )?${NEAR} ?${amount("a")}`),
    },
  ];
  return compiled;
}

/** What follows a number that is a size, a count, an age or a rating, and so no price. */
const UNIT_AFTER = new RegExp(
  "^(?:['\"”″’%°]| ?x ?\\d|[ -]?(?:in|inch|inches|cm|mm|m|meters?|metres?|ft|foot|feet" +
    "|yards?|yd|oz|ounces?|lbs?|kg|kgs|g|grams?|mg|ml|cl|l|liters?|litres?|gal|gallons?|qt" +
    "|quarts?|cups?|watts?|w|kw|v|volts?|amps?|mah|wh|gb|tb|mb|ghz|mhz|hz|khz|mp|megapixels?" +
    "|fps|db|decibels?|btus?|hp|rpm|psi|stars?|packs?|pk|pcs|pieces?|count|ct|sets?|people" +
    "|persons?|players?|users?|kids|years?|yrs?|yo|months?|weeks?|days?|hours?|hrs?|minutes?" +
    "|mins?|seconds?|secs?|miles?|km|mph|mpg|percent|calories|cal|carbs|degrees?|thread|pages" +
    "|steps|sq|square|speeds?|gears?|lumens?|k|dpi|ppi|items?|reviews?|ratings?|seats?|seater" +
    "|tier|drawers?|shelves|ply|grit|gauge|spf|sugar|fat)(?![a-z]))",
  "",
);
/** What stands before a number that is an age or a size. */
const AGE_BEFORE = new RegExp(
  "(?:kids?|child(?:ren)?|boys?|girls?|toddlers?|bab(?:y|ies)|infants?|ages?|aged|sizes?" +
    "|people|players|adults|students|teens?|rating|ratings|rated)(?: are| is| that are)? $",
  "",
);
const WEIGHT_CUE =
  /weigh|lift|heav|lighter|lightweight|dumbbell|kettlebell|barbell|capacity|lbs?\b|kayak/;

type Groups = Record<string, string | undefined>;
type Amount = { value: number; currency: string | undefined };

function readAmount(groups: Groups, name: string): Amount {
  const digits = groups[`${name}n`] ?? "";
  const mark = (groups[`${name}s`] ?? groups[`${name}w`] ?? "").trim().toLowerCase();
  const value = Number(decimal(digits)) * (groups[`${name}k`] ? 1000 : 1);
  return { value: Math.round(value * 100) / 100, currency: SYMBOLS[mark] ?? CURRENCY_WORDS[mark] };
}

/** "1,299.50" and "30,50" (a comma before two last digits is a decimal comma). */
function decimal(digits: string): string {
  if (/^\d{1,7},\d{1,2}$/.test(digits)) return digits.replace(",", ".");
  return digits.replaceAll(",", "");
}

function isNoPrice(lower: string, match: RegExpExecArray, marked: boolean): boolean {
  const after = lower.slice(match.index + match[0].length, match.index + match[0].length + 16);
  const before = lower.slice(Math.max(0, match.index - 24), match.index);
  if (/pounds$/.test(match[0].toLowerCase()) && WEIGHT_CUE.test(lower)) return true;
  if (marked) return false;
  return UNIT_AFTER.test(after) || AGE_BEFORE.test(before) || /^[.,]?\d/.test(after);
}

function boundsOf(kind: "range" | "below" | "above" | "near", groups: Groups): PriceBounds {
  const first = readAmount(groups, "a");
  if (kind === "above") return { minPrice: first.value, ...currencyField(first.currency) };
  if (kind !== "range") return { maxPrice: first.value, ...currencyField(first.currency) };
  const second = readAmount(groups, "b");
  // "$1-2k" means one to two thousand.
  const low = groups.bk && !groups.ak && first.value < 100 ? first.value * 1000 : first.value;
  return {
    minPrice: Math.min(low, second.value),
    maxPrice: Math.max(low, second.value),
    ...currencyField(second.currency ?? first.currency),
  };
}

const currencyField = (currency: string | undefined): { currency?: string } =>
  currency === undefined ? {} : { currency };

/**
 * Reads the price bounds of a request and takes their phrases out of the text.
 *
 * Units: prices in units of `currency`, as the reader wrote them.
 * Shape: at most one lower and one upper bound; the first phrase of each kind wins.
 */
export function readPrice(text: string): PriceReading {
  const found: PriceBounds = {};
  let rest = text;
  for (const { kind, bare, regexp } of patterns()) {
    const match = regexp.exec(rest);
    if (match === null) continue;
    const groups: Groups = match.groups ?? {};
    const marked = ["as", "aw", "bs", "bw"].some((name) => groups[name] !== undefined);
    if (!marked && !bare) continue;
    if (isNoPrice(rest.toLowerCase(), match, marked)) continue;
    const bounds = boundsOf(kind, groups);
    if (bounds.maxPrice === 0 || conflicts(found, bounds)) continue;
    Object.assign(found, bounds);
    rest = `${rest.slice(0, match.index)} ${rest.slice(match.index + match[0].length)}`;
  }
  return { ...found, rest };
}

function conflicts(found: PriceBounds, next: PriceBounds): boolean {
  if (found.maxPrice !== undefined && next.maxPrice !== undefined) return true;
  return found.minPrice !== undefined && next.minPrice !== undefined;
}

/** Numbers beside "under" and "up to" that are sizes, counts, ages, ratings or postage. */

const UNITS =
  "in|inch|inches|cm|mm|m|meters?|metres?|ft|foot|feet|yards?|yd|oz|ounces?|lbs?|kg|kgs|kilos?|g" +
  "|grams?|mg|ml|cl|l|liters?|litres?|gal|gallons?|qt|quarts?|cups?|watts?|w|kw|v|volts?|amps?" +
  "|mah|wh|gb|tb|mb|ghz|mhz|hz|khz|mp|megapixels?|fps|db|decibels?|btus?|hp|rpm|psi|bar|stars?" +
  "|packs?|pk|pcs|pieces?|count|ct|sets?|people|persons?|players?|users?|kids|children|years?" +
  "|yrs?|yo|months?|weeks?|days?|hours?|hrs?|minutes?|mins?|seconds?|secs?|miles?|km|mph|kph|mpg" +
  "|percent|calories|kcal|cal|carbs|degrees?|celsius|fahrenheit|thread|pages|steps|sq|square" +
  "|speeds?|gears?|lumens?|nits|k|dpi|ppi|items?|units?|reviews?|ratings?|seats?|seater|tier" +
  "|drawers?|shelves|ply|grit|gauge|denier|gsm|spf|sugar|fat|protein|cc|bits?|ports?|pages?" +
  "|sheets?|decimals?|knots?|times|levels?|dogs?|cats?|am|pm|o'?clock|th|st|nd|rd|s|x|ish";
const UNIT_BEHIND = new RegExp(`^[ -]?(?:${UNITS})(?![a-z])`);
/** The longest unit and what ends it. */
const UNIT_REACH = 32;
export const UNIT_AFTER = new RegExp(`^(?:['"”″’%°]| ?x ?\\d|[ -]?(?:${UNITS})(?![a-z]))`);
/** "Up to 3 shelves", "more than 12 bottles": a bare number before a plural counts things. */
const COUNTED = new RegExp(
  "^ (?!(?:is|this|his|was|has|as|plus|please|thanks|always|bucks|dollars|across|us" +
    "|less|yes)\\b)[a-z]{2,16}[^s\\W]s(?![a-z])",
);

/** What stands before a number that is an age or a size. */
const AGE_BEFORE = new RegExp(
  "(?:kids?|child(?:ren)?|boys?|girls?|toddlers?|bab(?:y|ies)|infants?|ages?|aged|sizes?|riders?" +
    "|people|players|adults|students|teens?|pupp(?:y|ies)|rating|ratings|rated|anyone" +
    "|someone|those|m[ae]n|wom[ae]n|ladies|person|guys?|mum|mom|dad|scores?" +
    "|reviews?|weigh(?:s|ing)?|height|width|depth|length|temperatures?|speeds?|wattage|upf|spf)" +
    "(?: are| is| that are| of| who are| from)?(?: (?:should|must|has to|have to) be)? $",
);
const WEIGHT_CUE = new RegExp(
  "weigh|lift|heav|lighter|lightweight|dumbbell|kettlebell|barbell|capacity|lbs?\\b" +
    "|kayak|\\bholds?\\b|support",
);
/** "Free shipping over $35" bounds the basket, not the price of a thing. */
const POSTAGE_BEFORE = new RegExp(
  "(?:shipping|delivery|postage|deliver(?:s|ed)?|ship(?:s|ped)?|returns)(?: (?:is" +
    "|costs?|fees?|for|on|free|orders?|that's))* $",
);
const POSTAGE_AFTER = new RegExp(
  "^ (?:in |of |for )?(?:(?:free |the )?(?:shipping|delivery|postage)|off\\b|discount" +
    "|gift ?cards?|vouchers?|coupons?|cash ?back|orders?\\b)",
);
/** "iPhone 14 Pro Max 256", "Air Max 90". */
const MODEL_BEFORE = new RegExp(
  "(?:\\b(?:air|pro|ultra|plus|mini|note|redmi|mi|iphone(?: \\d{1,2})?|galaxy|tab|mad" +
    "|peak) |\\b[A-Z]\\w+ (?=Max))$",
  "i",
);
/** A price that is only talked about: "it went from $120 to $90". */
const TALKED_BEFORE = new RegExp(
  "\\b(?:went|dropp?(?:ed|s)|fell|falls|reduced|marked down|used to (?:be|cost)|saved" +
    "|came down|was|were|paid)(?: down)?(?: from| to)? $",
);
/** Without a currency, fewer is a count or an age. */
const WORDY_MIN = 20;

export interface MaybePrice {
  readonly text: string;
  readonly match: RegExpExecArray;
  /** Whether a currency is named. */
  readonly isMarked: boolean;
  readonly value: number;
}

/**
 * Whether an amount is none: a size, a count, an age, postage. A bare number that stands elsewhere
 * with a unit is that again: "a 6 foot cord, no more than 6".
 */
export function isNoPrice({ text, match, isMarked, value }: MaybePrice): boolean {
  const lower = text.toLowerCase();
  const phrase = match[0].toLowerCase();
  const end = match.index + match[0].length;
  const after = lower.slice(end, end + 24);
  const before = lower.slice(Math.max(0, match.index - 32), match.index);
  if (/pounds?$/.test(phrase) && WEIGHT_CUE.test(lower)) return true;
  if (POSTAGE_BEFORE.test(before) || POSTAGE_AFTER.test(after)) return true;
  if (TALKED_BEFORE.test(before)) return true;
  if (isMarked) return false;
  if (UNIT_AFTER.test(after) || COUNTED.test(after) || /^[.,]?\d/.test(after)) return true;
  if (isMeasured(lower, value)) return true;
  if (AGE_BEFORE.test(before) || isModel(text, match)) return true;
  if (isYearAt(text, match.index + phrase.search(/\d{4}/))) return true;
  return !/\d/.test(phrase) && value < WORDY_MIN;
}

/** Whether a number has a unit somewhere in a text in lower case. */
function isMeasured(lower: string, value: number): boolean {
  const digits = String(value);
  for (let at = lower.indexOf(digits); at >= 0; at = lower.indexOf(digits, at + 1)) {
    const behind = lower.slice(at + digits.length, at + UNIT_REACH);
    if (!/\w/.test(lower.charAt(at - 1)) && UNIT_BEHIND.test(behind)) return true;
  }
  return false;
}

const YEAR = /^(?:19[5-9]|20[0-4])\d(?![\d.,]\d|\d|k\b)/;
const YEAR_BEFORE =
  /\b(?:from|since|after|before|year|made in|built in|in|of|model|version|edition) $/i;
const YEAR_AFTER =
  /^.{4} (?:or|and) (?:newer|later|older|earlier)\b|^.{4} (?:model|version|edition)/i;

/** Whether a bare number is the year of a model: "from 2023 or newer". */
export const isYearAt = (text: string, at: number): boolean =>
  YEAR.test(text.slice(at, at + 6)) &&
  (YEAR_BEFORE.test(text.slice(Math.max(0, at - 12), at)) ||
    YEAR_AFTER.test(text.slice(at, at + 20)));

/** "Max" and "max" read alike in a chat, so a model is known by the word before it. */
function isModel(text: string, match: RegExpExecArray): boolean {
  if (!/^max\b/i.test(match[0])) return false;
  const before = text.slice(Math.max(0, match.index - 24), match.index);
  return MODEL_BEFORE.test(before) || (match[0].startsWith("Max") && /[A-Za-z0-9] $/.test(before));
}

/** How people write an amount of money, in digits or in words, with or without its currency. */

/** Its code, symbols and words, and the nations it is of: "275 Australian dollars". */
const CURRENCIES = `
USD $ us$ dollar dollars buck bucks usd | us american
EUR € eur euro euros
GBP £ gbp quid pound pounds sterling | british
CAD c$ ca$ cad | canadian
AUD a$ au$ aud | australian aussie
JPY ¥ yen jpy | japanese
INR ₹ inr rupee rupees | indian
CHF chf francs
SEK sek
NOK nok
DKK dkk
PLN pln
NZD nzd
SGD sgd | singapore
HKD hkd`
  .trim()
  .split("\n")
  .map((line) => line.split(" | ").map((words) => words.split(" ")));

const codesBy = (part: number): Record<string, string> =>
  Object.fromEntries(
    CURRENCIES.flatMap((parts) =>
      (parts[part] ?? []).map((word): [string, string] => [word, parts[0]?.[0] ?? ""]),
    ),
  );
const MARKS = codesBy(0);
const NATIONS = codesBy(1);
const CURRENCY_WORDS = Object.keys(MARKS).filter((word) => /^[a-z]+$/.test(word));

/** What a note is called in Britain. */
const NOTES: Record<string, number> = { tenner: 10, fiver: 5 };

const SYMBOL = "(?:us ?\\$|ca?\\$|au?\\$|[$€£¥₹])";
/** "CHF 80", "USD 50". */
const CODE = "(?:usd|eur|gbp|cad|aud|nzd|chf|sek|nok|dkk|pln|sgd|hkd|jpy|inr)";
const WORDS = CURRENCY_WORDS.toSorted((left, right) => right.length - left.length);
const WORD = `(?:(?:${Object.keys(NATIONS).join("|")}) )?(?:${WORDS.join("|")})(?![a-z])`;

export const ONES = (
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen " +
  "sixteen seventeen eighteen nineteen"
).split(" ");
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const SMALL = `(?:(?:${TENS.join("|")})(?:[ -](?:${ONES.slice(1, 10).join("|")}))?|${ONES.slice(1)
  .toReversed()
  .join("|")})`;
const GREAT = "(?:hundred|thousand|grand)";
const DIGIT = `(?:${ONES.slice(1, 10).join("|")})`;
const NUMBER_WORDS =
  `(?:${DIGIT} (?:${TENS.join("|")})(?:[ -]${DIGIT})?` +
  `|(?:(?:${SMALL}|a|half a) )?${GREAT}(?: ${GREAT})?( (?:and )?${SMALL}(?: hundred)?){0,2}` +
  `|a (?:${Object.keys(NOTES).join("|")})|${SMALL}(?![a-z-]))`;
const DIGITS =
  "\\d{1,3}(?:[,']\\d{3}){1,2}(?:\\.\\d{1,2})?|\\d{1,3}(?: \\d{3}){1,2}(?= ?(?:[€]" +
  "|euros?|eur|chf|sek))" +
  "|\\d{1,3}(?:\\.\\d{3}){1,2}(?:,\\d{1,2})?(?!\\d)" +
  "|\\d{1,7}(?:[.,]\\d{1,2})?";

/** The same for a text without a word for a currency. */
const PLAIN_DIGITS =
  "\\d{1,3}(?:[,']\\d{3}){1,2}(?:\\.\\d{1,2})?|\\d{1,3}(?: \\d{3}){1,2}(?= ?€)" +
  "|\\d{1,3}(?:\\.\\d{3}){1,2}(?:,\\d{1,2})?(?!\\d)" +
  "|\\d{1,7}(?:[.,]\\d{1,2})?";

const AMOUNT_WORDS = new RegExp(
  `(?:${[...ONES.slice(1), ...TENS].join("|")})(?![a-z-])|hundred|thousand|grand` +
    `|${[...Object.keys(NOTES), ...CURRENCY_WORDS].join("|")}`,
  "i",
);

/** Whether any part of an amount may be a word: few texts, and the words cost most of a pattern. */
export const hasAmountWords = (text: string): boolean => AMOUNT_WORDS.test(text);

/**
 * The pattern of one amount; its groups begin with `name`. `plain` matches the same in a text
 * without amount words and is compiled in a quarter of the time.
 */
export function amountPattern(name: string, plain = false): string {
  if (plain) {
    return (
      `(?<${name}s>${SYMBOL} ?)?(?<${name}n>${PLAIN_DIGITS})(?![\\d])` +
      `(?<${name}k> ?k(?![a-z]))?(?<${name}w>[ -]?${SYMBOL})?`
    );
  }
  return (
    `(?<${name}s>(?:${SYMBOL}|${CODE}) ?)?(?<${name}n>${DIGITS}|${NUMBER_WORDS})(?![\\d])` +
    `(?<${name}k> ?k(?![a-z])| (?:grand|thousand|hundred)(?![a-z]))?` +
    `(?<${name}w>[ -]?(?:${SYMBOL}|${WORD}))?`
  );
}

const AMOUNT_HINT = new RegExp(
  "\\d|(?<![a-z])" +
    `(?:${[...ONES.slice(1), ...TENS, ...Object.keys(NOTES)].join("|")}|hundred|thousand|grand` +
    ")",
  "i",
);

/** Whether it is worth looking closer: no amount is without a digit or one of its words. */
export const mayHoldAmount = (text: string): boolean => AMOUNT_HINT.test(text);

export type Groups = Record<string, string | undefined>;
export type Amount = { value: number; currency: string | undefined; isMarked: boolean };

/**
 * Reads the amount that `amountPattern(name)` matched.
 *
 * Units: units of `currency`, to the hundredth.
 */
export function readAmount(groups: Groups, name: string): Amount {
  const number = groups[`${name}n`] ?? "";
  const note = NOTES[number.split(" ").at(-1)?.toLowerCase() ?? ""];
  if (note !== undefined) return { value: note, currency: "GBP", isMarked: true };
  const mark = (groups[`${name}s`] ?? groups[`${name}w`] ?? "").trim().toLowerCase();
  const value =
    (/\d/.test(number) ? decimal(number) : valueOfWords(number)) * timesOf(groups, name);
  return {
    value: Math.round(value * 100) / 100,
    currency: currencyOf(mark),
    isMarked: mark !== "",
  };
}

function timesOf(groups: Groups, name: string): number {
  const unit = groups[`${name}k`]?.trim().toLowerCase();
  if (unit === undefined) return 1;
  return unit === "hundred" ? 100 : 1000;
}

function currencyOf(mark: string): string | undefined {
  if (mark === "") return undefined;
  const words = mark.replace(/^-/, "").split(" ");
  const nation = words.length > 1 ? NATIONS[words[0] ?? ""] : undefined;
  return nation ?? MARKS[words.join("")] ?? MARKS[words.at(-1) ?? ""];
}

/** "1,299.50", "1.299,50" and "30,50": a comma before two last digits is a decimal comma. */
function decimal(digits: string): number {
  if (/^\d{1,7},\d{1,2}$/.test(digits)) return Number(digits.replace(",", "."));
  if (/^\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?$/.test(digits)) {
    return Number(digits.replaceAll(".", "").replace(",", "."));
  }
  return Number(digits.replace(/[,' ]/g, ""));
}

/** "one hundred and fifty", "a grand", "fifteen hundred". */
function valueOfWords(text: string): number {
  let total = 0;
  let part = 0;
  for (const word of text.toLowerCase().split(/[ -]/)) {
    if (word === "hundred") part = Math.max(1, part) * 100;
    else if (word === "thousand" || word === "grand") {
      total += Math.max(1, part) * 1000;
      part = 0;
    } else if (ONES.includes(word)) part += ONES.indexOf(word);
    else if (TENS.includes(word)) {
      // "three fifty" is what is left of three hundred and fifty.
      part = (part < 10 ? part * 100 : part) + (TENS.indexOf(word) + 2) * 10;
    }
  }
  return text.toLowerCase().startsWith("half") ? (total + part) / 2 : total + part;
}

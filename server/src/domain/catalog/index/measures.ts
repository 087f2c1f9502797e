import { fold } from "./tokens.ts";

/** A size, capacity or count in a text, in one form however it is written. */
export interface Measure {
  /** The same for "12 in" and "1 ft", for "1 TB" and "1024 GB"; no word of a text is one. */
  readonly term: string;
  /** Of all measures of the same sort: the term of "length" for every length. */
  readonly kind: string;
  /** In the smallest unit of its kind; of sides the shortest. */
  readonly value: number;
  /** The part of the folded text that says so. */
  readonly text: string;
}

/** Sizes within a tenth or so of each other have one of these in common, or neighbours. */
const STEP = Math.log(1.1);
const NEAR_STEPS = [-2, -1, 0, 1, 2];
const CONTINUOUS = new Set(["#length", "#volume", "#weight", "#power", "#charge"]);

/** The terms of all sizes about as large, and of those some `steps` away. */
export function sizeTerms({ kind, value }: Measure, steps: readonly number[] = [0]): string[] {
  if (!CONTINUOUS.has(kind)) return [];
  return steps.map((step) => `${kind}~${Math.round(Math.log(value) / STEP) + step}`);
}

/** Those of the sizes that come next where none is the one asked for. */
export function termsNear(measure: Measure): string[] {
  return sizeTerms(measure, NEAR_STEPS);
}

/**
 * What a product's measures are compared in: kind, how many of the smallest unit, and its names.
 * An ounce is a volume or a weight; only the thing itself tells.
 */
const UNITS = `
length 1 mm millimeter millimeters millimetre millimetres
length 10 cm cms centimeter centimeters centimetre centimetres
length 1000 m meter meters metre metres
length 25.4 in inch inches " '' \u201d \u2032\u2032
length 304.8 ft feet foot ' \u2032
length 914.4 yd yds yard yards
volume 1 ml milliliter milliliters millilitre millilitres
volume 1000 l liter liters litre litres
volume 29.57 oz ounce ounces floz fluidounce fluidounces
volume 946.4 qt quart quarts
volume 3785 gal gallon gallons
weight 1 g gram grams
weight 1000 kg kgs kilo kilos kilogram kilograms
weight 28.35 oz ounce ounces
weight 453.6 lb lbs pound pounds
storage 0.001 mb
storage 1 gb gigabyte gigabytes
storage 1000 tb terabyte terabytes
power 1 w watt watts
power 1000 kw kilowatt kilowatts
voltage 1 v volt volts
charge 1 mah
charge 1000 ah
frequency 1 hz
frequency 1e6 mhz
frequency 1e9 ghz
pixels 1 mp megapixel megapixels
people 1 person persons people man seat seats seater
count 1 pack packs pk ct count pc pcs piece pieces
count 2 pair pairs
count 12 dozen
cups 1 cup cups
slices 1 slice slices
drawers 1 drawer drawers
shelves 1 shelf shelves tier tiers
ports 1 port ports
`;

const NUMBER_WORDS = (
  "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen " +
  "sixteen seventeen eighteen nineteen twenty"
).split(" ");

type Unit = { readonly kind: string; readonly factor: number };

let patterns: ReturnType<typeof compile> | undefined;

function compile() {
  const units = new Map<string, Unit[]>();
  for (const line of UNITS.trim().split("\n")) {
    const [kind = "", factor, ...names] = line.split(" ");
    for (const name of names) {
      units.set(name, [...(units.get(name) ?? []), { kind, factor: Number(factor) }]);
    }
  }
  const words = `half|${NUMBER_WORDS.join("|")}`;
  // "5.5", "10,000", "1 1/2", "two".
  const digits = "\\d{1,3}(?:,\\d{3})+|\\d{1,6}(?: \\d/\\d{1,2}|/\\d{1,2}|\\.\\d{1,3})?";
  const any = `${digits}|${words}`;
  const names = [...units.keys()].sort((left, right) => right.length - left.length).join("|");
  // "5 in 1" and "size 10 in black" have no inches: "in" is one before an end or a dimension.
  const noInches = "(?!in (?!(?:x|by|wide|long|tall|high|deep|thick|round|square|screen|tv)\\b))";
  const unit = `(?:${noInches}(?:${names})|fl\\.? oz|fluid ounces?)(?![a-z\\d])`;
  const item = (number: string) => `(?:${number})(?:(?: |-| ?an? )?${unit})?`;
  // "18 x 24 inches", "13-15 inch": numbers without a unit have that of a later one.
  const listFrom = (number: string) =>
    `${item(number)}(?:(?:[x\u00d7-]| (?:[x\u00d7-]|by|to) )${item(any)}){0,3}`;
  const counted = `(sleeps|(?:pack|set|case|box) of) (${any})(?![\\w.])`;
  return {
    units,
    digits: new RegExp(`(?<![\\w.,/])${listFrom(digits)}`, "g"),
    // A number word may be any word of a long text; in a short one it counts.
    words: new RegExp(`\\b(?:${counted}|${listFrom(words)}|pair|dozen)(?![\\w.])`, "g"),
    item: new RegExp(`(${any})(?:(?: |-| ?an? )?(${unit}))?`, "g"),
    counted: new RegExp(`^${counted}`),
  };
}

/** Most numbers are no measures. */
const PLAIN = /^[\d., -]+$/;

/** Longer texts describe: what is counted there in words is hardly the product. */
const SHORT_LENGTH_MAX = 250;

/** Sizes by letter, where one stands alone between commas: "Dog Harness, S, Red". */
const LETTER =
  /(?<=[,(/|] ?)(?:xx?s|s|m|l|x{1,3}l|[2-5]xl|small|medium|large|x-large)(?= ?(?:[,)/|]|$))/g;
/** The same in a question, where they stand anywhere: "harness for a small dachshund". */
const ASKED_LETTER = /\b(?:small|medium|large|x-large|xx?l|[2-5]xl|(?<=\bsize )(?:xx?s|s|m|l))\b/g;
const LETTERS = new Map([
  ["small", "s"],
  ["medium", "m"],
  ["large", "l"],
  ["x-large", "xl"],
]);

function lettersIn(folded: string, pattern: RegExp): Measure[] {
  return (folded.match(pattern) ?? []).map((text) => {
    return { term: `#letter:${LETTERS.get(text) ?? text}`, kind: "#letter", value: 1, text };
  });
}

/** For whom a toy or a bike is: "ages 4-6", "ages 3+"; in a question "7 year old". */
const AGES = new RegExp(
  "\\b(?:ages? |aged )(\\d{1,2})(?: ?(?:-|to) ?(\\d{1,2})|(\\+| and up))?" +
    "|\\b(\\d{1,2})[ -]?(?:yo|(?:years?|yrs?)[ -]olds?)\\b",
  "g",
);
const AGE_MAX = 14;

/** One for each year. */
function agesIn(folded: string): Measure[] {
  const measures: Measure[] = [];
  for (const [text, from, to, more, age] of folded.matchAll(AGES)) {
    const first = Number(from ?? age);
    const last = Math.min(Number(to ?? (more === undefined ? first : AGE_MAX)), first + AGE_MAX);
    for (let year = first; year <= last; year += 1) measures.push(measure("age", year, text));
  }
  return measures;
}

/** What a query asks for: the measures in it, and sizes by letter wherever they stand. */
export function measuresAsked(text: string): Measure[] {
  return [...measuresOf(text), ...lettersIn(fold(text), ASKED_LETTER)];
}

/** The measures of a text, each as often as it stands there. */
export function measuresOf(text: string): Measure[] {
  patterns ??= compile();
  const folded = fold(text);
  const found: readonly string[] = folded.match(patterns.digits) ?? [];
  const isShort = folded.length <= SHORT_LENGTH_MAX;
  const counted: readonly string[] = (isShort ? folded.match(patterns.words) : null) ?? [];
  const sizes = [...found, ...counted].flatMap((said) => (PLAIN.test(said) ? [] : read(said)));
  return [...sizes, ...agesIn(folded), ...(isShort ? lettersIn(folded, LETTER) : [])];
}

const COUNTS = new Map([["sleeps", "people"]]);

function read(text: string): Measure[] {
  patterns ??= compile();
  const [, before, count = ""] = patterns.counted.exec(text) ?? [];
  if (before !== undefined) return [measure(COUNTS.get(before) ?? "count", numberOf(count), text)];
  const items = itemsOf(text, patterns.item);
  const isArea = items.length > 1 && /[x\u00d7]|\bby\b/.test(text);
  const measures: Measure[] = [];
  let later = "";
  for (const { value, unit } of items.toReversed()) {
    for (const { kind, factor } of patterns.units.get(plainUnit(unit ?? later)) ?? []) {
      // "2x8GB" are two pieces.
      if (unit === undefined && isArea && kind !== "length") continue;
      measures.push(measure(kind, inThousands(kind, value) * factor, text));
    }
    later = unit ?? later;
  }
  if (isArea) {
    const sides = items.map(({ value }) => value).sort((left, right) => left - right);
    const [value = 0] = sides;
    measures.push({ term: `#${sides.join("x")}`, kind: "#sides", value, text });
  }
  return measures;
}

interface Item {
  readonly value: number;
  readonly unit: string | undefined;
}

/** Numbers with their units; "pair" and "dozen" are one of their own. */
function itemsOf(text: string, item: RegExp): readonly Item[] {
  const items: Item[] = [];
  item.lastIndex = 0;
  // Faster than `matchAll`, and an import reads a hundred thousand of them.
  for (let found = item.exec(text); found !== null; found = item.exec(text)) {
    items.push({ value: numberOf(found[1] ?? ""), unit: found[2] });
  }
  return items.length === 0 ? [{ value: 1, unit: text }] : items;
}

/** "fl. oz" is "floz". */
function plainUnit(unit: string): string {
  return unit.startsWith("fl") ? unit.replace(/[. ]/g, "") : unit;
}

/** Three digits tell 15.4 inches from 15.6, and not 12 fluid ounces from 355 ml. */
function measure(kind: string, value: number, text: string): Measure {
  return { term: `#${kind}:${Number(value.toPrecision(3))}`, kind: `#${kind}`, value, text };
}

/** Memory comes in powers of two: 1024 GB are sold as 1 TB. */
function inThousands(kind: string, value: number): number {
  return kind === "storage" && value >= 1_024 && value % 1_024 === 0 ? value / 1.024 : value;
}

function numberOf(number: string): number {
  const plain = Number(number);
  if (!Number.isNaN(plain)) return plain;
  if (number === "half") return 0.5;
  const word = NUMBER_WORDS.indexOf(number) + 1;
  if (word > 0) return word;
  const parts = number.replaceAll(",", "").split(" ");
  return parts.reduce((sum, part) => {
    const [over = 0, under = 1] = part.split("/").map(Number);
    return sum + (under === 0 ? over : over / under);
  }, 0);
}

import { ofLetters } from "./clues.ts";
import { isStop } from "./private-name-words.ts";

/** A word behind or before a label. */
export type Word = {
  /** Without quotation marks, brackets and the punctuation around it. */
  readonly bare: string;
  /** Punctuation stands behind it, so a value does not go on. */
  readonly ends: boolean;
};

/** How many of the words behind a label are its value. */
export type Shape = (words: readonly Word[]) => number;

const SEED_WORDS_MAX = 24;
const PHRASE_WORDS_MAX = 6;

/** "30 mm", "12x18", "5-pack": a product has it beside any word. */
export const SIZE = new RegExp(
  "^\\d{1,5}(?:[.x*/-]\\d{1,4}){0,2}[- ]?(?:[mck]?m|[km]?g|[mkgt]b|in|inch(?:es)?|ft|lbs?|oz" +
    "|[mc]?l|w|kw|v|m?ah|[mkg]?hz|[mkg]bit|[mkg]bps|[pkx]|yd|gal|packs?|pcs?|pieces?|count|ct" +
    "|sets?|person|seater|years?" +
    '|months?|pages?|slots?|pockets?|sheets?|watts?|volts?|way|ply|part|port|bit|%|"|usd|eur|gbp' +
    "|dollars?|pounds?|euros?|bucks)(?![a-z\\d\\x80-\\uffff])",
  "i",
);
const SIDES = /^\d+(?:\.\d+)?x\d/;
const PLAIN = ofLetters(() => "^[\\p{L}']{2,14}$", "u");
const ACCOUNT = ofLetters(
  () =>
    "^(?:live:)?(?:[\\p{L}\\d.-]{0,30}_[\\p{L}\\d_.-]{1,30}" +
    "|\\p{L}?\\p{Ll}{3,20}\\d[\\p{L}\\d.-]{0,20}|\\d{1,4}\\p{Ll}{4,20}\\d[\\p{L}\\d]{0,9}" +
    "|\\p{L}[\\p{L}\\d-]{0,20}\\.\\p{L}[\\p{L}\\d.]{0,20}" +
    "|\\p{L}?\\p{Ll}{1,16}\\p{Lu}\\p{L}{2,20}\\d{0,4})$",
  "u",
);
const UK_PLATE = /^[a-z]{2}\d{2}[a-z]{3}$/i;

const digitsIn = (text: string): number => text.match(/\d/g)?.length ?? 0;
function isSize(words: readonly Word[], at = 0): boolean {
  const { bare = "", ends = true } = words[at] ?? {};
  return SIDES.test(bare) || SIZE.test(`${bare} ${ends ? "" : (words[at + 1]?.bare ?? "")}`);
}
const isPlain = ({ bare }: Word): boolean => PLAIN(bare).test(bare) && !isStop(bare);

const GROUP = /^(?:\d{1,6}(?:\/\d+)?|[A-Z]|(?=\D{0,4}\d)[A-Z\d]{3,5})$/;

/** How many words from `from` on go on with groups of digits. */
function groupsEnd(words: readonly Word[], from: number): number {
  let end = from;
  while (words[end - 1]?.ends === false && GROUP.test(words[end]?.bare ?? "")) {
    if (isSize(words, end)) break;
    end += 1;
  }
  return end;
}

/** How many words from the first on are plain ones. */
function plainEnd(words: readonly Word[], max: number, passes: (word: Word) => boolean): number {
  let end = 0;
  for (const word of words.slice(0, max)) {
    if (!isPlain(word)) break;
    end += 1;
    if (!passes(word)) break;
  }
  return end;
}

const CODE = ofLetters(() => "^[#*]?(?=[^\\d]{0,30}\\d)[\\p{L}\\d][\\p{L}\\d/._:*+-]{0,60}$", "u");
/** A short first group may go on. */
const codeEnd = (words: readonly Word[]): number =>
  /^\D{0,4}\d{1,5}$/.test(words[0]?.bare ?? "") ? groupsEnd(words, 1) : 1;
const joined = (words: readonly Word[]): string => words.map(({ bare }) => bare).join("");

/** "XJH 882 771 09": digits behind a word of capitals. */
const afterLetters = (words: readonly Word[]): number =>
  words[0]?.ends === false && /^\d/.test(words[1]?.bare ?? "") && !isSize(words, 1)
    ? groupsEnd(words, 2)
    : 0;

/** At least so many letters and digits, one digit among them; groups of digits may follow. */
export const code =
  (min: number): Shape =>
  (words) => {
    const bare = words[0]?.bare ?? "";
    if (isSize(words)) return 0;
    if (/^[A-Z]{1,6}$/.test(bare)) return afterLetters(words);
    if (!CODE(bare).test(bare)) return 0;
    const end = codeEnd(words);
    const whole = joined(words.slice(0, end)).replace(/[./_:#-]/g, "");
    // Beside a label alone, "model2" is no number of a person.
    const isPlausible = min < 4 || !/[a-z]/.test(whole) || digitsIn(whole) > 3;
    return whole.length >= min && isPlausible ? end : 0;
  };

/** A number of digits alone is a watch's as well as a parcel's. */
export const lettered: Shape = (words) => (/^\d+$/.test(words[0]?.bare ?? "") ? 0 : code(5)(words));

/** Five digits or more, or a long number of capitals and digits. */
export const long: Shape = (words) => {
  const bare = words[0]?.bare ?? "";
  if (isSize(words)) return 0;
  if (/^[A-Z]{2,6}$/.test(bare))
    return digitsIn(words[1]?.bare ?? "") > 4 ? afterLetters(words) : 0;
  if (/^(?:[A-Z\d]{9,24}|(?=\S*[A-Z])[A-Z\d]+(?:-[A-Z\d]+){2,})$/.test(bare) && digitsIn(bare) > 2)
    return 1;
  const isLead = /^[A-Za-z]{0,5}[-#:]?\d[\d/.-]*[A-Z]{0,2}$|^[A-Z\d:]+(?:-[A-Z\d]+)+$/.test(bare);
  if (!isLead) return 0;
  const end = codeEnd(words);
  return digitsIn(joined(words.slice(0, end))) > 4 ? end : 0;
};

/** A word with a digit or a sign in it. */
export const mixed: Shape = (words) => {
  const bare = words[0]?.bare ?? "";
  const isMixed =
    /\d/.test(bare) || /\w[_!$%&*=~^@?#]\w/.test(bare) || /^[A-Z]\w+(?:-\w+){2,}$/.test(bare);
  return bare.length > 2 && isMixed && !isSize(words) ? 1 : 0;
};

/** Whatever one word says, or up to six plain ones. */
export const any: Shape = (words) => {
  const [first] = words;
  if (first === undefined || isStop(first.bare) || first.bare.length < 2) return 0;
  return Math.max(
    1,
    plainEnd(words, PHRASE_WORDS_MAX, (word) => !word.ends),
  );
};

/** Letters and digits in one word. */
export const key =
  (min: number): Shape =>
  ([word]) =>
    word !== undefined &&
    word.bare.length >= min &&
    /\d/.test(word.bare) &&
    /[a-z]/i.test(word.bare)
      ? 1
      : 0;

export const account: Shape = ([word]) =>
  word !== undefined && ACCOUNT(word.bare).test(word.bare) ? 1 : 0;

/** An account or letters with digits. */
export const handle: Shape = (words) => account(words) || key(6)(words);

/** "gate 903-22", "door 4417#", but not "door 2000 mm". */
export const entry: Shape = (words) =>
  !isSize(words) &&
  /^[*#]?(?:\d{4,6}|\d{2,6}-\d{2,6}|\d{1,2}(?:-\d{1,2}){2})$/.test(words[0]?.bare ?? "")
    ? 1
    : 0;

/** An account, or one with its password behind a slash. */
export const login: Shape = (words) =>
  account(words) || (/^[^\s/]{2,40}\/(?=\D*\d)\S{3,}$/.test(words[0]?.bare ?? "") ? 1 : 0);

/** "sw1a 2aa" is two words. */
export const postcode: Shape = (words) => {
  const [first, second] = words;
  const isBritish =
    /^[a-z]{1,2}\d[a-z\d]?$/i.test(first?.bare ?? "") && /^\d[a-z]{2}$/i.test(second?.bare ?? "");
  return isBritish ? 2 : code(3)(words);
};

/** An account that no name of a product is like: "cutie_99", "miriam.k", "cl3v3r". */
export const nickname: Shape = ([word]) =>
  word !== undefined && /^(?=.{4,})\w*[a-z]\w*(?:_|\.[a-z]|[a-z]\d+[a-z])\w*$/.test(word.bare)
    ? 1
    : 0;

/** At least so many plain words in a row, commas between them or not. */
export const seed =
  (min: number): Shape =>
  (words) => {
    // Commas part all words or end the list.
    const end = plainEnd(words, SEED_WORDS_MAX, ({ ends }) => !ends || words[0]?.ends === true);
    return end >= min ? end : 0;
  };

/** "HN70 KJE", "21-D-76681", "7ABC482", "M-QT 4482". */
export const plate: Shape = (words) => {
  for (let end = Math.min(3, words.length); end > 0; end -= 1) {
    const group = words.slice(0, end);
    if (group.slice(0, -1).some((word) => word.ends) || group.some((_, at) => isSize(words, at)))
      continue;
    const whole = joined(group);
    if (UK_PLATE.test(whole)) return end;
    if (end > 1 && group.some(({ bare }) => !/^[\p{Lu}\d-]{1,7}$/u.test(bare))) continue;
    const plain = whole.replaceAll("-", "");
    if (/^[\p{L}\d]{5,10}$/u.test(plain) && /\d/.test(plain)) return end;
  }
  return 0;
};

/** A plate in one word: "7YKL392". What stands on other plates has fewer letters or digits. */
export const oneWordPlate: Shape = (words) => {
  if (UK_PLATE.test(joined(words.slice(0, 2)))) return 2;
  return /^(?=(?:\d*[A-Z]){2})(?=(?:[A-Z]*\d){3})[A-Z\d]{6,8}$/.test(words[0]?.bare ?? "") ? 1 : 0;
};

import type { ChatTurn } from "../../types.ts";
import { remembered } from "../remembered.ts";
import { hasAny, letterRemoval, type Removal, removal, removeAll } from "./clues.ts";
import { removeTold } from "./private-clauses.ts";
import { removeLabelled } from "./private-labels.ts";
import { removeNames } from "./private-names.ts";
import { removeAddresses } from "./private-places.ts";
import { bareWord, isProductWord } from "./words.ts";

/** What of a reader's text may never leave the publisher's server. */

const mayBeBirth = (lower: string): boolean =>
  hasAny(lower, ["born", "birth", "bday", "b-day", "dob", "d.o", "do.b", "turn"]) ||
  /(?:19|20)\d{2}/.test(lower);

/** With or without a top-level domain, and the password some write behind it. */
const EMAIL = letterRemoval(
  ({ text }) => text.includes("@"),
  () =>
    "[\\p{L}\\p{N}_.+-]{1,64}@(?=\\p{L})[\\p{L}\\p{N}_-]{2,63}(?:\\.[\\p{L}\\p{N}_-]{1,63}){0,4}" +
    "(?: ?[:/|] ?(?=\\S{0,40}[\\d_!$%&*=~^?])\\S{4,40})?",
);
/** "jane (at) mail [dot] example", "jane at mail dot example". */
const SPELLED_EMAIL = removal(
  ({ lower }) => lower.includes("@") || /[[({<] ?at ?[\])}>]| at [\w-]+ dot /.test(lower),
  () =>
    new RegExp(
      "(?:[\\w-]{1,40} (?:dot|underscore|dash" +
        "|hyphen) ){0,4}[\\w.+-]{1,64} ?(?:[[({<] ?at ?[\\])}>]|@" +
        "| at (?=[\\w-]{1,40} dot )) ?[\\w-]{1,63}(?: ?(?:[[({<] ?dot ?[\\])}>]|\\." +
        "| dot ) ?[a-z][\\w-]{1,62}){1,4}",
      "gi",
    ),
);
const LINK = removal(
  ({ lower }) => hasAny(lower, ["://", "www."]),
  () => /\b(?:[a-z][a-z\d+.-]{1,15}:\/\/|www\.)\S{1,300}/gi,
);
/** "maker.example/~someone": a path makes it a personal page. */
const BARE_LINK = removal(
  ({ lower }) => /\.[a-z]{2,12}\//.test(lower),
  () => /\b[\w-]{1,63}(?:\.[\w-]{1,63}){0,4}\.[a-z]{2,12}\/[^\s,;]{1,200}/gi,
);
/** "@somebody", "somebody#4821", "u/somebody". */
const HANDLE = removal(
  ({ text }) => /@|#\d{4}|u\/|\$[A-Za-z]/.test(text),
  () =>
    new RegExp(
      "(?<![\\w@])@[\\w.-]{2,40}|\\b[\\w.]{2,32}#\\d{4}\\b|\\bu/[\\w-]{3,30}|(?<!\\w)\\$(?!usd" +
        "|cad|aud)[a-z][\\w-]{2,30}",
      "gi",
    ),
);
/** A sort code and a US number, with the account behind the first. */
const SOCIAL_SECURITY = removal(
  ({ digits }) => digits > 5,
  () => /\b(?:\d{3}-\d{2}-\d{4}|\d{2}-\d{2}-\d{2}(?:[ ,/]{1,3}\d{6,10})?)\b(?!-)/g,
);
const NATIONAL_INSURANCE = removal(
  ({ digits }) => digits > 5,
  () => /\b[A-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D]\b/g,
);
const IBAN = removal(
  ({ text }) => /[A-Z]{2}\d{2}/.test(text),
  () =>
    /\b(?:[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?|NO\d{2}(?: ?\d{4}){2} ?\d{3})\b/g,
);
const IP_ADDRESS = removal(
  ({ text }) => /\d\.\d|:|-[\dA-Fa-f]{2}-/.test(text),
  () =>
    new RegExp(
      "\\b\\d{1,3}(?:\\.\\d{1,3}){3}\\b|(?<![\\w:])(?=[\\da-f]{1,4}:(?:[\\da-f:]{0,40}:)?:" +
        "|(?:[\\da-f]{1,4}:){3})[\\da-f]{1,4}:[\\da-f:]{2,40}(?![\\w:])" +
        "|\\b(?:[\\da-f]{2}-){5}[\\da-f]{2}\\b",
      "gi",
    ),
);
const COORDINATES = removal(
  ({ text }) => /\d\.\d{3}|°/.test(text),
  () =>
    new RegExp(
      "-?\\b\\d{1,3}\\.\\d{3,12}°? ?[NSEW]?(?:[,;/ ]{1,3}" +
        "|[ ,]{1,2}lo?ng?[a-z]{0,6}[ :]{1,2})-?\\d{1,3}\\.\\d{3,12}°?(?: ?[NSEW]\\b|(?!\\w))" +
        "|\\b\\d{1,3}° ?\\d{1,2}(?:\\.\\d{1,6})?['′](?: ?\\d{1,2}(?:\\.\\d{1,6})?[\"″])? " +
        "?[NSEW]\\b",
      "g",
    ),
);
/** Wallets, keys and tokens as services make them; no model number is as long. */
const TOKEN = removal(
  ({ text }) => /[\w-]{12}/.test(text),
  () =>
    new RegExp(
      "(?<![A-Za-z\\d])(?:0x[\\da-fA-F]{16,64}|1Z[\\dA-Z]{16}|[A-Z]{2}\\d{9}[A-Z]{2}" +
        "|(?=[A-Z]{0,16}\\d)(?=\\d{0,16}[A-Z])[A-HJ-NPR-Z\\d]{17}" +
        "|(?=[A-Z]{0,40}[a-z\\d])(?=[a-z]{0,40}[A-Z\\d])(?=[A-Za-z]{0,40}\\d)[A-Za-z\\d]{24,256}" +
        "|(?:sk|pk|rk|xox[a-z]|gh[a-z]|glpat|hf|npm|whsec|eyJ|AIza|AKIA|ASIA|SG\\." +
        "|ya29)(?=[\\w.-]{0,40}\\d)[\\w.-]{12,2000}" +
        "|(?=[A-Z-]{0,20}\\d)(?=[\\d-]{0,20}[A-Z])(?:[A-Z\\d]{4}(?:-[A-Z\\d]{4}){2,7}" +
        "|[A-Z\\d]{5}(?:-[A-Z\\d]{5}){2,7})" +
        "|[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12})(?![A-Za-z\\d-])",
      "g",
    ),
);
const DIGIT_WORD =
  "(?:zero|nought|oh|one|two|three|four|five|six|seven|eight|nine|hundred|double|triple)";
/** "seven four one nine". */
const SPOKEN_NUMBER = removal(
  ({ lower }) => hasAny(lower, ["one", "two", "three", "four", "five", "seven"]),
  () => new RegExp(`\\b(?:${DIGIT_WORD}[ ,-]{1,2}){3,20}${DIGIT_WORD}\\b`, "gi"),
);
/** "mysql -u admin -pSecret1", "--token=ab12". */
const FLAGGED = removal(
  ({ text }) => / -/.test(text),
  () =>
    new RegExp(
      "(?<!\\S)(?:-p(?=\\S{0,40}[\\d_])\\S{4,60}|--?(?:password|pass|pwd|token|key" +
        "|secret)[= ]\\S{3,80})",
      "gi",
    ),
);
/** Beside talk of a password, a word with digits or signs may be one: "my dog, Pickle2015!". */
const NEAR_PASSWORD = removal(
  ({ lower, digits }) => digits > 0 && /passw|passcode|\bpwd\b|log ?in\b/.test(lower),
  () =>
    new RegExp(
      "(?<![\\w-])(?=[A-Za-z]{3,20}[_!$%&*=~^@?#.-]?\\d{2,})[A-Za-z]{3,20}[_!$%&*=~^@?#.-]?" +
        "\\d{2,8}[!?#$%&*]{0,3}(?![\\w-])",
      "g",
    ),
);
/** "On LH1184, seat 23F". */
const TRAVEL = removal(
  ({ digits }) => digits > 1,
  () => /\b(?:(?:on|flight|flying) (?!RTX|GTX)[A-Z]{2,3} ?\d{3,4}|seat \d{1,2}[A-K])\b/gi,
);
/** "My EK-77120 order". */
const NUMBER_AND_KIND = removal(
  ({ digits }) => digits > 3,
  () =>
    new RegExp(
      "\\bmy (?=(?:\\D*\\d){4})[A-Z\\d-]{5,20}(?= (?:order|booking|account|policy|ticket" +
        "|reservation|parcel|delivery|invoice|contract)\\b)",
      "gi",
    ),
);
/** "///filled.count.soap" is a place. */
const THREE_WORDS = removal(
  ({ text }) => text.includes("///"),
  () => /\/{3}[a-z]{2,20}(?:\.[a-z]{2,20}){2}/gi,
);
/** "2 8 6 1", typed as it is spoken. */
const SPACED_DIGITS = removal(
  ({ digits }) => digits > 3,
  () => /(?<![\w.,-]|sizes? )(?:\d(?: \d){3,11}|\d+[LR](?: \d+[LR]){2})(?![\w.,]*\w)/g,
);
/** "Headlights for EA21 WXC": its last letters are no word of a model's name. */
const BRITISH_PLATE = removal(
  ({ text }) => /[A-Z]\d\d [A-Z]/.test(text),
  () =>
    new RegExp(
      "(?<![\\w-])(?!LG|HD|CL|SD)[A-HK-PRSVWXY][A-HJ-PR-Y](?:[0-2]\\d|[5-7]\\d) (?!LED|USB|SSD" +
        "|RAM|LCD|KIT|PRO|MAX|INK|BLK|WHT|SET|HDD|CPU|VGA|UHD)[A-HJ-PR-Z]{3}(?![\\w-])",
      "g",
    ),
);
/** "Tyres for M-QT 4482": only beside a vehicle, else it may be a model. */
const PLATE = removal(
  ({ lower }) =>
    /plate|\b(?:car|van|truck|bike|reg)\b|vehicle|t[iy]res?\b|reifen|wiper/.test(lower),
  () =>
    new RegExp(
      "\\b(?:[A-Z]{2}\\d{2} ?[A-Z]{3}|[A-ZÄÖÜ]{1,3}-[A-Z]{1,2} \\d{1,4}[EH]?" +
        "|[A-Z]{2}-\\d{3}-[A-Z]{2}|[A-Z]{2} \\d{2} [A-Z]{1,2} \\d{4}|plate [A-Z]{2,3}-\\d{4})\\b",
      "g",
    ),
);
/** Card, phone and account numbers in any grouping; what a number of a product is called stays. */
const LONG_DIGITS = removal(
  ({ digits }) => digits > 8,
  () =>
    new RegExp(
      "(?<![\\w.-])(?<!\\b(?:ean|upc|gtin|isbn|barcode|sku|mpn|oem|part|model|item" +
        "|article)(?: ?(?:no|number|nr|code)\\.?)?[ :#]{1,3})(?:(?:\\+ ?" +
        "|00)?\\(?\\d(?:[ .()-]{0,3}\\d){8,18}" +
        "|\\(?0\\d{1,5}\\)? ?/ ?\\d(?:[ .-]{0,2}\\d){4,9})(?![\\w])",
      "gi",
    ),
);
const INTERNATIONAL = removal(
  ({ text, digits }) => digits > 5 && text.includes("+"),
  () => /(?<![\w.])\+ ?\d{1,3}(?:[ .()/-]{0,3}\d){5,12}(?![\w])/g,
);
const SHORT_PHONE = removal(
  ({ digits }) => digits > 6,
  () =>
    new RegExp(
      "(?<![\\w-])\\(?\\d{3}\\)?[ .-]\\d{3}[ .-]\\d{4}(?![\\w-])" +
        "|(?<![\\w-])\\d{3}[-.]\\d{4}(?: ?(?:ext|x|extension)\\.? ?\\d{1,6})?(?![\\w-])",
      "gi",
    ),
);
const MONTH =
  "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?" +
  "|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
const DATE =
  "(?:(?:19|20)\\d{6}|\\d{1,2}[./-]\\d{1,2}[./-]\\d{2,4}|\\d{1,2}[./]\\d{1,2}(?![\\d./])" +
  "|\\d{4}-\\d{2}-\\d{2}|\\d{1,2}(?:st|nd|rd" +
  `|th)?(?: of)? ${MONTH}\\.?,? ?\\d{0,4}|${MONTH}\\.? \\d{1,2}(?:st|nd|rd` +
  "|th)?,? ?\\d{0,4})";
const BIRTH = removal(
  ({ lower, digits }) => digits > 0 && mayBeBirth(lower),
  () =>
    new RegExp(
      `\\b\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${MONTH}\\.?,? (?:19|20)\\d{2}\\b` +
        `|\\b${MONTH}\\.? \\d{1,2}(?:st|nd|rd|th)?,? (?:19|20)\\d{2}\\b|\\b(?:born` +
        "|b-?day|birth ?da(?:y|te)|date of birth|d\\.?o\\.?b\\.?|birth)(?:'s| (?:on|in|is|was" +
        "|the)|:)*" +
        `(?: the)? ${DATE}|\\bturn(?:s|ed|ing)?(?: \\d{1,3})? on(?: the)? ${DATE}|\\b(?:born` +
        `|date of birth|d\\.?o\\.?b\\.?)(?: (?:on|in|is)` +
        "|:)* (?:19|20)\\d{2}\\b",
      "gi",
    ),
);
const FULL_DATE = removal(
  ({ digits }) => digits > 5,
  () => /\b\d{1,2}[./-]\d{1,2}[./-](?:19|20)\d{2}\b|\b(?:19|20)\d{2}-\d{2}-\d{2}\b/g,
);

/**
 * Takes e-mail and postal addresses, phone, card, account and reference numbers, dates of birth,
 * links, account names and names of people out of a text. A text that is nothing but a product
 * number (8, 12, 13 or 14 digits) stays.
 *
 * Errors: none. Names are found by what stands around them; one without any cue may remain.
 */
export const removePrivateData = (text: string): string => without(text, removeTold);

function without(text: string, told: (open: string, isPrivate: boolean) => string): string {
  if (/^\s*(?:\d{8}|\d{12,14})\s*$/.test(text)) return text;
  const { line, open } = openOf(text);
  const rest = told(open, open !== line);
  if (line === text) return rest;
  return rest === line ? text : rest.replace(/,[\s,]*,\s*/g, "\n");
}

/** Addresses go over several lines, so lines are read as if commas parted them. */
const openOf = remembered((text) => {
  const line = text.replace(/\n\s*/g, ", ");
  return { line, open: removeAll(removeLabelled(removeNames(removeAddresses(line))), NUMBERS) };
});

/** The same for the texts of a talk, which are read again in each later turn. */
export const withoutPrivateData = remembered(removePrivateData);
/** For an assistant's text: its names are those of things. */
export const withoutPersonalData = remembered((text) => without(text, (open) => open));

/**
 * The words that `removePrivateData` takes out of what readers say, whole and in parts, in lower
 * case: an assistant that repeats them must not bring them back. Names of things may come back, and
 * what stood beside a wish if a reader says it in one.
 */
export function privateWordsOf(talk: readonly ChatTurn[]): Set<string> {
  const texts = talk.flatMap(({ role, text }) => (role === "user" ? [text] : []));
  const said = texts.map(secretsIn);
  const told = said.flatMap((turn) => turn.told);
  const left = told.length === 0 ? [] : texts.map(withoutPrivateData);
  const open = new Set(left.flatMap(partsOf));
  return new Set([...said.flatMap(({ sure }) => sure), ...told.filter((word) => !open.has(word))]);
}

const secretsIn = remembered((text): { sure: string[]; told: string[] } => {
  const left = withoutPrivateData(text);
  // Nothing was taken out of most turns.
  if (left === text) return { sure: [], told: [] };
  const sure = secretsOf(text, new Set(partsOf(withoutPersonalData(text))));
  return { sure, told: secretsOf(text, new Set(partsOf(left))) };
});

function secretsOf(text: string, open: ReadonlySet<string>): string[] {
  const lower = new Set(text.split(/[^\p{L}]+/u));
  const isSecret = (word: string) =>
    word.length > 2 && !open.has(word) && !(lower.has(word) && isProductWord(word));
  const runs = text.match(/(?<!\d)\d{1,9}(?:[ -]\d{1,9}){2,9}/g) ?? [];
  const groups = runs.flatMap((run) => run.split(/\D/));
  return [...groups.filter((word) => !open.has(word)), ...partsOf(text).filter(isSecret)];
}

/** "paypal.me/joel.k": the word, "joel.k" and "joel". */
const partsOf = (text: string): string[] =>
  [/\s+/, /[\s/:;=,()'"]+/, /[^\p{L}\p{N}]+/u].flatMap((gap) => text.split(gap).map(bareWord));

const NUMBERS: readonly Removal[] = [
  EMAIL,
  SPELLED_EMAIL,
  LINK,
  TOKEN,
  BARE_LINK,
  HANDLE,
  BIRTH,
  FULL_DATE,
  SOCIAL_SECURITY,
  NATIONAL_INSURANCE,
  IBAN,
  IP_ADDRESS,
  COORDINATES,
  SPOKEN_NUMBER,
  SPACED_DIGITS,
  THREE_WORDS,
  TRAVEL,
  NUMBER_AND_KIND,
  FLAGGED,
  NEAR_PASSWORD,
  BRITISH_PLATE,
  PLATE,
  LONG_DIGITS,
  INTERNATIONAL,
  SHORT_PHONE,
];

import { hasAny, letterRemoval, type Removal, removal, removeAll, startsWord } from "./clues.ts";
import { removeNames } from "./private-names.ts";
import { removeAddresses } from "./private-places.ts";

/** What of a reader's text may never leave the publisher's server. */

/** What words begin with that no match is without. */
const ACCOUNTS = (
  "user handle gamer log nick screen account insta twitter tiktok discord steam psn xbox snap " +
  "reddit twitch telegram whatsapp skype venmo paypal etsy"
).split(" ");
const CODE_HOLDERS = (
  "order account passport policy member insurance medicare tax booking reservation ref " +
  "tracking invoice licen number plate vin serial sn pan dni nie nif bsn cpf codice steuer " +
  "claim confirmation patient ticket"
).split(" ");
const NUMBER_HOLDERS = (
  "order account acct card credit debit phone cell mobile tel passport licen number policy " +
  "member loyalty customer client patient student employee staff badge insurance national " +
  "health medicare tax vat tin tracking parcel invoice ref booking reservation confirmation " +
  "ticket case claim social ssn sin nino cvv cvc pin passw passc zip post iban swift bic " +
  "routing sort serial id driver"
).split(" ");
const LABEL_END = /(?: is| was| in| with|[:=]) ?(?:#?[a-z]{0,6}[- ]?|[\w-]*)\d/;
const NUMBER_END = /(?:number|num|nummer|nr\.?|no\.?|code|id|card|#)[ :]{0,2}#?[a-z]{0,6}[- ]?\d/;
const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

const mayBeBirth = (lower: string): boolean =>
  hasAny(lower, ["born", "birth", "dob", "d.o", "do.b"]) ||
  (/(?:19|20)\d{2}/.test(lower) && hasAny(lower, MONTHS));

const EMAIL = letterRemoval(
  ({ text }) => text.includes("@"),
  () => String.raw`[\p{L}\p{N}_.+-]{1,64}@[\p{L}\p{N}_-]{1,63}(?:\.[\p{L}\p{N}_-]{1,63}){1,4}`,
);
/** "jane (at) mail [dot] example", "jane at mail dot example". */
const SPELLED_EMAIL = removal(
  ({ lower }) => lower.includes("@") || /[[({<] ?at ?[\])}>]| at [\w-]+ dot /.test(lower),
  () =>
    new RegExp(
      "(?:[\\w-]{1,40} (?:dot|underscore|dash" +
        "|hyphen) ){0,4}[\\w.+-]{1,64} ?(?:[[({<] ?at ?[\\])}>]|@| at (?=[\\w-]{1,40} dot )) " +
        "?[\\w-]{1,63}(?: ?(?:[[({<] ?dot ?[\\])}>]|\\.| dot ) ?[a-z][\\w-]{1,62}){1,4}",
      "gi",
    ),
);
const LINK = removal(
  ({ lower }) => hasAny(lower, ["://", "www."]),
  () => /\b(?:https?:\/\/|www\.)\S{1,300}/gi,
);
/** "maker.example/~someone": a path makes it a personal page. */
const BARE_LINK = removal(
  ({ lower }) => /\.[a-z]{2,12}\//.test(lower),
  () => /\b[\w-]{1,63}(?:\.[\w-]{1,63}){0,4}\.[a-z]{2,12}\/[^\s,;]{1,200}/gi,
);
/** "@somebody", "somebody#4821", "u/somebody". */
const HANDLE = removal(
  ({ text }) => /@|#\d{4}|u\//.test(text),
  () => /(?<![\w@])@[\w.-]{2,40}|\b[\w.]{2,32}#\d{4}\b|\bu\/[\w-]{3,30}/g,
);
const ACCOUNT_NAME = removal(
  ({ lower }) => /[_\d]|\.\w/.test(lower) && startsWord(lower, ACCOUNTS),
  () =>
    new RegExp(
      "\\b(?:user ?name|user|handle|gamer ?tag|log ?in|nick ?name|nick|screen ?name|account " +
        "?name" +
        "|(?:my |on )(?:insta(?:gram)?|twitter|tiktok|discord|steam|psn|xbox live|snap(?:chat)?" +
        "|reddit|twitch|telegram|whatsapp|skype|venmo|paypal|etsy))(?: (?:id|name|handle" +
        "|account))?( (?:is|as)| ?[:=]){0,2} (?=[\\w.-]{0,40}(?:[_\\d]|\\.\\w))[\\w.-]{2,40}",
      "gi",
    ),
);
const NAMED_ACCOUNT = removal(
  ({ lower }) => /(?:name|handle|tag|in)(?: is| as|:)/.test(lower),
  () =>
    new RegExp(
      "\\b(?:user ?name|handle|gamer ?tag|log ?in|nick ?name|screen ?name|account ?name)" +
        "(?: (?:is|as)|:) ?[\\w.-]{2,40}",
      "gi",
    ),
);
/** "Gamertag NoScopeNana": capitals inside a word mark a name. */
const CAMEL_ACCOUNT = removal(
  ({ text, lower }) => /[a-z][A-Z]/.test(text) && startsWord(lower, ACCOUNTS),
  () =>
    new RegExp(
      "\\b(?:[Uu]ser ?name|[Uu]ser|[Hh]andle|[Gg]amer ?tag|[Ll]og ?in|[Nn]ick ?name" +
        "|[Nn]ick)(?: (?:is|as)|:)? [\\w.-]{0,24}[a-z][A-Z][\\w.-]{0,24}",
      "g",
    ),
);
const SOCIAL_SECURITY = removal(
  ({ digits }) => digits > 8,
  () => /\b\d{3}-\d{2}-\d{4}\b/g,
);
const NATIONAL_INSURANCE = removal(
  ({ digits }) => digits > 5,
  () => /\b[A-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D]\b/g,
);
const IBAN = removal(
  ({ text }) => /[A-Z]{2}\d{2}/.test(text),
  () => /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/g,
);
const IP_ADDRESS = removal(
  ({ text }) => /\d\.\d|:/.test(text),
  () =>
    new RegExp(
      "\\b\\d{1,3}(?:\\.\\d{1,3}){3}\\b|(?<![\\w:])(?:[\\da-f]{1,4}:){2,7}(?::" +
        "|[\\da-f]{1,4})(?:[\\da-f:]{0,30})(?![\\w:])",
      "gi",
    ),
);
/** Card numbers, phone numbers with or without separators, account numbers. */
const LONG_DIGITS = removal(
  ({ digits }) => digits > 8,
  () => /(?<![\w.])(?:\+ ?|00)?\(?\d(?:[ .()/-]{0,3}\d){8,18}(?![\w])/g,
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
  "(?:\\d{1,2}[./-]\\d{1,2}[./-]\\d{2,4}|\\d{4}-\\d{2}-\\d{2}|\\d{1,2}(?:st|nd|rd" +
  `|th)?(?: of)? ${MONTH}\\.?,? ?\\d{0,4}|${MONTH}\\.? \\d{1,2}(?:st|nd|rd` +
  "|th)?,? ?\\d{0,4})";
const BIRTH = removal(
  ({ lower, digits }) => digits > 0 && mayBeBirth(lower),
  () =>
    new RegExp(
      `\\b\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${MONTH}\\.?,? (?:19|20)\\d{2}\\b` +
        `|\\b${MONTH}\\.? \\d{1,2}(?:st|nd|rd|th)?,? (?:19|20)\\d{2}\\b|\\b(?:born` +
        "|birth ?da(?:y|te)|date of birth|d\\.?o\\.?b\\.?|birth)(?: (?:on|in|is|was|the)|:)*" +
        `(?: the)? ${DATE}|\\b(?:born|date of birth|d\\.?o\\.?b\\.?)(?: (?:on|in|is)` +
        "|:)* (?:19|20)\\d{2}\\b",
      "gi",
    ),
);
const FULL_DATE = removal(
  ({ digits }) => digits > 5,
  () => /\b\d{1,2}[./-]\d{1,2}[./-](?:19|20)\d{2}\b|\b(?:19|20)\d{2}-\d{2}-\d{2}\b/g,
);

/** What numbers belong to: "member MBR-558-2201", "my insurance id is XJH 882 771 09". */
const HOLDERS =
  "(?:order|account|acct|card|credit card|debit card|phone|cell|mobile|tel(?:ephone)?|passport" +
  "|licen[cs]e(?: plate)?|number plate|policy|member(?:ship)?|loyalty|customer|client|patient" +
  "|student|employee|staff|badge|insurance|national insurance|health|medicare|tax|vat|tin" +
  "|tracking|parcel|invoice|reference|ref|booking|reservation|confirmation|ticket|case|claim" +
  "|social security|social insurance|ssn|sin|nino|cvv|cvc|pin|password|passcode|zip(?: ?code)?" +
  "|postcode|postal code|iban|swift|bic|routing|sort code|serial|identity|id card|id|driver'?s)";
const NUMBER_WORD = "(?:number|num|nummer|nr\\.?|no\\.?|code|id|card|#)";
/** At least three digits in all, perhaps in groups with letters before. */
const REFERENCE =
  "#?(?=[\\w -]{0,14}\\d[\\w -]{0,3}\\d[\\w -]{0,3}\\d)[A-Za-z]{0,6}[- ]?(?:[\\d][\\dA-Z]*[- " +
  "/]?){1,8}[A-Z]?";
const LABELLED = removal(
  ({ lower }) => LABEL_END.test(lower) && startsWord(lower, NUMBER_HOLDERS),
  () =>
    new RegExp(
      `\\b(?:${HOLDERS})( ?${NUMBER_WORD}){0,2}(?: (?:is|was|ends? (?:in|with))|:|=)+ ?` +
        `(?:${REFERENCE}(?![\\w])|[\\w-]*\\d[\\w-]{1,30})`,
      "gi",
    ),
);
const NUMBERED = removal(
  ({ lower, digits }) => digits > 2 && NUMBER_END.test(lower) && startsWord(lower, NUMBER_HOLDERS),
  () =>
    new RegExp(`\\b(?:${HOLDERS})( ?${NUMBER_WORD}){1,2}[ :]{0,2}(?:${REFERENCE})(?![\\w])`, "gi"),
);
const PLAIN_NUMBERED = removal(
  ({ lower }) => /\d-\d{2}|\d{5}/.test(lower) && startsWord(lower, NUMBER_HOLDERS),
  () =>
    new RegExp(
      `\\b(?:${HOLDERS}) ?[#:]? ?(?:[A-Z]{1,5}-?)?\\d{1,8}(?:-\\d{2,10}){1,3}(?![\\w])` +
        `|\\b(?:${HOLDERS}) ?[#:]? ?(?:[a-z]{0,3}-?)?\\d{5,20}(?![\\w])`,
      "gi",
    ),
);
/** Holders that are no products, so that any token with digits behind them is theirs. */
const CODED = removal(
  ({ lower }) => /[ :#](?=[\w-]*\d)[a-z\d-]{5}/.test(lower) && startsWord(lower, CODE_HOLDERS),
  () =>
    new RegExp(
      "\\b(?:order|account|passport|policy|member(?:ship)?|insurance|medicare|tax|booking" +
        "|reservation" +
        "|ref(?:erence)?|tracking|invoice|(?:licen[cs]e|number) plate|plate|vin|serial|sn|pan" +
        "|dni|nie|nif|bsn|cpf|codice fiscale|steuer-?id|claim|confirmation|patient|licen[cs]e" +
        "|ticket)(?: (?:number|no\\.?|code|id|ref))?[ " +
        ":#]{1,2}(?:sn:)?(?=[\\w-]*\\d)(?=[A-Z\\d-]*[A-Z\\d]{3})[A-Z\\d-]{5,24}(?![\\w])",
      "gi",
    ),
);
/** "I bought it under W1029384756". */
const BOUGHT_UNDER = removal(
  ({ text, digits }) => digits > 5 && hasAny(text, ["under ", "order "]),
  () => /\b(?:under|as order) [A-Z]{1,3}-?\d{6,20}\b/g,
);
const SECRET = removal(
  ({ lower }) => /(?:word|code|pin|cvv|cvc)(?: is| code|:|=)/.test(lower),
  () => /\b(?:password|passcode|pin|cvv|cvc)(?: (?:is|code)|:|=)+ ?\S{2,40}/gi,
);

/**
 * Takes e-mail and postal addresses, phone, card, account and reference numbers, dates of birth,
 * links, account names and names of people out of a text. A text that is nothing but a product
 * number (8, 12, 13 or 14 digits) stays.
 *
 * Errors: none. Names are found by what stands around them; one without any cue may remain.
 */
export function removePrivateData(text: string): string {
  if (/^\s*(?:\d{8}|\d{12,14})\s*$/.test(text)) return text;
  return removeAll(removeNames(removeAddresses(text)), NUMBERS);
}

const NUMBERS: readonly Removal[] = [
  EMAIL,
  SPELLED_EMAIL,
  LINK,
  BARE_LINK,
  HANDLE,
  ACCOUNT_NAME,
  NAMED_ACCOUNT,
  CAMEL_ACCOUNT,
  BIRTH,
  FULL_DATE,
  SOCIAL_SECURITY,
  NATIONAL_INSURANCE,
  IBAN,
  SECRET,
  CODED,
  BOUGHT_UNDER,
  LABELLED,
  NUMBERED,
  PLAIN_NUMBERED,
  IP_ADDRESS,
  LONG_DIGITS,
  INTERNATIONAL,
  SHORT_PHONE,
];

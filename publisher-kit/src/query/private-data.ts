/** What of a reader's text may never leave the publisher's server. */

const EMAIL = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/g;
const LINK = /\b(?:https?:\/\/|www\.)\S{1,300}/gi;
const HANDLE = /(?<![\w@])@\w{2,40}/g;
const SOCIAL_SECURITY = /\b\d{3}-\d{2}-\d{4}\b/g;
const IBAN = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/g;
const IP_ADDRESS = /\b\d{1,3}(?:\.\d{1,3}){3}\b/g;
/** Card numbers, phone numbers with or without separators, account numbers. */
const LONG_DIGITS = /(?<![\w.])\+?\(?\d(?:[ .()-]{0,2}\d){8,18}(?![\w])/g;
const SHORT_PHONE = /(?<![\w-])\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}(?![\w-])/g;
const LABELLED = new RegExp(
  "\\b(?:order|account|card|phone|cell|mobile|passport|licen[cs]e|policy|member(?:ship)?" +
    "|social security|ssn|cvv|pin|password|zip(?: ?code)?|postcode)(?: (?:number|no\\.?|code" +
    "|id))?(?: ?(?:is|:|#|=)){1,2} ?[\\w-]{2,30}",
  "gi",
);

const NUMBERED = new RegExp(
  "\\b(?:order|account|card|customer|policy|member|tracking|invoice)" +
    " ?(?:number|no\\.?|id|#)? ?#? ?\\d{5,20}\\b",
  "gi",
);

const STREET =
  "(?:street|str|st|avenue|ave|boulevard|blvd|road|rd|lane|ln|terrace|highway|hwy|parkway|pkwy)";
const OPEN_STREET = "(?:drive|dr|court|ct|way|place|pl|square|sq|circle|cir|trail)";
const UNIT = "(?:[, ]{1,2}(?:apt|apartment|suite|ste|unit|floor|fl|#) ?\\w{1,5})?";
const CITY = "(?:, ?[A-Za-z .]{2,30}){0,2}(?:,? [A-Z]{2})?(?: \\d{5}(?:-\\d{4})?)?";
const ADDRESS_AFTER_CUE = new RegExp(
  "\\b(?:i live (?:at|on|in)|living at|my address(?: is|:)?|address(?: is|:)|located at" +
    "|(?:ship|deliver|send|sent|shipped|delivered)(?: it| them| this)? to)(?: at)?" +
    ` \\d{1,6}[a-z]?(?: [\\w'.-]{1,20}){1,3}?` +
    `(?: (?:${STREET}|${OPEN_STREET})\\b\\.?|(?=[,.;!?]|$))${UNIT}` +
    "(?:, ?[a-z.]{2,20}(?: [a-z.]{2,20}){0,2}){0,2}(?:,? \\d{5}(?:-\\d{4})?)?",
  "gi",
);
const ADDRESS = new RegExp(
  `\\b\\d{1,6}[A-Za-z]? (?:[NSEW]\\.? )?(?:[A-Z][\\w'.-]{1,20} ){1,3}` +
    `(?:${STREET}|${capitals(OPEN_STREET)}|${capitals(STREET)})\\b\\.?${UNIT}${CITY}`,
  "g",
);
const LOWER_ADDRESS = new RegExp(
  "\\b\\d{1,6} (?!(?:inch|in|ft|foot|feet|piece|pack|mm|cm|oz|lb|speed" +
    "|way)\\b)[a-z]{3,20} (?:street|avenue|boulevard|blvd)\\b",
  "g",
);

const NAME_CUE = new RegExp(
  "\\b(?:my (?:full |first |last )?name(?: is|'s|:)|name is|i am called|i'm called|call me" +
    "|this is(?= [A-Z][a-z]+ (?:speaking|here)))\\s{1,3}",
  "gi",
);
const NAME_STOP = new RegExp(
  "^(?:and|but|i|i'm|i'd|who|looking|need|want|im|so|from|with|please|can|could|for|a|an" +
    "|the|my|to|in|or)$",
  "i",
);
const RELATION_NAME = new RegExp(
  "\\b(my (?:wife|husband|son|daughter|mom|mum|mother|dad|father|brother|sister|friend" +
    "|boyfriend|girlfriend|partner|fianc[eé]e?|boss|aunt|uncle|niece|nephew|grandma|grandpa" +
    "|grandson|granddaughter|kid|baby)),? [A-Z][a-z]{1,20}(?: [A-Z][a-z]{1,20})?(?![\\w])",
  "g",
);

function capitals(alternatives: string): string {
  return alternatives.replace(/([(|:])([a-z])/g, (_all, before: string, letter: string) =>
    before === ":" || before === "|" ? `${before}${letter.toUpperCase()}` : `${before}${letter}`,
  );
}

/**
 * Takes e-mail and postal addresses, phone, card and account numbers, links, handles and names out
 * of a text. A text that is nothing but a product number (8, 12, 13 or 14 digits) stays.
 */
export function removePrivateData(text: string): string {
  if (/^\s*(?:\d{8}|\d{12,14})\s*$/.test(text)) return text;
  return removeNames(text)
    .replace(EMAIL, " ")
    .replace(LINK, " ")
    .replace(HANDLE, " ")
    .replace(SOCIAL_SECURITY, " ")
    .replace(ADDRESS_AFTER_CUE, " ")
    .replace(IBAN, " ")
    .replace(LABELLED, " ")
    .replace(NUMBERED, " ")
    .replace(IP_ADDRESS, " ")
    .replace(SHORT_PHONE, " ")
    .replace(LONG_DIGITS, " ")
    .replace(ADDRESS, " ")
    .replace(LOWER_ADDRESS, " ");
}

function removeNames(text: string): string {
  let rest = "";
  let from = 0;
  for (const cue of text.matchAll(NAME_CUE)) {
    if (cue.index < from) continue;
    rest += `${text.slice(from, cue.index)} `;
    from = endOfName(text, cue.index + cue[0].length);
  }
  return (rest + text.slice(from)).replace(RELATION_NAME, "$1");
}

/** A name runs for at most three words and ends at punctuation or at a word no name has. */
function endOfName(text: string, start: number): number {
  let end = start;
  for (let count = 0; count < 3; count += 1) {
    const word = /^\s{0,3}([\p{L}][\p{L}'’.-]{0,30})/u.exec(text.slice(end, end + 40));
    if (word?.[1] === undefined || NAME_STOP.test(word[1])) return end;
    end += word[0].length;
    if (/[.!]$/.test(word[1]) && word[1].length > 3) return end;
    if (/^\s{0,2}[,;!?\n]/.test(text.slice(end, end + 3))) return end;
  }
  return end;
}

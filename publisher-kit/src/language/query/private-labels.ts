import { ofLetters } from "./clues.ts";
import {
  account,
  any,
  code,
  entry,
  handle,
  key,
  lettered,
  login,
  long,
  mixed,
  nickname,
  oneWordPlate,
  plate,
  postcode,
  type Shape,
  seed,
  type Word,
} from "./private-values.ts";

/**
 * Values that people write beside what they are: "my PIN is 4711", "pw: Blue-42",
 * "order no. 77-12", "4711 is my PIN". A table says which shape the value of a label has; one
 * reader walks from the label to the value.
 */

type Kind = {
  /** Alternatives of an expression without groups, the longest first. */
  readonly names: string;
  /** The value behind "is", ":" or "=". */
  readonly linked: Shape;
  /** The value right behind the label: what products have there, too, must stay. */
  readonly bare: Shape;
  /** The value behind "number", "no." or "#". */
  readonly numbered?: Shape;
  /** The shape of a value before the label: "K7-blue is my password". */
  readonly before?: Shape;
};

const SOCIAL =
  "ig|insta(?:gram)?|twitter|tiktok|discord|steam|psn|xbox(?: live)?|snap(?:chat)?|reddit|twitch" +
  "|telegram|whatsapp|skype|venmo|paypal|etsy";
/** The number of anything but of what a shop sells. */
const NUMBER =
  "(?<!(?:model|part|item|product|article|style|sku|catalogu?e?|pattern|size|set|oem|color" +
  "|colour|lot|volume|ball)[ -])(?:number|\\p{L}{0,20}(?:nummer|zeichen)|matrikel|nr|no)\\.?";

const KINDS: readonly Kind[] = [
  {
    names: "(?:seed|recovery|secret|backup|wallet|12|24) (?:phrase|words?)|mnemonic",
    linked: seed(3),
    bare: seed(6),
  },
  {
    names:
      "user ?names?|my handle|gamer ?tag|(?:log|sign)(?:ged|ed)?[ -]?in(?: as)?|nick ?name" +
      "|screen ?name|account ?name|(?:my" +
      `|on) (?:${SOCIAL})`,
    linked: any,
    bare: login,
  },
  {
    names:
      "pass ?(?:word|code)s?|pass phrase|passw(?:d|ort)|pwd?|p/w|kennwort|mot de passe" +
      "|contrase(?:ñ|n)a|senha|wachtwoord|hasło|creds|credentials" +
      "|(?:secret|security) (?:question(?: answer)?|answer)",
    linked: any,
    bare: mixed,
    before: any,
  },
  { names: "passphrase", linked: any, bare: any },
  { names: "pass|wpa2?|hotspot", linked: mixed, bare: key(6), before: key(6) },
  { names: SOCIAL, linked: any, bare: nickname, numbered: account },
  { names: "(?:admin|root|guest|user) ?/", linked: any, bare: mixed },
  { names: "user|admin|root|what3words|w3w", linked: any, bare: handle },
  { names: "serial|sn", linked: code(5), bare: long, numbered: code(3) },
  { names: NUMBER, linked: code(5), bare: code(5) },
  {
    names:
      "locker|cvv2?|cvc2?|(?:otp|[2m]fa)(?: backup)?(?: codes?)?|digits?(?: on the back| code" +
      "| number)?|exp(?:iry|ir(?:es|ation))?|(?:valid|good) (?:thru|through|till|until)" +
      "|security (?:number|no)|(?:security|verification) code",
    linked: code(3),
    bare: code(3),
    before: code(3),
  },
  {
    names:
      "(?<!(?:(?<!\\d)\\d{1,2}|lapel|enamel|bowling|rolling|hair|safety|tie|cotter|hitch|push|hat" +
      "|badge)[ -])pin(?!-)|(?:lock(?:er|box)?|safe|padlock|vault|key ?safe|gate|door" +
      "|my) comb(?:o|ination)|key ?box|lock ?box|key ?pad|enter|puk|comb(?:o|ination) (?:to|for" +
      "|of) (?:the|my|our) \\p{L}{1,14}|(?<!(?:paint|colou?r|error|fault|part|item|product|model" +
      "|style|dress|size|qr|bar|area|promo|discount|coupon|hs|ral|morse|vinci|source|shade|stain" +
      "|fabric|date|lot|batch|cheat|zip|post|postal|tax|swift|sort|country)[ -]?)codes?(?: (?:on" +
      "|at|for|to)(?: (?:the|my|our))? \\p{L}{1,14}){0,2}",
    linked: code(3),
    bare: code(4),
    before: code(4),
  },
  {
    names:
      "(?<!(?:(?<![\\p{L}\\d])\\d{2,3}|usb|allen|hex)[ -]?)(?:key|api|secret|token|bearer)" +
      "|(?:ssh|api|aws|secret|access|licen[cs]e|windows|product|wi-?fi|network|bit ?locker) key",
    linked: key(6),
    bare: key(10),
    before: key(8),
  },
  {
    names:
      "(?:licen[cs]e|number|my|our|his|her|car|reg) plate|registration|registered|rego" +
      "|kennzeichen|(?:my|car|truck|licen[cs]e) tag|(?:my|our|car|van|vehicle) reg(?:istration)?",
    linked: plate,
    bare: plate,
    before: plate,
  },
  { names: "plates?|reg|tag", linked: plate, bare: oneWordPlate, numbered: plate },
  {
    names:
      "accounts?|prescription|(?:personal)?ausweis(?:nummer)?|room key|acct" +
      "|acc(?= (?:no\\.? )?\\d{4})|a/c|passport|polic(?:y|e)|membership|medicare" +
      "|medicaid|nhs|booking|reservation|invoice|claim|confirmation|tracking|patient|voter|vin" +
      "|imei|meid|ssn|iban|swift|bic|routing|sort ?code|bsb|ifsc|nino|national insurance" +
      "|social(?: security| insurance)?|utr|ein|abn|aadhaar|dni|nie|nif|bsn|cpf|curp|pesel" +
      "|personnummer|codice fiscale|steuer-?id" +
      "|a-number|s/n|pnr|conf|consignment|complaint|donor|mrn|chassis|nric|hkid|pps|rut" +
      "|steuernummer|file|frequent fl[iy]er|air ?miles|rewards?|nectar|ahv|oib|egn|emirates id" +
      "|green card|residence permit|i-94|npi|pesel|tckn|cuit|cuil|rfc|nit",
    linked: code(3),
    bare: code(5),
    numbered: code(3),
    before: code(4),
  },
  {
    names:
      "(?:bought|ordered|filed|booked)(?: it| them)? (?:under|as)|(?:call|text|ring|sms|whatsapp" +
      "|reach)(?: me)?(?: (?:on|at))?|meter|microchip|order|(?<!(?:sd|memory|graphics|video" +
      "|sound|network|capture|expansion|wi-?fi|networking) )card|debit|visa|mastercard|amex" +
      "|phone|cell|mobile|tel(?:ephone)?|fax|licen[cs]e|member|loyalty|customer|client|student" +
      "|employee|staff|badge|insurance|health|tax|vat|tin|parcel|ticket|sin|zip|pan|identity|id" +
      "|driver'?s|library|permit",
    linked: long,
    bare: long,
    numbered: code(3),
  },
  {
    names: "post ?code|postal code|zip ?code|eircode|plz",
    linked: postcode,
    bare: postcode,
    before: code(4),
  },
  {
    names: "handle|nick|wi-?fi|network|ssid|gmail|skype(?= live:)",
    linked: handle,
    bare: account,
  },
  { names: "ref(?:erence)?", linked: long, bare: lettered, numbered: code(3) },
  {
    names: "coupon|voucher|promo|redeem|gift ?card",
    linked: code(5),
    bare: code(6),
    numbered: code(4),
  },
  // Last, for "safe combo" and "door code" are labels of their own.
  {
    names: "(?:lock|alarm|gate|door|garage|safe|extension|combo)(?: opens (?:on|with|at))?",
    linked: code(3),
    bare: entry,
  },
];

const EDGE = "(?<![\\p{L}\\p{N}])";
const LABELS = ofLetters(
  () => `${EDGE}(?:${KINDS.map(({ names }) => `(${names})`).join("|")})(?![\\p{L}\\p{N}])`,
  "giu",
);
/** What stands between a label and its value; "on the tablet" stays, for it may be a product. */
const BETWEEN = ofLetters(
  () =>
    "^\\.?(?<numbered>(?:[ (]{0,2}(?:numbers?|num|nummer|nr\\.?|no\\.?|id|code|ref(?:erence)?" +
    "|card|key|name|worker|ends (?:in|with)|ending(?: (?:in|with))?)(?![\\p{L}\\p{N}])" +
    "| ?#(?=[\\p{L}\\p{N}])){0,3})(?<linked>(?<middle>(?: (?:on|for|of|to|in" +
    "|at)(?: [\\p{L}']{1,14}){1,4}?)?)(?:(?: ?[:=(]| ?->| [-–—]|'s| (?:is|was|are|it's|its|being" +
    "|as|reads|says|called|now|ist|es|est|(?:will|should|must) be|(?:changed " +
    "|(?:re)?set )(?:it )?to)(?![\\p{L}])){1,3}))?\\s{0,2}",
  "iu",
);
/** "4711 is my": what stands right before a label. */
const BEFORE = ofLetters(
  () =>
    "(\\d{2,6}(?: \\d{2,6}){1,3}|\\S{3,80})(?: everywhere)?(?:[,.]? that's| is| was| as" +
    "| ?=)(?: now)?(?: (?:my|our|his|her|their|the|an?))?(?: [\\p{L}-]{1,14}){0,2} $",
  "iu",
);
const QUOTED = /^["'“‘«]([^"'”’»\n]{2,160})["'”’»](?![\p{L}\d])/u;
/** The secret behind an account: "studio7 / ClayPot=Hot1". */
const PARTNER = /^["'”’)]? ?[/|:] ?(?:pass(?:word)? ?[:=]? ?)?(?=\S{0,60}[\d_!$%&*=~^@?])\S{3,80}/;
/** A value and what leads to it are not longer. **Units** characters. */
const REACH = 240;

/** Takes out what stands beside a label that says it is private, and the label. */
export function removeLabelled(text: string): string {
  let rest = "";
  let from = 0;
  for (const found of text.matchAll(LABELS(text))) {
    const { 0: label, index } = found;
    const kind = KINDS[found.slice(1).findIndex((name) => name !== undefined)];
    if (index < from || kind === undefined) continue;
    const end = index + label.length;
    const value = behind(text.slice(end, end + REACH), kind);
    const lead =
      value === undefined ? leadOf(text.slice(Math.max(from, index - REACH), index), kind) : 0;
    if (value === undefined && lead === 0) continue;
    rest += `${text.slice(from, index - lead)} ${value?.middle ?? ""} `;
    from = end + (value?.length ?? 0);
  }
  return rest + text.slice(from);
}

/** The value that a text behind a label begins with. */
function behind(near: string, kind: Kind): Value | undefined {
  const found = BETWEEN(near).exec(near);
  const { numbered = "", linked: link, middle = "" } = found?.groups ?? {};
  // A dash leads to a value, too, but beside what is sold it parts a title.
  if (kind.before === undefined && /^ ?[-–—(]$/.test(link ?? "")) return undefined;
  const start = found?.[0].length ?? 0;
  const unnumbered = link === undefined ? kind.bare : kind.linked;
  const shape = numbered === "" ? unnumbered : (kind.numbered ?? unnumbered);
  const length = lengthOf(near.slice(start), kind, shape);
  return length === 0 ? undefined : { middle, length: start + length };
}

function lengthOf(rest: string, { linked, bare }: Kind, shape: Shape): number {
  const quoted = QUOTED.exec(rest);
  const isAccount = linked === any || bare === account;
  const inside = wordsIn(quoted?.[1] ?? "");
  const isQuoted = quoted !== null && (bare === account || linked(inside) > 0);
  const words = wordsIn(rest);
  const end = isQuoted ? quoted[0].length : (words[shape(words) - 1]?.end ?? 0);
  const partner = end > 0 && isAccount ? PARTNER.exec(rest.slice(end)) : null;
  return end + (partner?.[0].length ?? 0);
}

type Value = { middle: string; length: number };

/** How many characters at the end of a text before a label are a value and lead to the label. */
function leadOf(near: string, { before }: Kind): number {
  const found = before === undefined ? null : BEFORE(near).exec(near);
  const value = wordsIn(found?.[1] ?? "");
  return before !== undefined && before(value) > 0 ? (found?.[0].length ?? 0) : 0;
}

type PlacedWord = Word & { readonly end: number };

function wordsIn(text: string): PlacedWord[] {
  return [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => {
    const plain = word.replace(/[.,;:!?)\]}>"'”’»#]{1,9}$/, "");
    const bare = plain.replace(/^["'“‘«([<]+/, "");
    return { bare, end: index + plain.length, ends: plain !== word };
  });
}

import { letterRemoval, type Removal, removal, removeAll } from "./clues.ts";

/** Postal addresses, the way several countries write them. */

const STREET_END =
  "(?:~street|~str|~st|~avenue|~ave|~boulevard|~blvd|~road|~rd|~lane|~ln|~terrace|~highway|~hwy" +
  "|~parkway|~pkwy|~crescent|~close|~mews|~gardens|~grove|~drive|~dr|~court|~ct|~way|~place|~pl" +
  "|~square|~sq|~circle|~cir|~trail|~row|~walk|~hill|~yard|~quay|~wharf|~parade|~rise|~view" +
  "|~green|~gate|~pde|~tce|~alley|~esplanade|~loop|~plaza|~park)";
const UNIT =
  "(?:(?:~flat|~apt\\.?|~apartment|~suite|~ste|~unit|~floor|~fl|~room" +
  "|(?:P\\.?O\\.?|po) ~box) ?#?\\w{1,5}|#\\d{1,5}|\\d{1,3}(?:st|nd|rd|th) ~floor)";
/** UK, Canadian, Dutch, Irish postcodes; ZIP behind a state; digits before or behind a town. */
const POSTCODE =
  "(?:[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}|[A-Z]\\d[A-Z] ?\\d[A-Z]\\d|[A-Z]\\d{2} ?[A-Z\\d]{4}" +
  "|\\d{5}(?:-\\d{4})?|(?:[A-Z]{1,2}-)?\\d{2,5}(?:[- ]\\d{2,4})?(?: [A-Z]{2})?)";
const TOWN = "\\p{Lu}[\\p{L}.'-]{1,24}( \\p{Lu}[\\p{L}.'-]{1,24}){0,2}";
const TAIL =
  `(?:[,. ]{1,2}${UNIT}(?![\\w]))?(?:,? (?:${TOWN}(?![\\w]))?,? ?(?:[A-Z]{2,3}` +
  `(?![\\w]))? ?${POSTCODE}(?![\\w]))?` +
  `(?:,? ${TOWN}(?=[,.;:!?]|$| and))?`;
/** "500 GB Hard Drive" and "3 Ring View Binder" are no streets. */
const NO_SIZE = "(?!(?:[GT]B|Inch|In\\.|Ring|Pack|Piece|Hard|Flash|DVD|Pc)[ .-])";
const LEAD = `(?:${UNIT},? )?`;

/** "742 Evergreen Terrace, Springfield 49007", "flat 12C, 39 Kelvin Road, G20 7QT". */
const NUMBER_FIRST = letterRemoval(
  ({ text }) => /\d[A-Za-z]?,? [^\0-@[-\x7f]/.test(text),
  () =>
    `${LEAD}(?<![\\w./-])(?:\\d{1,4}/)?\\d{1,6}[A-Za-z]?,? (?:[NSEW]\\.?` +
    ` )?${NO_SIZE}(\\p{Lu}[\\p{L}'.-]{1,20} ){1,3}` +
    `(?:${STREET_END})(?![\\p{L}])\\.?${TAIL}`,
);
/** "901 Boulevard Saint-Laurent", "12 rue de Rivoli". */
const NUMBER_AND_KIND = letterRemoval(
  ({ text }) => /\d,? ?[a-z]/i.test(text),
  () =>
    `${LEAD}(?<![\\w])\\d{1,5},? ?(?:bis |ter )?(?:~rue|~avenue|~boulevard` +
    "|~boul\\.|~chemin|~quai|~place|~cours) (?:(?:de la|de|du|des|d'|l'|la" +
    `|le) ?)?\\p{Lu}[\\p{L}'-]{1,24}(?:[ -]\\p{Lu}[\\p{L}'-]{1,24}){0,2}${TAIL}`,
);
/** "Via Garibaldi 22, 50123 Firenze", "ul. Długa 15". */
const KIND_FIRST = letterRemoval(
  ({ text }) => / \d/.test(text),
  () =>
    "(?<![\\p{L}])(?:Via|Viale|Corso|Piazza|Rua|Avenida|Av\\.|Calle|Carrer|Plaza|Paseo|Rue|ul\\." +
    "|Ul\\.|al\\.|Travessa|Largo|Praça)(?: (?:de la|de|del|della|dei|da|das|do|dos|la|las|los" +
    `|el)){0,2}(?: \\p{Lu}[\\p{L}'.-]{1,24}){1,3},? \\d{1,5}[A-Za-z]?${TAIL}`,
);
/** "Prinsengracht 512, 1017 KH Amsterdam", "Storgatan 8", "Hauptstraße 5". */
const COMPOUND = letterRemoval(
  ({ text }) => /[a-z.] \d/.test(text),
  () =>
    "(?<![\\p{L}])(?:\\p{Lu}\\p{L}{1,24}[ -])?\\p{Lu}?\\p{L}{2,24}(?:straat|gracht|laan|plein" +
    "|kade|weg|dijk|gatan|gata|vägen|veien|vegen|gade|vej" +
    `|stra(?:ß|ss)e|str\\.|gasse|platz|allee|katu|tie) \\d{1,4}[A-Za-z]?${TAIL}`,
);
/** "PO Box 4417, Austin TX 78765". */
const POST_BOX = letterRemoval(
  ({ text }) => /box \d/i.test(text),
  () => `(?<![\\p{L}])(?:P\\.?O\\.?|po|p\\.o\\.) ~box \\d{1,6}${TAIL}`,
);
const LOWER_CASE = letterRemoval(
  ({ text }) => /\d[a-z]? [a-z]/.test(text),
  () =>
    "(?<![\\w])\\d{1,6} (?!(?:inch|in|ft|foot|feet|piece|pack|mm|cm|oz|lb|speed|way|door" +
    "|car)\\b)(?:[a-z]{3,20} ){1,2}(?:street|avenue|boulevard|blvd|road|lane" +
    "|crescent)(?![\\p{L}])|(?<=\\b(?:at|to|address(?: is|:)?) )\\d{1,4}[a-z]? " +
    `(?:[a-z']{3,20} ){1,2}${STREET_END}(?![\\p{L}])`,
);
/** With the lines before it, if a number begins them: "5 Kirkgate, Leeds LS1 6BY". */
const BRITISH_POSTCODE = letterRemoval(
  ({ text }) => /[A-Z]\d[A-Z\d]? \d[A-Z]{2}/.test(text),
  () =>
    "(?<![\\w-])(?:(?:\\d{1,4}[A-Za-z]?,? " +
    "|(?=\\p{Lu}[\\p{L}'.-]{0,20}(?: \\p{Lu}[\\p{L}'.-]{0,20}){0,3}, " +
    "))(?:(?:\\p{Lu}[\\p{L}'.-]{0,20}|y|of|the|on|upon|in" +
    "|by),? ){1,8})?[A-Z]{1,2}\\d[A-Z\\d]? \\d[A-Z]{2}(?![\\w-])",
);
const DWELLING_KIND =
  "(?:~flat|~apt\\.?|~apartment|~suite|~unit|~room|~plot|~sector|~block|~house|~road)";
/** "Flat 4b", "plot 12B, Sector 45, Gurugram 122003"; "flat 4K" is a screen. */
const DWELLING_NUMBER = letterRemoval(
  ({ text }) => /[a-z.] ?#?[A-Za-z]?\d/.test(text),
  () =>
    `(?<![\\p{L}])${DWELLING_KIND} ?#?` +
    "(?!\\d[dkDK])(?:\\d{1,4}[A-Za-z]?" +
    "|[A-Za-z]\\d{1,3})(?:(?:, ?\\p{Lu}[\\p{L}\\d -]{1,30}){1,4}[ ,-]{1,3}\\d{5,6}(?![\\w])" +
    "|(?=[,.;:!?)]|$| and ))",
);
const OTHER_POSTCODE = removal(
  ({ text }) => /\d[A-Za-z\d]? [A-Z\d]/.test(text),
  () =>
    new RegExp(
      "(?<![\\w-])(?:[A-Z]\\d[A-Z] \\d[A-Z]\\d" +
        "|[AC-FHKNPTV-Y]\\d[\\dW] (?=\\d*[A-Z])(?=[A-Z]*\\d)[A-Z\\d]{4}" +
        "|[a-z]{1,2}\\d[a-z\\d]? \\d(?!gb|tb|ft|lb|hz|st|nd|rd|th|ah)[abd-hjlnp-uw-z]{2})" +
        "(?![\\w-])",
      "g",
    ),
);
const STATE_AND_ZIP = letterRemoval(
  ({ text }) => /[A-Z]{2},? \d{5}/.test(text),
  () =>
    String.raw`(?<![\p{L}])(?:\p{Lu}[\p{L}.]{1,20},? ){0,2}[A-Z]{2},? \d{5}(?:-\d{4})?(?![\w-])`,
);

const ADDRESSES: readonly Removal[] = [
  POST_BOX,
  NUMBER_FIRST,
  NUMBER_AND_KIND,
  KIND_FIRST,
  COMPOUND,
  LOWER_CASE,
  STATE_AND_ZIP,
  BRITISH_POSTCODE,
  DWELLING_NUMBER,
  OTHER_POSTCODE,
];

export const removeAddresses = (text: string): string =>
  /\d/.test(text) ? removeAll(text, ADDRESSES) : text;

import { hasAny, lazily, ofLetters } from "./clues.ts";
import { KIN, SAID_ENDS, SAYING, SENDING, SENT_ENDS } from "./private-name-words.ts";

/** The small words inside a name. */
export const PARTICLE =
  "(?:de|da|das|del|della|der|den|di|do|dos|du|la|le|van|von|bin|al|el|ten|ter|zu|y|e)";
const NAME_WORD =
  "(?<![\\p{L}\\p{N}-])(?:(?!\\p{Lu}{2})\\p{Lu}[\\p{L}\\p{M}'’-]{1,24}|\\p{Lu}\\.)(?:'s|’s)?";
const NAME = `${NAME_WORD}( (${PARTICLE} ){0,2}${NAME_WORD}){0,3}`;
/** "Rafferty and Clover-Mae". */
const NAMES = `${NAME}((?:,| and| &|, and) ${NAME}){0,3}`;

const TITLE =
  "(?:Sir|Dame|[Mm]rs?|[Mm]s|[Mm]iss|[Mm]x|[Dd]r|[Pp]rof(?:essor)?|[Ss]gt|[Cc]apt(?:ain)?" +
  "|[Rr]ev(?:erend)?|[Ss]ergeant|[Oo]fficer|[Nn]urse|[Cc]oach|[Ff]ather|[Ss]ister|[Ss]eñora?" +
  "|[Ss]enhora?|[Mm]onsieur|[Mm]adame|[Hh]err|[Ff]rau)";
/** Brands that begin like a person. */
const BRANDS =
  "(?!(?:Martens?|Pepper|Coffee|Meyer'?s?|Clean|Bronner'?s?|Heater|Scholl'?s?|Brown'?s?|Dior" +
  "|Potato|Seuss|Jart|Teal'?s|Squatch|Dennis|Oetker|Hauschka|Browns|Morgan|Beast|Bj[oö]rn|Yoda" +
  "|Einstein|Trend|Brezza|Jogger|Alive|Born|Shark|Groot|Gap|Dove|Who|Men|Phat|Strange|Marvel" +
  "|Freeze|Incredible|Bean|Kit|Annie|Barbie|Lego|Nike|Bluetooth|USB|Christmas|Halloween|Easter" +
  "|Valentine|Mother|Father|Amazon|Apple|Google|Steam|Xbox|Samsung|Sony|Canon|Nikon|Bosch|Dyson" +
  "|Ikea|Android|Windows|Mac|Lenovo|Dell|Asus|Acer|Toyota|Honda|Ford|BMW)(?![\\p{L}]))";

/** What must be there for a name to be found, told by the capitals of the text. */
type Needs = (text: string, heads: readonly string[]) => boolean;
type Cue = { readonly needs: Needs; readonly pattern: (text: string) => RegExp };

const cue = (needs: Needs, body: () => string): Cue => ({ needs, pattern: ofLetters(body, "gu") });

/** A word that ends so stands right before a capital. */
const after = (ends: string): Needs => {
  const list = ends.split(" ");
  return (_text, heads) => heads.some((head) => list.some((end) => head.endsWith(end)));
};
const afterAny = (alternatives: string): Needs => {
  const pattern = lazily(() => new RegExp(`(?:${alternatives})\\.?$`, "i"));
  return (_text, heads) => heads.some((head) => pattern().test(head));
};
/** Without a bound in its expression, a text of capitals alone would take quadratic time. */
const within =
  (pattern: RegExp): Needs =>
  (text) =>
    pattern.test(text);
const holding = (parts: string): Needs => {
  const list = parts.split(" ");
  return (text) => hasAny(text, list);
};
const all =
  (...needs: readonly Needs[]): Needs =>
  (text, heads) =>
    needs.every((need) => need(text, heads));

/** The words before capitals, in lower case; what is no ASCII may be a capital. */
export function headsOf(text: string): string[] {
  const heads: string[] = [];
  let before = "";
  for (const word of text.split(" ")) {
    if (before !== "" && /^["'“]?[^\0-@[-\x7f]/.test(word)) heads.push(before);
    before = word.toLowerCase().replace(/[,:.]+$/, "");
  }
  return heads;
}
const CLOSING = new RegExp(
  "(?:heers|anks|you|incerely|egards|est|ishes|ove|igned|ours|ruly|ully|oxo|eetings)[,!.]? ?" +
    "(?:[-–—]|from)? ?[^\\0-@[-\\x7f]",
);
const CONTACT =
  "(?=,? ?(?:\\(|at |on |via |- )?[+(]?\\d(?:[ ().-]{0,2}\\d){8}" +
  "|,? ?\\(?[\\p{L}\\d._+-]{1,40}(?:@\\p{L}" +
  "|\\[at\\]| at \\p{L}+ dot ))";

/** The name is the group "name"; what stands before it stays. */
const INTRODUCTIONS: readonly Cue[] = [
  // "Mrs Papadopoulos", "my boss, Mr. Abernathy".
  cue(afterAny(TITLE), () => `(?<![\\p{L}])(?<name>${TITLE}\\.? ${BRANDS}${NAME})`),
  // "my wife Anna", "grandma Edith Lowenstein", "my kids, Rafferty and Clover-Mae".
  cue(
    afterAny(`${KIN}|called|named`),
    () =>
      `(?<![\\p{L}])(?:${anyStart(KIN)}),?(?:'s)? (?:(?:is |are )?(?:called ` +
      `|named ))?(?<name>${BRANDS}${NAMES})`,
  ),
  cue(
    after("called named"),
    () =>
      "(?<![\\p{L}])(?:boy|girl|man|woman|guy|lady|person|dog|cat|(?:[Hh]e|[Ss]he|who)(?:'s" +
      `| is)) (?:called|named) (?<name>${BRANDS}${NAMES})`,
  ),
  // "I'm Priya Raman and ...", "it's Dorothea again", "this is Wojciech from accounting".
  cue(
    after("i'm im am"),
    () =>
      `(?<![\\p{L}])(?:[Ii]'?m|[Ii] am) (?<name>(?!\\p{Lu}{2,}\\b)${NAMES})(?=[,.;:!(\\n-]` +
      "| and | here| from| -|$| \\()",
  ),
  cue(
    after("is its it's ist hey hi hello dear"),
    () =>
      "(?<![\\p{L}])(?:[Tt]his is|[Ii]t'?s|[Hh]ier ist|[Hh]ere is|[Ii]t is|[Hh]ey|[Hh]i" +
      `|[Hh]ello|[Dd]ear) (?<name>${NAME})` +
      "(?= (?:here|again|from|speaking|calling|writing|at )|,? (?:and )?(?:[Ii] |[Ii]'m|we " +
      "|looking|still|back))",
  ),
  cue(
    after("its it's is"),
    () =>
      "(?<![\\p{L}])(?:[Hh]ey|[Hh]i|[Hh]ello)?,? ?(?:[Ii]t'?s|[Tt]his is) " +
      `(?<name>${NAME})(?=[,.!])`,
  ),
  // "Ingrid speaking", "Thandiwe Khumalo here".
  cue(
    within(/[^\0-@[-\x7f]\S{0,40} (?:here|speaking|again)/),
    () => `(?<name>${NAME})(?= (?:here|speaking|again)(?:[,.!:;-]| and|$))`,
  ),
  // "Cheers, Dmitri", "Sincerely, Nils Bergqvist".
  cue(
    within(CLOSING),
    () =>
      "(?<![\\p{L}])(?:[Cc]heers|[Tt]hanks|[Tt]hank you|[Ss]incerely|(?:[Kk]ind |[Bb]est " +
      "|[Ww]arm )?[Rr]egards|[Bb]est(?: wishes)?|[Ll]ove|[Ss]igned|[Yy]ours(?: truly| " +
      "faithfully| sincerely)?|[Xx]oxo|[Gg]reetings)[,!.]? ?(?:-|–|—" +
      `|from)? ?(?<name>${NAME})(?=\\s*(?:[.,!]|$|-|\\+|\\d|\\())`,
  ),
  cue(within(/[-–—~] ?[^\0-@[-\x7f]/), () => `(?:^|\\s)(?:-|–|—|~) ?(?<name>${NAME})\\s*[.!]?$`),
];

/** The name of another person. */
const MENTIONS: readonly Cue[] = [
  // "bill to: Hortensia Ruiz", "recipient Kofi Annobil", "you can bill Wendell Hargrove at".
  cue(
    all(after(SENT_ENDS), holding(SENDING)),
    () =>
      "(?<![\\p{L}])(?:[Bb]ill(?:ed|ing)?|[Ss]hip(?:ped|ping)?|[Ss]en[dt]|[Dd]eliver(?:ed|y)?" +
      "|[Mm]ail(?:ed)?|[Gg]ift(?:ed)?|[Rr]ecipient|[Aa]ttn\\.?|[Aa]ttention|[Cc]are of|c/o" +
      "|[Cc]ontact|[Cc]ustomer|[Bb]uyer|[Cc]ardholder|[Rr]eceiver)(?: it| them| this)?" +
      `(?: (?:to|for|name|is))?:? (?<name>${BRANDS}${NAME})(?= (?:at|in|on)[ :]|[,.;:(]|$` +
      "| [+(]?\\d)",
  ),
  cue(
    all(after("name recipient addressee is be"), holding("ame ecipient ddressee")),
    () =>
      "(?<![\\p{L}])(?:[Nn]ame|[Rr]ecipient|[Aa]ddressee)(?: (?:is" +
      `|on \\w+ \\w+ (?:is|should be)))?:? (?<name>${NAME})`,
  ),
  cue(within(/^(?:[Ff]rom|[Bb]y) /), () => `^(?:[Ff]rom|[Bb]y) (?<name>${NAME})(?=:)`),
  // "soccer cleats for Mateo, he wears size 4".
  cue(
    after("for to from with"),
    () =>
      `(?<![\\p{L}])(?:for|to|from|with) (?<name>${BRANDS}${NAMES})(?=(?:,|\\.| -` +
      "|;)? (?:s?he|who|they|h(?:is|er)|turns|loves|likes|is (?:\\d|turning|my)|wants|needs|has" +
      "|and (?:s?he|h(?:is|er)))\\b)",
  ),
  // "It's for Ignatius Beddoe, ...", "Property of Hyacinth Mbeki-Lowe".
  cue(
    all(after("for of to by"), holding("for roperty elongs ade wned")),
    () =>
      "(?<![\\p{L}])(?:(?:[Ii]t|[Tt]his|[Tt]hat|[Tt]hey)(?:'s| is|'re| are)(?: all)? for" +
      "|[Pp]roperty of|[Bb]elongs to|[Oo]wned by)" +
      ` (?<name>${BRANDS}${NAME_WORD}(?: ${NAME_WORD}){1,2})`,
  ),
  // "the locket should say Marigold Finch", "engraved with".
  cue(
    all(after(SAID_ENDS), holding(SAYING)),
    () =>
      "(?<![\\p{L}])(?:should (?:say|read)|to (?:say|read)|that (?:says|reads)|saying" +
      "|[Ee]ngraved?(?: it)?(?: with| for)?|monogram(?:med)?(?: with)?|embroidered(?: with)?" +
      "|personali[sz]ed?(?: it)?(?: with| for)?|with the name|the name|inscribed" +
      `|printed with|inscription)(?: of| is| the name)?:? ["'“]?(?<name>${NAMES})`,
  ),
  // "ship the boots to Tom O'Neil", "wrapped for Noor Haddad please", "order for Ottilie Baum".
  cue(
    all(after("to"), holding("hip end eliver ail ring ost")),
    () =>
      "(?<![\\p{L}])(?:[Ss]hip|[Ss]end|[Dd]eliver|[Mm]ail|[Bb]ring|[Pp]ost)(?:ped|ing" +
      `|ed)? [^.,;!?\\n]{1,60}? to (?<name>${BRANDS}${NAME})(?=[,.;:!]|$| at | in | please)`,
  ),
  cue(
    all(after("for"), holding("rapped rder ackage arcel eserved resent ift card")),
    () =>
      "(?<![\\p{L}])(?:[Ww]rapped|[Oo]rder|[Pp]ackage|[Pp]arcel|[Rr]eserved|[Pp]resent" +
      "|(?<!that |this )[Gg]ift|(?:congrats|birthday|wedding|greeting" +
      `|get[- ]well) card) (?:is )?for (?<name>${BRANDS}${NAMES})(?=[,.;:!]|$| please| who)`,
  ),
  cue(
    within(/(?:ATTN|ATTENTION|FAO|C\/O|Attn|Fao)\.?:? /),
    () =>
      "(?<![\\p{L}])(?:ATTN|ATTENTION|FAO|C/O|Attn|Fao)\\.?:? " +
      "(?<name>\\p{Lu}[\\p{L}'’-]{1,24}(?: \\p{Lu}[\\p{L}'’-]{1,24}){0,2})",
  ),
  // "the drill that Ulrich Steiner bought", "Vikram Chaudhary's desk chair was great".
  cue(
    within(/[^\0-@[-\x7f]\S{0,40} (?:bought|owns|wears|told|gave|lent|sent)/),
    () =>
      `(?<name>${NAME_WORD} (?:${PARTICLE} )?${NAME_WORD})(?= (?:bought|owns|wears|told` +
      "|gave|lent|sent)\\b)",
  ),
  cue(
    within(/[^\0-@[-\x7f]\S{0,40}['’]s /),
    () =>
      `(?<name>${NAME_WORD} ${NAME_WORD}['’]s)(?= (?:\\p{Ll}+ ){1,3}(?:was|is|were|broke` +
      "|died|looked|seemed)\\b)",
  ),
  cue(
    all(after("the"), holding("family household")),
    () => `(?<![\\p{L}])the (?<name>${NAME}) (?:family|household)`,
  ),
  // "Yevgenia Orlova, dob 17/09/1984".
  cue(
    holding("dob born date"),
    () => `(?<name>${NAME_WORD} ${NAME_WORD}),? (?:\\(?dob|born|date of birth)`,
  ),
  // "tell Philomena I found her a cardigan".
  cue(
    after("tell ask remind surprise meet give let"),
    () =>
      "(?<![\\p{L}])(?:[Tt]ell|[Aa]sk|[Rr]emind|[Ss]urprise|[Mm]eet|[Gg]ive" +
      `|[Ll]et) (?<name>${BRANDS}${NAME})(?= (?:I|that|to|know|we|about|a )\\b)`,
  ),
  // "Samantha Ng +65 6555 0123", "Ravi Subramaniam, ravi@...".
  cue(within(/\d[\d ().-]{5}|@|\[at\]| dot /), () => `(?<name>${NAME})${CONTACT}`),
];

function anyStart(alternatives: string): string {
  return alternatives
    .split("|")
    .map((word) =>
      /^[a-z]/.test(word)
        ? `[${word.charAt(0).toUpperCase()}${word.charAt(0)}]${word.slice(1)}`
        : word,
    )
    .join("|");
}

/** All cues, in the order in which they are tried. */
export const NAME_CUES: readonly Cue[] = [...INTRODUCTIONS, ...MENTIONS];

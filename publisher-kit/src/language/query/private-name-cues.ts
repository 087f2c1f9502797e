import { ofLetters } from "./clues.ts";
import { KIN } from "./people.ts";

/** The small words inside a name. */
export const PARTICLE =
  "(?:de|da|das|del|della|der|den|di|do|dos|du|la|le|van|von|bin|al|el|ten|ter|zu|y|e)";
const NAME_WORD =
  "(?<![\\p{L}\\p{N}-])(?:(?!\\p{Lu}{2})\\p{Lu}[\\p{L}\\p{M}'’-]{1,24}|\\p{Lu}\\.)(?:'s|’s)?";
const NAME = `${NAME_WORD}( (${PARTICLE} ){0,2}${NAME_WORD}){0,3}`;
/** "Rafferty and Clover-Mae". */
const NAMES = `${NAME}((?:,| and| &|, and) ${NAME}){0,3}`;

const TITLE =
  "(?:Sir|Dame|~mrs?|~ms|~miss|~mx|~dr|~prof(?:essor)?|~sgt|~capt(?:ain)?" +
  "|~rev(?:erend)?|~sergeant|~officer|~nurse|~coach|~father|~sister|~señora?" +
  "|~senhora?|~monsieur|~madame|~herr|~frau)";
/** Brands that begin like a person. */
const BRANDS =
  "(?!(?:Martens?|Pepper|Coffee|Meyer'?s?|Clean|Bronner'?s?|Heater|Scholl'?s?|Brown'?s?|Dior" +
  "|Potato|Seuss|Jart|Teal'?s|Squatch|Dennis|Oetker|Hauschka|Browns|Morgan|Beast|Bj[oö]rn|Yoda" +
  "|Einstein|Trend|Brezza|Jogger|Alive|Born|Shark|Groot|Gap|Dove|Who|Men|Phat|Strange|Marvel" +
  "|Freeze|Incredible|Bean|Kit|Annie|Barbie|Lego|Nike|Bluetooth|USB|Christmas|Halloween|Easter" +
  "|Valentine|Mother|Father|Amazon|Apple|Google|Steam|Xbox|Samsung|Sony|Canon|Nikon|Bosch|Dyson" +
  "|Ikea|Android|Windows|Mac|Lenovo|Dell|Asus|Acer|Toyota|Honda|Ford|BMW)(?![\\p{L}]))";

/** `needs`: else a text of capitals alone would take quadratic time. */
type Cue = { readonly needs: RegExp; readonly pattern: (text: string) => RegExp };

const cue = (body: () => string, needs = /^/): Cue => ({ needs, pattern: ofLetters(body, "gu") });

const CONTACT =
  "(?=,? ?(?:\\(|at |on |via |- )?[+(]?\\d(?:[ ().-]{0,2}\\d){8}" +
  "|,? ?\\(?[\\p{L}\\d._+-]{1,40}(?:@\\p{L}" +
  "|\\[at\\]| at \\p{L}+ dot ))";

/** The name is the group "name"; what stands before it stays. */
const INTRODUCTIONS: readonly Cue[] = [
  // "Mrs Papadopoulos", "my boss, Mr. Abernathy".
  cue(() => `(?<![\\p{L}])(?<name>${TITLE}\\.? ${BRANDS}${NAME})`),
  // "my wife Anna", "grandma Edith Lowenstein", "my kids, Rafferty and Clover-Mae".
  cue(
    () =>
      `(?<![\\p{L}])(?:~${KIN.replaceAll("|", "|~")}),?(?:'s)? (?:(?:is |are )?(?:called ` +
      `|named ))?(?<name>${BRANDS}${NAMES})`,
  ),
  // "I'm Priya Raman and ...", "it's Dorothea again", "this is Wojciech from accounting".
  cue(
    () =>
      "(?<![\\p{L}])(?:~i'?m|~i am|~this is|~it'?s|~hier ist|~here is|~it is|~hey|~hi" +
      `|~hello|~dear) (?<name>(?!\\p{Lu}{2,}\\b)${NAMES})` +
      "(?=[.;:!(\\n]|,?(?: -| and| here| again| from| speaking| calling" +
      "| writing| at | ~i | ~i'm| we | looking| still| back)|$| \\(|,)",
  ),
  // "Cheers, Dmitri", "Sincerely, Nils Bergqvist".
  cue(
    () =>
      "(?<![\\p{L}])(?:~cheers|~thanks|~th?x|~thank you|~sincerely|(?:~kind |~best " +
      "|~warm )?~regards|~best(?: wishes)?|~love|~signed|~yours(?: truly| " +
      "faithfully| sincerely)?|~xoxo|~greetings)[,!.]? ?(?:-|–|—" +
      `|from)? ?(?<name>${NAME})(?=\\s*(?:[.,!]|$|-|\\+|\\d|\\())`,
  ),
  cue(() => `(?:^|\\s)(?:-|–|—) ?(?<name>${NAME})\\s*[.!]?$`, /[-–—] ?[^\0-@[-\x7f]/),
];

/** The name of another person. */
const MENTIONS: readonly Cue[] = [
  // "bill to: Hortensia Ruiz", "recipient Kofi Annobil", "you can bill Wendell Hargrove at".
  cue(
    () =>
      "(?<![\\p{L}])(?:~bill(?:ed|ing)?|~ship(?:ped|ping)?|~sen[dt]|~deliver(?:ed|y)?" +
      "|~mail(?:ed)?|~gift(?:ed)?|~recipient|~attn\\.?|~attention|~care of|c/o" +
      "|~contact|~customer|~buyer|~cardholder|~receiver)(?: it| them| this)?" +
      `(?: (?:to|for|name|is))?:? (?<name>${BRANDS}${NAME})(?= (?:at|in|on)[ :]|[,.;:(]|$` +
      "| [+(]?\\d)",
  ),
  cue(
    () =>
      "(?<![\\p{L}])(?:~name|~recipient|~addressee)(?: (?:is" +
      `|on \\w+ \\w+ (?:is|should be)))?:? (?<name>${NAME})`,
  ),
  // "soccer cleats for Mateo, he wears size 4".
  cue(
    () =>
      `(?<![\\p{L}])(?:for|to|from|with) (?<name>${BRANDS}${NAMES})(?=(?:,|\\.| -` +
      "|;)? (?:s?he|who|they|h(?:is|er)|turns|loves|likes|is (?:\\d|turning|my)|wants|needs|has" +
      "|an?|and (?:s?he|h(?:is|er)))\\b)",
  ),
  // "It's for Ignatius Beddoe, ...", "Property of Hyacinth Mbeki-Lowe".
  cue(
    () =>
      "(?<![\\p{L}])(?:(?:~it|~this|~that|~they)(?:'s| is|'re| are)(?: all)? for" +
      "|~property of|~belongs to|~owned by)" +
      ` (?<name>${BRANDS}${NAME_WORD}(?: ${NAME_WORD}){1,2})`,
  ),
  // "the locket should say Marigold Finch", "engraved with".
  cue(
    () =>
      "(?<![\\p{L}])(?:should (?:say|read)|to (?:say|read)|that (?:says|reads)|saying" +
      "|~engraved?(?: it)?(?: with| for)?|monogram(?:med)?(?: with)?|embroidered(?: with)?" +
      "|personali[sz]ed?(?: it)?(?: with| for)?|with the name|the name|inscribed" +
      `|printed with|inscription)(?: of| is| the name)?:? ["'“]?(?<name>${NAMES})`,
  ),
  // "ship the boots to Tom O'Neil", "wrapped for Noor Haddad please", "order for Ottilie Baum".
  cue(
    () =>
      "(?<![\\p{L}])(?:~ship|~send|~deliver|~mail|~bring|~post)(?:ped|ing" +
      `|ed)? [^.,;!?\\n]{1,60}? to (?<name>${BRANDS}${NAME})(?=[,.;:!]|$| at | in | please)`,
  ),
  cue(
    () =>
      "(?<![\\p{L}])(?:~wrapped|~order|~package|~parcel|~reserved|~present" +
      "|(?<!that |this )~gift|(?:congrats|birthday|wedding|greeting" +
      "|get[- ]well) card|cv|letter|invitation|party) (?:is )?for " +
      `(?<name>${BRANDS}${NAMES})(?=[,.;:!]|$| please| who)`,
  ),
  cue(
    () =>
      "(?<![\\p{L}])(?:ATTN|ATTENTION|FAO|C/O|Attn|Fao)\\.?:? " +
      "(?<name>\\p{Lu}[\\p{L}'’-]{1,24}(?: \\p{Lu}[\\p{L}'’-]{1,24}){0,2})",
    /(?:ATTN|ATTENTION|FAO|C\/O|Attn|Fao)\.?:? /,
  ),
  // "the drill that Ulrich Steiner bought", "Vikram Chaudhary's desk chair was great".
  cue(
    () =>
      `(?<name>${NAME_WORD} (?:${PARTICLE} )?${NAME_WORD})(?= (?:bought|owns|wears|told` +
      "|gave|lent|sent)\\b)",
    /[^\0-@[-\x7f]\S{0,40} (?:bought|owns|wears|told|gave|lent|sent)/,
  ),
  cue(() => `(?<name>${NAME_WORD} ${NAME_WORD}['’]s)(?= \\p{Ll})`, /[^\0-@[-\x7f]\S{0,40}['’]s /),
  // "For my desk at Siemens Erlangen", "Mirabel's 16th birthday".
  cue(() => `(?<!\\p{L}|look |looking )at (?<name>${NAME})`),
  cue(
    () =>
      `(?<name>${BRANDS}${NAME_WORD})(?= (?:\\S+ )?(?:birthday|wedding|party|baby|christening))`,
    /['’]s /,
  ),
  // "tell Philomena I found her a cardigan".
  cue(
    () =>
      "(?<![\\p{L}])(?:~tell|~ask(?: for)?|~remind|~surprise|~meet|~give" +
      `|~let) (?<name>${BRANDS}${NAME})(?= (?:I|that|to|at|know|we|about|a )\\b)`,
  ),
  // "Samantha Ng +65 6555 0123", "Ravi Subramaniam, ravi@...".
  cue(() => `(?<name>${NAME})${CONTACT}`, /\d[\d ().-]{5}|@|\[at\]| dot /),
];

/** All cues, in the order in which they are tried. */
export const NAME_CUES: readonly Cue[] = [...INTRODUCTIONS, ...MENTIONS];

import { hasFlag } from "../lexicon.ts";
import { NAME, STOP, TALK } from "../word-flags.ts";
import { lazily } from "./clues.ts";
import { RELATIVES } from "./people.ts";

/** What people wrap around the name of a thing when they ask for it. */

const GREETING =
  "(?:hi|hello|hey|hiya|yo|good (?:morning|afternoon|evening)|greetings)(?: there| again| all| " +
  "everyone| team)?";
const REACTION =
  "(?:ok(?:ay)?|oh|ah|hmm+|well|so|and|but|also|then|yes|yeah|yep|no|nope|sure|right|great|cool" +
  "|nice|wow|perfect|thanks(?: a lot| so much)?|thank you(?: so much| very much)?|please" +
  "|actually|alright|anyway|now|maybe|just|too|sorry|excuse me|sir|madam|mam|dear|basically" +
  "|honestly|in that case|got it|i see|that makes sense|(?:(?:that|this|it) )?helps(?: a lot| " +
  "me)?|(?:that|it)(?:'s| is| sounds?|'d be| would be) (?:really |so |very |like )?(?:an? " +
  ")?(?:great|good|nice|perfect|helpful|interesting|cool|fun|amazing|wonderful|fascinating" +
  "|awesome)(?: idea| thing| option)?)";
const MODAL = "(?:can|could|would|will|do|did|may|might|should|shall|does)";
const FIND =
  "(?:find|show|recommend|suggest|get|give|send|tell|list|pick|choose|search|look|look up|order" +
  "|buy|purchase|bring|help|see|explore|locate|purchase|compare|shop)";
const SUBJECT = "(?:you|i|we|u|someone|anyone)";
export const PEOPLE = `(?:little |older |younger |best )?(?:${RELATIVES}|parents|family)`;

/** `starts` holds the first letter of every match. */
const lead = (starts: string, body: () => string) => ({
  starts,
  pattern: lazily(() => new RegExp(body(), "iy")),
});
/** `ends`: what a text in lower case must hold; else it must end with a word of the phrase. */
const trail = (body: () => string, ends?: RegExp) => {
  let words: Set<string> | undefined;
  const endsWith = (last: string): boolean => {
    words ??= new Set(body().match(/[a-z]+/g));
    return words.has(last) || words.has(`${last}s`);
  };
  return {
    fits: (text: string, last: string) => ends?.test(text) ?? endsWith(last),
    pattern: lazily(() => new RegExp(`(?:^|[\\s,]{1,3})(?:${body()})[\\s?.!,]{0,6}$`, "i")),
  };
};

const LEADS = [
  lead("ghy", () => `${GREETING}[,.! ]{1,3}`),
  lead("abcdeghijmnoprstwy", () => `${REACTION}[,.!;: ]{1,3}`),
  lead(
    "cdmsw",
    () =>
      `${MODAL} ${SUBJECT} (?:please |kindly |possibly |maybe |be able to |happen to )?` +
      "(?:please )?" +
      `(?:help me (?:to |with |out )?)?` +
      `(?:${FIND}|have|sell|carry|know|stock|offer|think)(?: ${FIND})? `,
  ),
  lead(
    "bcefghloprst",
    () => `(?:please )?(?:help me (?:to )?)?${FIND}(?: me| us| for me)?(?: ${FIND})? `,
  ),
  lead(
    "abcghijlnprstw",
    () =>
      "(?:i am|i'm|im|i was|we are|we're|am|been)? ?(?:currently |really |also |still " +
      "|actually |just )?(?:looking|searching|shopping|hunting|in the market|browsing" +
      "|interested|trying|hoping|planning|thinking|going|wondering|seeking|needing|wanting|in " +
      "need|after) ?(?:for|to|in|of|on|about|at|if|into)? ?(?:to )?",
  ),
  lead(
    "histw",
    () =>
      "(?:i|we|he|she|they) ?(?:'d|would|will|'ll|could|do|did|may|might|want|wanna|wanted|also" +
      "|really|just|only|am|still|actually|need|think|guess|ve|'ve|have|been){0,4} ?(?:need" +
      "|want|wanna|wanted|like|love|prefer|have|require|buy|get|purchase|order|find|see|know" +
      "|try|wish|use|think|go|explore|ask|ordering|searching|looking|heard)(?: ?(?:to|for|about" +
      "|with))? ",
  ),
  lead(
    "abefghkloprst",
    () =>
      "(?:to )?(?:buy|get|purchase|order|find|see|have|know|shop for|ask about|look at|look for" +
      "|search for|learn about|pick up|replace|own|explore) ",
  ),
  lead(
    "hw",
    () =>
      "(?:where|how|when) (?:can|could|do|would|should|to|might) ?(?:i|we|you)? ?(?:can " +
      ")?(?:find|buy|get|purchase|order|see|shop for) ",
  ),
  lead("w", () => "what(?:'s| is| are|'re)?(?: would be)? (?:you recommend|you suggest)?"),
  lead(
    "hw",
    () =>
      "(?:what|which|how) (?:kind|kinds|type|types|sort|sorts|brand|brands|model|models|one" +
      "|ones) (?:of )?",
  ),
  lead(
    "aghilstw",
    () =>
      "(?:which|what|how about|what about|let's see|let me see|there is|there are|is there|are " +
      "there|got|got any|anything|something) ",
  ),
  lead(
    "ailnorstw",
    () =>
      "(?:looking|need|want|recommend|suggest|recommendations|suggestions|ideas|advice|options" +
      "|tips) (?:for|on|about|of)? ?",
  ),
  lead("g", () => "(?:gift idea|gift ideas)s?: ?"),
  lead(
    "m",
    () =>
      "my (?:old|current|last|previous) one (?:broke|died|is broken|stopped working|wore out)" +
      ",? ?(?:so )?",
  ),
  // Why someone asks, before what for: "I'm furnishing my first flat and want ...".
  lead(
    "iw",
    () =>
      "(?:i'm|im|i am|we're|we are|i just|we just) (?!look|search|shop|hunt|seek|try|interest" +
      "|brows|want|need|think|hop|plan|wonder)\\w{3,16}(?:ing|ed) (?:[\\w'-]{1,20} " +
      "){1,8}?(?:and|so|but) (?:i |we )?(?:also |now |really |just )?(?:need|want|would like" +
      "|'d like|am looking for|'m looking for) ",
  ),
  lead(
    "abcdfghlmnopstuwy",
    () =>
      `(?:(?:my|our) )?(?:${PEOPLE}) (?:really |also )?(?:wants?|needs?|likes?|loves?` +
      "|would like|would love|asked for|is looking for|is after|could use|has asked for) ",
  ),
  lead(
    "i",
    () =>
      "(?:id|ive|ill|im) (?:really |also )?(?:like|love|want|prefer|been looking|looking" +
      "|need)(?: (?:for|to|help))? ",
  ),
  lead(
    "h",
    () => "(?:help|helping)(?: me| us)? (?:find|finding|choosing?|with|picking|get|getting) ",
  ),
];

const TRAILING = [
  trail(
    () =>
      "(?:please|pls|plz|thanks|thank you|thx|asap|today|now|right now|for me|for us|if " +
      "possible|to (?:buy|purchase|get|order|choose)|online|nearby|near me|as well|too|then" +
      "|instead|or so|ok|at all)",
  ),
  trail(
    () =>
      "(?:do|can|could|would) you (?:have|recommend|suggest|help|know|show|sell)(?: me)?(?: " +
      "with)?(?: that| it| this| any| some| one| something)?(?: (?:recommendations?" +
      "|suggestions?|options?|ideas?|advice|of those|of them))?",
  ),
  trail(
    () =>
      "(?:any|which|what)(?: (?:recommendations?|suggestions?|ideas?|tips|ones?|options|advice" +
      "|thoughts))?(?: (?:are|is) (?:good|best|better))?",
  ),
  trail(
    () =>
      "(?:what|which one|which)(?: ones?)? (?:would|should|do) (?:you|i|we) (?:get|buy" +
      "|recommend|suggest|choose|pick|go for)",
  ),
  trail(
    () =>
      "(?:that|which|who) (?:you(?:'d| would)? (?:recommend|suggest)|(?:i|we) (?:can|could" +
      "|should|might) (?:buy|get|order|find|purchase|use|have|try|like))",
  ),
  trail(
    () =>
      "(?:there|here|out there|available|on the market|in the market|in your (?:store" +
      "|catalog|catalogue)|for sale|from you|on the internet)",
  ),
  trail(() => "(?:is|are) (?:best|good|better|the best)(?: ones?)?"),
  trail(
    () =>
      "(?:(?:that|which) (?:is|are|isn't|aren't) |but )?(?:not|isn't|aren't)? ?(?:too|so|very" +
      "|that|overly)? ?(?:expensive|pricey|costly|cheap|affordable|inexpensive)",
    /(?:expensive|pricey|costly|cheap|affordable)[\s?.!,]*$/,
  ),
  trail(
    () =>
      "(?:that|which|and|but)? ?(?:it )?(?:won'?t|will not|wouldn'?t|doesn'?t|does not|don'?t" +
      "|do not|not|without) ?(?:to )?(?:cost|break|costing|breaking)(?: me)? (?:a fortune|the " +
      "bank|an arm and a leg|too much|much|a lot|the earth)",
  ),
  trail(() => "(?:that|which) (?:i|we|you) (?:can|could|might|will) (?:afford|use|buy|get|order)"),
  trail(
    () => "(?:and|,) ?(?:please )?(?:i )?(?:need|want|have) to (?:buy|get|order) (?:it|one|them)",
  ),
  trail(() => "(?:on|within|for) (?:a|my|our) (?:tight |small |low )?budget"),
  trail(
    () =>
      "(?:as|for) (?:a|an|my|his|her|their|our)?(?: (?:birthday|christmas|xmas|wedding" +
      "|anniversary|graduation|holiday|valentine'?s day|mother'?s day|father'?s day))? ?(?:gift" +
      "|present)s?(?: (?:for|to) .{1,40})?",
    /gift|present/,
  ),
  // "A gift for my sister" is what is wanted; "slippers for my sister" are slippers.
  trail(
    () =>
      "(?<!gifts? |presents? |ideas? )(?:for|to give) (?:my|his|her|our|their) " +
      `(?:${PEOPLE})(?:'s birthday)?(?: (?:for|on) (?:christmas|xmas|(?:his|her|their) birthday))?`,
    new RegExp(`(?:${PEOPLE}|birthday|christmas|xmas)[\\s?.!,]*$`),
  ),
];

const LAYERS_MAX = 24;

/** Takes the asking words off both ends. */
export function stripAsking(sentence: string): string {
  let rest = `${sentence.trim()} `;
  for (let layer = 0; layer < LAYERS_MAX && !beginsName(rest); layer += 1) {
    const before = rest;
    rest = withoutLead(rest).trimStart();
    // "Do you have" goes before "do".
    if (rest === before) rest = withoutSome(rest).trimStart();
    if (rest === before) break;
  }
  rest = rest.replace(/[\s?.!,;:]{1,12}$/, "");
  for (let layer = 0; layer < 4; layer += 1) {
    const before = rest.length;
    rest = withoutTrail(rest).trimEnd();
    if (rest.length === before) break;
  }
  return rest;
}

/** The first phrase that fits goes, in the order of the list. */
function withoutLead(text: string): string {
  const from = /^[\s,.:;!?-]{0,4}/.exec(text)?.[0].length ?? 0;
  const first = text.charAt(from).toLowerCase();
  for (const { starts, pattern } of LEADS) {
    if (!starts.includes(first)) continue;
    const regexp = pattern();
    regexp.lastIndex = from;
    if (regexp.test(text)) return text.slice(regexp.lastIndex);
  }
  return text;
}

/** Small words in front of the name of a thing. Behind a person's word comes a verb. */
function withoutSome(text: string): string {
  const end = text.indexOf(" ");
  const first = text.slice(0, Math.max(0, end)).toLowerCase();
  const isSmall = isStopWord(first) && !/^(?:i|we|you|s?he|they|it)\b/.test(first);
  return isSmall ? text.slice(end + 1) : text;
}

/** All phrases run to the end, so the one that begins first takes the others with it. */
function withoutTrail(text: string): string {
  const lower = text.toLowerCase();
  const last = /([a-z]*)[\s?.!,]*$/.exec(lower)?.[1] ?? "";
  let end = text.length;
  for (const { fits, pattern } of TRAILING) {
    if (!fits(lower, last)) continue;
    const at = text.search(pattern());
    if (at >= 0) end = Math.min(end, at);
  }
  return text.slice(0, end);
}

/** Whether two lower-case words are of a name: the "bit" of "drill bit" is no filler. */
export const isName = (first: string, second: string): boolean =>
  [second, second.replace(/s$/, "")].some((word) => hasFlag(`${first} ${word}`, NAME));

function beginsName(text: string): boolean {
  const [, first = "", second = ""] = /^(\w+) (\w+)/.exec(text.toLowerCase()) ?? [];
  return second !== "" && isName(first, second);
}

/** Whether a lower-case word carries no meaning for a product search. */
export const isStopWord = (word: string): boolean => hasFlag(word, STOP);

export const isTalk = (word: string): boolean => hasFlag(word, TALK);

import { isAboutNoProduct } from "./no-product.ts";
import { TEXT_MAX } from "./reading.ts";
import { slotOf } from "./slots.ts";
import { bareWord, isProductWord, singular, wordsOf } from "./words.ts";

/** Words with which a reader leaves a need: thanks at the end of it, or another topic. */

/** Nothing of a turn is left but thanks and a goodbye. */
const BYE = new RegExp(
  "^(?:(?:ok(?:ay)?|great|perfect|cool|nice|awesome|lovely|brilliant|wow|alright|right" +
    "|anyway|thanks" +
    "|thank (?:you|u)|wonderful|amazing|yay|noted|makes sense|terrible|excellent|super" +
    "|thx|ty|cheers|ta|bye|goodbye|good ?night|night|see you|see ya|later|no|nope|yes" +
    "|(?:that'?s|those are|they'?re|it'?s) (?:all|it|everything|great|perfect|fine|ugly" +
    "|lovely|nice|awful|helpful|good to know)|(?:i )?need(?:ed)?|that is all" +
    "|i'?m (?:good|done|all set)" +
    "|all (?:good|set|done)|for now|for (?:all )?(?:your|ur|the|that|this)(?: help| info" +
    "| advice| tips)?|mate|man|really|helpful|so much|a lot|very much|again|you|too|then" +
    "|lol|phew" +
    "|k|haha|(?:(?:i|we)(?:'?ll| will)|will|(?:i|we) (?:need|have|want|got) to|let me|gotta)" +
    " (?:ask|tell|check|think|talk|look|measure|sleep|wait|see|have a (?:think" +
    "|look))[\\w ']{0,30}" +
    "|(?:i(?:'ve| have)? )?(?:just |already )?(?:ordered|bought)(?: it| that| them| one)?" +
    "|talk (?:to you )?(?:later|tomorrow|soon)|have a (?:good|nice|great|lovely) \\w+" +
    "|i(?:'ll| will) think about it|let me think|never ?mind|nvm|got it|will do" +
    "|i'?ll (?:order|buy" +
    "|get|take) (?:it|that|them|one)(?: now)?|sorted|decided|done|ordered)[\\s,.!:)-]*)+$",
  "i",
);
/** One word of agreement goes on with the need. */
const AGREES = new RegExp(
  "^(?:ok(?:ay)?|yes|yeah|yep|sure(?: thing)?|of course|definitely|absolutely|no|nope|right" +
    "|great|perfect)[\\s.!]*$",
  "i",
);
/** "Thanks, that's all.", whatever comes behind it. */
const CLOSES = /\bthat(?:'s| is) (?:all|it|everything)(?: for (?:now|today))?[\s.!,]*$/i;
const BYES = /\b(?:bye|good ?night|talk (?:to you )?(?:later|tomorrow|soon)|see (?:you|ya))\b/i;

/** "By the way, who won last night?" */
const ELSEWHERE = new RegExp(
  "(?:^|[.!?;] )(?:btw|by the way)\\b|\\b(?:in the meantime|meanwhile|unrelated|off[ -]topic" +
    "|different (?:topic|question" +
    "|subject)|(?:change|changing) (?:of )?(?:the )?(?:topic|subject)|another question" +
    "|on another note" +
    "|other question|quick question|random question|something else entirely)\\b",
  "i",
);
/** Work for an assistant, which no shop does. */
const TASK = new RegExp(
  "^(?:(?:ok(?:ay)?|and|now|then|thanks?|great|also|next|please|cool|right|but|so" +
    "|could you|can you" +
    "|would you|will you|can u|help me(?: to)?)[,.! ]+)*" +
    "(?:write|rewrite|translate|summari[sz]e|explain (?:the|why|how)|compose|draft|proofread|code" +
    "|calculate|compute|solve|define|plan|remind|tell me (?:a|about the|the (?:news" +
    "|weather|time))" +
    "|play|sing|set (?:a|an) (?:timer|alarm)|draw|paraphrase)\\b",
  "i",
);
/** Knowledge and care of what one owns: "how do I clean it?", "who founded that company?". */
const ASKS_KNOWLEDGE = new RegExp(
  "^(?:(?:ok(?:ay)?|and|so|now|thanks?|thank you|great|cool|right|but|well|hey|oh|hm+)[,.!]* )*" +
    "(?:how (?:do|can|should|would|to|did|does)\\b" +
    "(?! (?:(?:i|you|we) )?(?:order|buy|choose|pick|tell|know)\\b)" +
    "|how long (?:until|till|before)\\b|what(?:'s| is| are|s) the (?!best|cheap|light|small" +
    "|quiet)\\w+est\\b" +
    "|who\\b(?! (?:sells|makes|has))|what (?:was|were) the\\b|when (?:did|was|is|were|do|does)" +
    "|why (?:do|does|did|is|are|was|were)\\b|where (?:is|was|are|were|did|do" +
    "|does)\\b(?! (?:i|you) (?:get|buy|find|order))|how (?:late|often)\\b|how much of (?:it" +
    "|that|them)\\b" +
    "|how (?:hot|cold|warm|deep|hard|ripe|old) (?:should|must|does|do|is|are|can)\\b" +
    "|(?:which|what) (?:breeds?|species|films?|movies?|songs?|country|countries|city|team|actor" +
    "|planet|river|king|queen(?! (?:bed|size|mattress)))\\b" +
    "|(?:does|do|will|can) (?:it|they|that) (?:hurt|harm|damage|ruin|kill|stain)\\b" +
    "|should (?:i|we) (?:wear|eat|drink|cook|say|feel|worry)\\b|what'?s \\d|what \\w+ did\\b" +
    "|what(?:'s| is| was| are)? (?:happening|the (?:capital|weather|time|date|news|population" +
    "|score|meaning|recipe|best way))\\b|what (?:year|time|day)\\b|how(?:'s| is| are" +
    "|'re) (?:you|the" +
    "|your)\\b|do you (?:remember|dream|believe|sleep)\\b|are you\\b|should i (?:leave" +
    "|call|tell|write|send|ask)\\b|my \\w+ (?:cancel\\w*|broke|is (?:late|sick)|just|called)\\b)",
  "i",
);

const THANKS =
  /\b(?:thanks|thank (?:you|u)|thx|ty|cheers|ta|appreciated?|that'?s me|you(?:'ve| have) been)\b/i;
/** With thanks, these still ask for something. */
const STILL_ASKS = /\?|\d|\b(?:but|also|and|any|ones?|in|with|then|without|under)\b/i;
const THANKS_WORDS_MAX = 8;

/** "Thx, you've been great": little but thanks is left of the turn. */
const isThanks = (text: string): boolean =>
  THANKS.test(text) &&
  !STILL_ASKS.test(text) &&
  wordsOf(text).length <= THANKS_WORDS_MAX &&
  !wordsOf(text).some((word) => isProductWord(word) || slotOf(word) !== undefined);

/** Of what was named to choose from. */
const ASKS_DIFFERENCE =
  /\bdifference(?: between (?:the|them|those|these)(?: (?:two|three|both))?)?[\s?.!]*$/i;

/** Whether a turn says goodbye or that all is done. */
export function isFarewell(text: string): boolean {
  const tidy = text.slice(0, TEXT_MAX).trim().replaceAll("’", "'");
  return !AGREES.test(tidy) && (BYE.test(tidy) || isThanks(tidy) || BYES.test(tidy));
}

/** Whether a turn leaves what was asked for. */
export function endsNeed(text: string, words: readonly string[] = [], isNamed = false): boolean {
  const tidy = text.slice(0, TEXT_MAX).trim().replaceAll("’", "'");
  if (AGREES.test(tidy)) return false;
  if (BYE.test(tidy) || isThanks(tidy)) return true;
  if (isNamed || ASKS_DIFFERENCE.test(tidy)) return ELSEWHERE.test(tidy);
  const said = new Set(wordsOf(tidy).map((word) => singular(bareWord(word))));
  const isAboutIt =
    /\b(?:no|without|free|not)\b/i.test(tidy) ||
    words.some((word) => isProductWord(word) && said.has(singular(bareWord(word))));
  if (!isAboutIt && isAboutNoProduct(tidy)) return true;
  const sentences = tidy.split(/(?<=[.!?])\s+|\n+|,\s+(?=(?:but|and|so) )/).slice(-4);
  const final = sentences.at(-1) ?? "";
  if (sentences.length > 1 && CLOSES.test(sentences[0] ?? "")) return true;
  if (BYES.test(final) || ELSEWHERE.test(tidy)) return true;
  return TASK.test(final) || ASKS_KNOWLEDGE.test(final) || TASK.test(tidy);
}

import { isAboutNoProduct } from "./no-product.ts";
import { TEXT_MAX } from "./reading.ts";
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
    "|all (?:good|set|done)|for now|for (?:all )?(?:your|the|that|this)(?: help| info" +
    "| advice| tips)?|mate|man|really|helpful|so much|a lot|very much|again|you|too|then" +
    "|lol" +
    "|haha|talk (?:to you )?(?:later|tomorrow|soon)|have a (?:good|nice|great|lovely) \\w+" +
    "|i(?:'ll| will) think about it|let me think|never ?mind|nvm|got it|will do" +
    "|i'?ll (?:order|buy" +
    "|get|take) (?:it|that|them|one)(?: now)?|sorted|decided|done|ordered)[\\s,.!:)-]*)+$",
  "i",
);
/** One word of agreement goes on with the need. */
const AGREES = /^(?:ok(?:ay)?|yes|yeah|yep|sure|no|nope|right|great|perfect)[\s.!]*$/i;
/** "Thanks, that's all.", whatever comes behind it. */
const CLOSES = /\bthat(?:'s| is) (?:all|it|everything)(?: for (?:now|today))?[\s.!,]*$/i;
const BYES = /\b(?:bye|good ?night|talk (?:to you )?(?:later|tomorrow|soon)|see (?:you|ya))\b/i;

/** "By the way, who won last night?" */
const ELSEWHERE = new RegExp(
  "\\b(?:btw|by the way|in the meantime|meanwhile|unrelated|off[ -]topic" +
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
  "^(?:(?:ok(?:ay)?|and|so|now|thanks?|great|cool|right|but|well|hey|oh|hm+)[,.!]* )*" +
    "(?:how (?:do|can|should|would|to|did|does)\\b" +
    "(?! (?:(?:i|you|we) )?(?:order|buy|choose|pick|tell|know)\\b)" +
    "|what(?:'s| is| are|s) the (?!best|cheap|light|small|quiet)\\w+est\\b" +
    "|who\\b(?! (?:sells|makes|has))|when (?:did|was|is|were|do|does)" +
    "|why (?:do|does|did|is|are|was|were)\\b|where (?:is|was|are|were|did|do" +
    "|does)\\b(?! (?:i|you) (?:get|buy|find|order))|how late\\b|what \\w+ did\\b" +
    "|what(?:'s| is| was| are)? (?:happening|the (?:capital|weather|time|date|news|population" +
    "|score|meaning|recipe|best way))\\b|what (?:year|time|day)\\b|how(?:'s| is| are" +
    "|'re) (?:you|the" +
    "|your)\\b|do you (?:remember|dream|believe|sleep)\\b|are you\\b|should i (?:leave" +
    "|call|tell|write|send|ask)\\b|my \\w+ (?:cancel\\w*|broke|is (?:late|sick)|just|called)\\b)",
  "i",
);

/** Whether a turn leaves what was asked for. */
export function endsNeed(text: string, words: readonly string[] = []): boolean {
  const tidy = text.slice(0, TEXT_MAX).trim().replaceAll("’", "'");
  if (AGREES.test(tidy)) return false;
  if (BYE.test(tidy)) return true;
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

const REFERS = new RegExp(
  "\\b(?:it|its|it's|they|them|these|those|this|that|one|ones|which|any|other|others" +
    "|more|better|worse|difference)\\b",
  "i",
);
const QUESTION = new RegExp(
  "\\?\\s*$|^(?:(?:and|but|so|ok(?:ay)?|hm+) )?(?:does|do|is|are|will|would|can|could" +
    "|what|which|how|has|have)\\b",
  "i",
);

/** "Yes" to what was offered, or a question about the thing: "does it do sleep?". */
export function asksAbout(text: string, words: readonly string[]): boolean {
  const tidy = text.slice(0, TEXT_MAX).trim();
  if (AGREES.test(tidy)) return true;
  if (!QUESTION.test(tidy) || tidy.length > 160) return false;
  const said = new Set(wordsOf(tidy).map((word) => singular(bareWord(word))));
  return REFERS.test(tidy) || words.some((word) => said.has(singular(bareWord(word))));
}

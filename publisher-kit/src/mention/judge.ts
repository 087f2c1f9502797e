import type { Sentence } from "./text.ts";

/** Tells an affirmed recommendation from a name that merely occurs. Precision before recall. */

const RECOMMEND = new RegExp(
  "\\b(?:recommend(?:ed|ing|ation)?|suggest(?:ed|ion)?|consider|check(?:ing)? out" +
    "|take a look at|look(?:ing)? (?:at|into)|go(?:ing)? (?:for|with)|opt for|pick(?:s)?" +
    "|choose|try|worth|my (?:top )?choice|favou?rite|stand(?:s)? out|you (?:could|can|might" +
    "|may|should|would)|i'?d (?:get|buy|start|say|point|use)|(?:great|good|excellent|solid" +
    "|strong|popular|ideal|perfect|fantastic|best|better|top|nice|safe|smart|reliable" +
    "|well[- ]reviewed|highly rated|affordable|budget[- ]friendly|fits?|suits?|match(?:es)?" +
    "|ideal|winner|well[- ]suited|option|bet|value)|offers?|features?|comes? with|delivers?" +
    "|available (?:at|for|from)|priced (?:at|from)|costs? (?:only |just )?[$€£]" +
    "|for [$€£] ?\\d|[$€£] ?\\d)\\b",
  "i",
);
const NEGATED_BEFORE = new RegExp(
  "\\b(?:not|never|no|don'?t|doesn'?t|didn'?t|isn'?t|aren'?t|wasn'?t|won'?t|wouldn'?t" +
    "|can'?t|cannot|couldn'?t|shouldn'?t|avoid|avoiding|skip|skipping|steer clear of" +
    "|stay away from|instead of|rather than|unlike|except|other than|apart from|without" +
    "|beware of|against|forget|ditch|replac(?:e|es|ing)|alternatives? (?:to|for)|(?:better" +
    "|cheaper|worse|more|less|nicer|sturdier|lighter|faster)[^.;]{0,30} than|compared (?:to" +
    "|with)|(?:over|beats?|outperforms?|versus|vs\\.?)|neither|nor|hardly|wary of" +
    "|careful with|hesitate|problems? with|complain\\w{0,4} about|sued|recall(?:ed" +
    "|s)?(?: of)?)\\b[^.;:!?]{0,40}$",
  "i",
);
/** Words after which a negation before them no longer reaches the name. */
const SCOPE_END = new RegExp(
  "[,;:—–]\\s|\\b(?:but|however|although|though|while|whereas|so|then|still|yet|and i'd|i'd" +
    "|instead,)\\b",
  "gi",
);
const NOT_ONLY = new RegExp(
  "\\b(?:not only|no doubt|can'?t go wrong|cannot go wrong|can'?t beat|not just|no better" +
    "|can'?t recommend [^.]{0,30}enough|why not|never (?:disappoint\\w{0,2}|fail\\w{0,2}))\\b",
  "i",
);
const NEGATED_AFTER = new RegExp(
  "^[^.;!?]{0,50}?\\b(?:is(?:n'?t| not)|are(?:n'?t| not)|was(?:n'?t| not)|would(?:n'?t" +
    "| not)|won'?t|does(?:n'?t| not)|do(?:n'?t| not)|can(?:'?t|not)|should be avoided" +
    "|is best avoided|(?:i'?d|i would) (?:avoid|skip|pass)|(?:is|are|was|were|has been" +
    "|have been) (?:discontinued|recalled|out of stock|sold out|unavailable|overpriced" +
    "|too expensive|poorly|unreliable|disappointing|the worst|worse)|is (?:not |hardly )" +
    "|(?:gets?|has|have) (?:bad|poor|terrible|mixed) reviews|breaks? (?:easily|quickly)" +
    "|(?:lacks?|fails?|falls? short))\\b",
  "i",
);
const NEGATED_AFTER_OK = new RegExp(
  "\\b(?:is(?:n'?t| not) (?:only|just)|does(?:n'?t| not) (?:disappoint|cost|require|need" +
    "|break)|won'?t (?:break|disappoint|let|cost)|can'?t be beat|isn'?t (?:the cheapest" +
    "|cheap) but)\\b",
  "i",
);
const REPORTED = new RegExp(
  "\\b(?:you (?:mentioned|said|asked|wrote|told|already|own|have|bought|use)|your (?:old" +
    "|current|existing)?|according to|(?:was|were) (?:founded|established|invented|acquired" +
    "|bought|sued|fined)|founded in|c\\.?e\\.?o|stock price|shares|headquarter\\w{1,3}|lawsuit" +
    "|i (?:can'?t|cannot|am unable|'m unable|don'?t have)|as an ai|history of" +
    "|if you (?:already )?(?:have|own|hate|dislike|don'?t like))\\b[^.;!?]{0,60}$",
  "i",
);
const LEAD_IN = new RegExp(
  "\\b(?:here (?:are|is|'s)|(?:these|some|few|several|following|top|great|good|best|popular" +
    "|my) [^.]{0,60}(?:options?|picks?|choices?|recommendations?|suggestions?|ideas?|models?" +
    "|products?|shoes?|brands?)|recommend\\w{0,6}|suggest\\w{0,4}|consider|worth (?:a look" +
    "|considering)|look at)\\b[^.?]{0,120}:?\\s*\\*{0,2}$",
  "i",
);
const BAD_LEAD_IN = new RegExp(
  "\\b(?:avoid|not recommend|don'?t|skip|worst|stay away|cons|drawbacks|alternatives? to" +
    "|steer clear|discontinued|recalled|out of stock)\\b[^.?]{0,80}:?\\s*\\*{0,2}$",
  "i",
);

const CHOSEN_BEFORE = new RegExp(
  "\\b(?:i(?:'?d| would|'?ll| will)?(?: definitely| personally| probably" +
    "| still)? (?:go(?:ing)? (?:with|for)|choose|chose|pick|picked|recommend|suggest|opt for" +
    "|get|buy|lean (?:towards?|to)|take)|my (?:(?:top|final|overall|clear|first|number one" +
    "|#1) )?(?:pick|choice|recommendation|favou?rite|vote|winner)(?: here)?(?: is| would be" +
    "| goes to|:)|(?:best|top|winning|ideal|right|clear) (?:overall )?(?:pick|choice|option" +
    "|bet|match|fit)(?: for you| here| overall)?(?: is| would be|:)|(?:winner|verdict" +
    "|bottom line|overall|recommendation)(?: is|:)|go (?:with|for)|opt for" +
    "|choose)\\b[^.;!?]{0,40}$",
  "i",
);
const CHOSEN_AFTER = new RegExp(
  "^[^.;!?]{0,40}?\\b(?:is|would be|remains|comes out as|stands out as|gets)\\s(?:(?:still" +
    "|clearly|probably|definitely|easily|overall) )?(?:my (?:top |first |overall )?(?:pick" +
    "|choice|favou?rite|vote|recommendation)|the (?:(?:clear|overall) )?(?:best|better|top" +
    "|winning|right|ideal|strongest|one i'?d)\\b|the winner)",
  "i",
);

/** No clause reaches further; it also keeps a sentence without an end from costing more. */
const WINDOW = 300;

/** The part of a sentence before a name that can still negate it. */
function scopeBefore(text: string): string {
  let from = 0;
  for (const end of text.matchAll(SCOPE_END)) from = end.index + end[0].length;
  return text.slice(from);
}

/** Whether one occurrence of a name recommends it. `lead` is the sentence before its list. */
export function isAffirmed(sentence: Sentence, from: number, to: number, lead: string): boolean {
  const before = sentence.text.slice(Math.max(0, from - WINDOW), from);
  const after = sentence.text.slice(to, to + WINDOW);
  if (
    /\?["”*)\s]{0,9}$/.test(sentence.text.slice(-12)) &&
    !/\b(?:why not|how about|what about)\b/i.test(before)
  ) {
    return false;
  }
  if (REPORTED.test(before)) return false;
  if (NEGATED_BEFORE.test(scopeBefore(before)) && !NOT_ONLY.test(before)) return false;
  if (NEGATED_AFTER.test(after) && !NEGATED_AFTER_OK.test(after)) return false;
  if (sentence.listItem) {
    if (BAD_LEAD_IN.test(lead.slice(-WINDOW))) return false;
    if (LEAD_IN.test(lead.slice(-WINDOW))) return true;
  }
  return RECOMMEND.test(before + sentence.text.slice(from, to) + after);
}

/** Whether an affirmed occurrence is also the one chosen among several. */
export function isChosen(sentence: Sentence, from: number, to: number): boolean {
  const before = sentence.text.slice(Math.max(0, from - WINDOW), from);
  return CHOSEN_BEFORE.test(before) || CHOSEN_AFTER.test(sentence.text.slice(to, to + WINDOW));
}

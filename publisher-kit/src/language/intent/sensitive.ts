import type { ChatTurn } from "../../types.ts";
import { KIN } from "../query/people.ts";
import { SENSITIVE_MODEL } from "./generated/sensitive.ts";
import { type LinearModel, marginOf, unpackModel } from "./model.ts";
import { PhraseBook } from "./phrases.ts";
import { sensitiveFeaturesOf } from "./sensitive-features.ts";

/**
 * What is said of oneself or somebody close in the gravest situations, in the plainest words: self-
 * harm, death, violence, a child at the keyboard. It holds whatever the model makes of the rest of
 * the turn, a product in it included.
 */
export const GRAVE = String.raw`
(?:kill|killing|hurt|hurting|cut|cutting|harm|harming|burn|burning|starve|starving) my ?self\b
(?! (?:laughing|with laughter|on|off|some|a)\b);
to die|wanna die => (?:i|im|i'm) (?:just |really |still )?(?:want to|wanna|wanted to|ready to) die\b
(?! (?:laughing|of|for|inside|in)\b);
(?:end|ending|take|taking) my (?:own )?life\b;(?:end|ending) it all\b;
don'?t want to (?:live|be alive|be here) (?:any ?more|any longer);wish i (?:was|were) dead\b;
suicidal => (?:i'?m|i am|feel|feeling|been|s?he'?s|is) (?:so |really )?suicidal\b;
(?:tried|attempted|commit|committed|committing) (?:to commit )?suicide\b;
tried to (?:kill|hang|drown) (?:him|her)self\b;
self[- ]?harm(?:ed|ing|s)?\b;better off (?:dead|without me)\b;no reason to live\b;
(?:my|our|his|her) (?:late |own |little |big |older |younger |elder |twin |baby |step ?|best )?
(?:${KIN})(?: (?:just|has|have|suddenly|recently|also|both|had|is|was|who)){0,2} (?:died|dead\b
|dying\b(?! (?:to|for|of|his|her|my|the|it)\b)|passed (?:away|last|this|in|yesterday|two|three)\b
|drowned|killed (?:himself|herself)|murdered\b(?! (?:me|it|the|a|that)\b)|(?:took|ended)
 (?:his|her) (?:own )?life);
lost (?:my|our) (?:mom|mum|mother|dad|father|wife|husband|son|daughter|brother|sister|baby|child
|twins?|grandma|grandpa|nan|gran)\b(?!'| in the\b| in a\b| at\b);
misc|stillb|lost => \b(?:i|we|she) (?:just |recently |have |had |has )?(?:miscarried
|had a (?:miscarriage|stillbirth)\b|lost (?:the|our|her|my) (?:baby|pregnancy)\b);
hits|beats|rape|choke|strangle|abuse|molest => (?:he|she|husband|wife|boyfriend|girlfriend|my ex
|partner|dad|father|stepdad|mum|mom) (?:(?:has|had|just|still|always|often) )?(?:hits|beats|raped?s?
|choke[ds]|strangle[ds]|abuse[ds]|molest(?:s|ed)) (?:me|us|her|my)\b(?! (?:to|at|in|by)\b);
raped|assault|molest|abused|stalked|traffick => \b(?:i|she) (?:was|got|am being|was being|have been
|is being|had been) (?:gang ?|nearly |almost |sexually )?(?:raped|assaulted|molested|abused|stalked
|trafficked)\b;
years old|year old|yrs old|yr old|yo => \b(?:i'?m|i am|im) (?:only |just |still )?(?:a )?(?:[6-9]
|1[0-7]|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen
|seventeen)[ -]?(?:yo\b|(?:years?|yrs?)[ -]old\b);
kid|minor|underage|under 18 => \b(?:i'?m|i am|im|we'?re) (?:only |just |still |all )?(?:(?:just )?a
 (?:kid|minor)|underage|under 18)\b;
i'm|i am|im  => \b(?:i'?m|i am) (?:only |just |still |almost |nearly )?(?:[6-9]|1[0-7]|seven|eight
|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen)(?: and a half)?(?= ?(?:[,.!?)]|$
|(?:so|but|i|my|can|what|is that|(?:and|in) (?:i|my|me|we|a|\d|two|three))\b));
turn|will be|i'll be => \bi(?:'ll be| will be| turn(?:ed)?| just turned)
 (?:[6-9]|1[0-7]|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen)\b
(?! ?(?:st|nd|rd|th|%|[-\/:]|am|pm|min|hours|days|months|weeks|pages|miles|k\b|off|on|of));
if |at  => \b(?:if (?:you'?re|ur|u r|i'?m|im)(?: only)?|(?:ok(?:ay)?|legal|allowed|safe|normal
|young) at) (?:1[0-7])(?:[,?]|$| ?years? old\b| (?:i|can|is)\b);
0 => ^(?:hi,? |hey,? )?(?:1[0-7]|[7-9]) ?(?:yo?|yr old|years? old)? ?(?:f|m|girl|boy)\b;
grade|year|yr|school => \b(?:i'?m|i am|i just started|we'?re(?: all)?) (?:a |an |in |still in |at )
{1,2}(?:my )?(?:(?:year|yr|grade) ?(?:[1-9]|1[01])\b|(?:[3-9]|1[0-2])(?:th|rd) grade|(?:first|second
|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth) grade|(?:primary|elementary|middle|junior high
|high) ?school\b(?! (?:teacher|coach|nurse|principal|counsel|librarian|staff)))(?!\/\d);
let me|lets me|says i => \bmy (?:foster )?(?:mum|mom
|mam|mummy|mommy|dad|daddy|parents|nan|stepdad|stepmum|stepmom) (?:won'?t
|doesn'?t|don'?t|never|says) (?:let me|lets me|i'?m too (?:young|little))\b;
without my => \bwithout my (?:mum|mom|mam|dad|parent)s?(?:'s?)? (?:know|find|notic|see);
mum|mom|mam|dad|parents => \bmy (?:mum|mom|mam|dad|parents) (?:can'?t|must ?n'?t|cannot|shouldn'?t
|mustn'?t) (?:know|find out|see this)\b;
pocket money|allowance => \bmy pocket money\b|\bi get \S{1,9}(?: \w+)? (?:allowance|pocket money)\b;
fake id => \bfake id'?s?\b(?! (?:software|detect|check))`;

/** A doubtful turn keeps so many turns of the reader after it silent. */
const RECENT_TURNS = 3;
/** Earlier turns looked at; a chat is rarely as long. */
const EARLIER_TURNS_MAX = 60;
/**
 * Log-odds above the threshold from which on silence lasts for the rest of the conversation. One in
 * 200 harmless turns of the training set reaches it, so a long chat is not lost by a chance hit.
 */
export const LASTING_DOUBT = 3;
/** From here on a turn is silent whatever it asks for. */
const SILENT_DOUBT = 0.45;
/** From here on only an ask that is surer than the doubt is answered. */
export const HESITANT_DOUBT = -0.7;
const TEXT_MAX = 1500;

let book: PhraseBook | undefined;
let model: LinearModel | undefined;

/**
 * How surely a turn, read alone, speaks of a sensitive situation of a person: log-odds above the
 * threshold of the model, and no end of them for the gravest phrases.
 */
export function sensitivityOf(text: string): number {
  book ??= new PhraseBook([[{ lead: "\\b", any: GRAVE }]]);
  const cut = text.slice(0, TEXT_MAX).toLowerCase().replaceAll("’", "'");
  if (book.find(cut).size > 0) return SILENT;
  model ??= unpackModel(SENSITIVE_MODEL);
  return marginOf(model, sensitiveFeaturesOf(text));
}

/** No offer may stand beside the turn, however sure the ask is. */
export const SILENT = Number.POSITIVE_INFINITY;

/**
 * How much speaks against an offer beside a turn: loss, violence, self-harm, dependence, illness,
 * debt, a child's age, faith, politics, sexuality or danger, of the reader or somebody close, in
 * this turn or before. Recall comes before precision: a missed sale is nothing, an advertisement
 * beside grief is harm. The assistant's words do not count. A doubtful earlier turn that `asks` for
 * a thing beyond doubt was judged by the words of the thing: it does not silence what follows.
 */
export function doubtOf(
  text: string,
  previous: readonly ChatTurn[],
  asks: (text: string) => boolean = () => false,
): number {
  let doubt = sensitivityOf(text);
  if (doubt >= SILENT_DOUBT) return SILENT;
  let turns = 0;
  for (let index = previous.length - 1; index >= 0 && turns < EARLIER_TURNS_MAX; index -= 1) {
    const turn = previous[index];
    if (turn?.role !== "user") continue;
    turns += 1;
    const found = sensitivityOf(turn.text);
    if (found >= LASTING_DOUBT) return SILENT;
    if (turns > RECENT_TURNS) continue;
    if (found >= SILENT_DOUBT && !asks(turn.text)) return SILENT;
    doubt = Math.max(doubt, found);
  }
  return doubt;
}

/**
 * Whether no offer may stand beside a turn where it is not known how surely it asks for one: the
 * threshold of the model decides.
 */
export const isSensitive = (text: string, previous: readonly ChatTurn[]): boolean =>
  doubtOf(text, previous) >= 0;

import { lazily } from "./clues.ts";
import { isStopWord } from "./filler.ts";
import { hasProduct, isProductWord, wordsOf } from "./words.ts";

/** What a shopper does not want, and the rest of the text, which is what they want. */
export type ExclusionReading = { exclude: string[]; rest: string };

/** Most searches name one or two; more are a list pasted from somewhere. */
const EXCLUDED_MAX = 8;
const PHRASE_WORDS_MAX = 4;

/** Words with which something is ruled out, with what follows them. */
const CUE =
  "(?:(?:but |and |or |ideally |definitely |preferably |certainly |really " +
  "|(?:any \\w+ )?(?:so|as) long as )?(?:" +
  "(?:(?:in )?(?:anything|everything|something|nothing|any|all|whatever)(?: \\w+){0,2}?" +
  " (?:but(?: not)?|(?<=(?:thing|brand|make|colou?r) )bar|except|besides" +
  "|other than|apart from|aside from)(?: for)?)" +
  "|except(?:ing)?(?: for)?|excluding|excludes?|other than|apart from|aside from|besides" +
  "|with no|without|w/o(?:ut)?|done with|minus(?! \\d)|sans|free of|free from" +
  "|instead of|rather than|but no|but not" +
  "|not (?:made |built )?(?:of|from|out of|with|by|in|for|containing|involving|using)" +
  "|(?:i |we |she |he |they |that |which )?(?:do not|don'?t|does not|doesn'?t|did not|didn'?t" +
  "|can'?t|cannot|won'?t|will not|must not|mustn'?t|should not|shouldn'?t|would not|wouldn'?t" +
  "|would rather not|never) (?:really |actually |particularly )?(?:want(?: to see)?" +
  "|show(?: me| us)?|like|need|have|use|wear|stand|take|contain" +
  "|include|involve|come with|get|be|buy|do|trust|eat|care for|feature" +
  "|run(?: on)?|go in(?:to)?|smell of|look like|come in)" +
  "(?: to (?:be|have|wear|use|buy|get))?(?: made)?(?: of| from| with| in(?!-))?" +
  "|(?:thats|its|theyre) not|(?:that |which |it )?(?:are not|aren'?t|is not|isn'?t|ain'?t|'s not)" +
  "(?: (?:made|built))?(?: of| from| with| in| by| for| a| an)?" +
  "|(?:i |we |she |he )?(?:hates?|dislikes?|avoid(?:s|ing)?|skip|refuse(?: to \\w+)?|leave out" +
  "|ignore|steer(?:ing)? clear of|stay(?:ing)? away from)" +
  "|(?:i |we |she |he )?(?:already )?(?:have|has|got|'ve got|have got|has got)? ?enough" +
  "(?= \\w+ (?:ones|of (?:them|those))\\b)" +
  "|(?:i |we )?already (?:have|got|own)(?: an?| the| some)?" +
  "(?=.{2,40}\\b(?:other|else|another|different)\\b)" +
  "|allergic to|not (?:an? )?(?:big |huge )?fan of|not into|not|no|nothing|never|neither" +
  "))";

/** What these words lead to is no thing to rule out: "not sure", "no more than", "no rush". */
const NOT_RULED_OUT =
  "(?:sure|only|just|more|less|later|longer|too|so|very|that|much|many|really|bad|necessarily" +
  "|need|rush|hurry|idea|problem|worries|thanks|thank|matter|budget|limit|preference|one|least" +
  "|breaking|spending|paying|going|having|being|looking|expensive|pricey|costly|cost|over|under" +
  "|above|below|overly|especially|particularly|quite|yet|again|now|even|mind|worry|know|think" +
  "|have|matters|exactly|\\w+er than|picky|fussy|fancy|crazy|actually|wait|sorry|make|issue" +
  "|object" +
  "|needed|been|\\d+ (?:is|would|will)|(?:those|these|them|it)(?= *(?:[.,;!?]|$))" +
  "|(?:an? )?(?:big |huge )?fan)\\b";

const ENDS =
  "(?:[.,;:!?()]|\\s-\\s|\\b(?:but|that|which|who|because|since|as|please|thanks|thank|for|to|in" +
  "|on|at(?!&)|with|under|below|over|above|if|so|when|while|i|i'm|we|my|it|they|he|she|is|are" +
  "|would|will|can" +
  "|preferably|ideally|just|only|something|around|about|between|within|up|from|need" +
  "|though|either|then|instead|too|not?|everybody|everyone|actually|pls|this|anything|maybe" +
  "|max|budget|what|recommend|suggest|show|any" +
  "(?! \\w+ (?:kind|sort)))\\b(?!-))";

/** Words before the name of what is ruled out: "not one of those with wheels". */
const FILLER = new RegExp(
  "^(?:(?:any|anything|something|the|an?|those|these|all|kinds?|sort|type|types|of|made|from|by" +
    "|with|real|actual|genuine|own|stuff|brand|branded|it|ones?|being|having|to|be|in|style|like" +
    "|more|another|other|additional|extra|uses?|using|contain|containing|contains|wear|wearing|my" +
    "|your|them|too|very) +)+",
  "i",
);
/** Words behind it. */
const TRAILING = new RegExp(
  "(?: +(?:and|or|nor|ones?|stuff|brands?|please|at all|products?|things?|types?|kind|style" +
    "|though|anymore|again|either|material|versions?|models?|in it|in them|on it|on them|attached" +
    "|included|involved|whatsoever))+$",
  "i",
);
const LIST = /\s*(?:,|\/|\s&\s|\bor\b|\bnor\b|\band\b)\s*(?:(?:no|not|without|skip|avoid)\b)?\s*/i;

const cuePattern = lazily(
  () => new RegExp(`(?<![\\w'-])${CUE}[ -]+(?!${NOT_RULED_OUT})(?=[\\w'"])`, "gi"),
);
const endPattern = lazily(() => new RegExp(ENDS, "i"));
/** Every cue has one of these, and most texts have none. */
const HINT = new RegExp(
  "\\b(?:not?|nothing|neither|never|without|w\\/o(?:ut)?|done with|minus|sans|except\\w*" +
    "|exclud\\w*|other than|but|bar|besides|apart|aside|avoid\\w*|hates?|dislikes?|skip|refuse" +
    "|free (?:of|from)|allergic|instead|leave out|ignore|enough|clear of|away from|rather" +
    "|[a-z]+n['o]?t|cannot|already)\\b",
  "i",
);

/** "Jeans are out", "chicken is a no-go": what is ruled out stands before the words that say so. */
const OUT = new RegExp(
  "(?:^|[,.;!?-]|\\b(?:and|but))\\s*(?:but )?((?:[\\w']+ )?[\\w']+) (?:is|are)" +
    " (?:out|an? no[- ]?go|no[- ]?gos?|not ok(?:ay)?|not an option|off the table)" +
    "(?: for me)?(?=\\s*(?:[.,;!?]|$))",
  "i",
);

/**
 * Takes the phrases that rule something out from a text: "slippers, anything except UGG". What is
 * "-free" stays: it is written on what lacks a thing.
 *
 * **Shape** each phrase in the words of the text, without articles, in lower case.
 */
export function readExclusions(said: string): ExclusionReading {
  const text = said.replace(OUT, " not $1 ");
  if (!HINT.test(text)) return { exclude: [], rest: text };
  const exclude: string[] = [];
  let rest = "";
  let from = 0;
  const pattern = cuePattern();
  pattern.lastIndex = 0;
  for (let cue = pattern.exec(text); cue !== null; cue = pattern.exec(text)) {
    const start = cue.index + cue[0].length;
    const { phrases, length } = phrasesAt(text.slice(start, start + 160), LISTING.test(cue[0]));
    if (phrases.length === 0) continue;
    rest += `${text.slice(from, cue.index)} ${goodsOf(cue[0])} `;
    const wanted = wantedIn(phrases, `${rest}${text.slice(start + length)}`);
    exclude.push(...(wanted === "" ? phrases : phrases.map((one) => withoutEnd(one, wanted))));
    rest += `${wanted} `;
    from = start + length;
    from += LEFT.exec(text.slice(from))?.[0].length ?? 0;
    from += reasonPattern().exec(text.slice(from))?.[0].length ?? 0;
    pattern.lastIndex = from;
  }
  if (exclude.length === 0) return { exclude, rest: text };
  return {
    exclude: [...new Set(exclude)].slice(0, EXCLUDED_MAX),
    rest: (rest + text.slice(from)).replace(/\s+([,.;!?])/g, "$1"),
  };
}

/** "That has no logo on it". */
const LEFT = /^ ?(?:on|in|to|with|at) (?:it|them|all)\b/i;

/** The thing in "any vacuum except Dyson", "all phones but". */
function goodsOf(cue: string): string {
  const [, goods = ""] =
    /\b(?:any|all) (.+) (?:but|except|besides|other|apart|aside)/i.exec(cue) ?? [];
  return hasProduct(goods) ? goods : "";
}

/** Words that a list of names follows: "anything but nike, adidas and puma". */
const LISTING = /\b(?:but|except\w*|exclud\w+|besides|than|apart from|aside from|neither)\b/i;

/** What is wanted, where a list of what is ruled out ends with it: "no HP or Dell laptop". */
function wantedIn(phrases: readonly string[], others: string): string {
  const [, last] = / (\S+)$/.exec(phrases.at(-1) ?? "") ?? [];
  if (last === undefined || !isProductWord(last) || hasProduct(others)) return "";
  // "No wool jumpers" may leave out some of what was asked for before.
  const isWanted = phrases.length > 1 || wordsOf(others).some((word) => !isStopWord(word));
  return isWanted ? last : "";
}

const withoutEnd = (phrase: string, word: string) =>
  phrase.endsWith(` ${word}`) ? phrase.slice(0, -word.length - 1) : phrase;

/** Why something is ruled out: "no bleach, it ruins my towels". */
const reasonPattern = lazily(
  () =>
    new RegExp(
      "^\\s*(?:[,;-]+\\s*(?:(?:because|since|as)\\s+)?|(?:because|since|as)\\s+)" +
        "(?:it|they|those|that|my \\w+|i'm|i am)\\s" +
        "(?!.*(?:\\d|\\b(?:need|want|look|size|under|wish)))[^.;!?]*",
      "i",
    ),
);

/** The phrases behind a cue up to where it ends: "leather or suede, under $50". */
function phrasesAt(text: string, isListing: boolean): { phrases: string[]; length: number } {
  const phrases: string[] = [];
  let at = /^["'\s]*/.exec(text)?.[0].length ?? 0;
  while (phrases.length < EXCLUDED_MAX) {
    const part = text.slice(at);
    const list = LIST.exec(part);
    const end = endAfterFiller(part);
    const isList =
      list !== null && list.index > 0 && list.index <= end && isNextShort(part, list, isListing);
    const stop = isList ? list.index : end;
    const phrase = part.slice(0, stop).replace(FILLER, "").trim().replace(TRAILING, "");
    const words = phrase.split(/\s+/).filter((word) => word !== "");
    if (words.length === 0 || words.length > PHRASE_WORDS_MAX) break;
    phrases.push(phrase.toLowerCase().replace(/["'.]+$|^["']+/g, ""));
    at += stop;
    if (!isList) break;
    at += list[0].length;
  }
  return { phrases, length: at };
}

/** Where the phrase ends; an end among its first filler words is none: "not the one with ...". */
function endAfterFiller(part: string): number {
  const skipped = FILLER.exec(part)?.[0].length ?? 0;
  const found = endPattern().exec(part.slice(skipped));
  return found === null ? part.length : skipped + found.index;
}

const ITEM = "[\\w'-]+(?: [\\w'-]+)?";
const ITEMS_END = "(?:for|in|on|with|under|over|below|please|pls|thanks|but|because)\\b";
const itemsPattern = (last: string) =>
  new RegExp(
    `^(?:,\\s*${ITEM})+,? (?:${last}) (?:any )?${ITEM}\\s*(?:[.,;!?]|$|\\b${ITEMS_END})`,
    "i",
  );
const ITEMS = itemsPattern("or|nor");
const NAMES = itemsPattern("or|nor|and");

/** Whether a comma or "or" goes on with another thing that is ruled out, not with the wish. */
function isNextShort(part: string, list: RegExpExecArray, isListing: boolean): boolean {
  if (/\b(?:or|nor)\b/i.test(list[0])) return true;
  if (/\b(?:no|not|without|skip|avoid)\b/i.test(list[0])) return true;
  // "Without nuts, milk or eggs": the "or" shows that the comma goes on with the list.
  if ((isListing ? NAMES : ITEMS).test(part.slice(list.index))) return true;
  // "no leather and suede": one word more; "not red and with pockets": a wish.
  return (
    /\band\b|[&/]/i.test(list[0]) &&
    /^\w+\s*(?:[.,;!?]|$)/.test(part.slice(list.index + list[0].length))
  );
}

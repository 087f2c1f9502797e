import { COPULA, DOES, DOES_STRONG, GOOD, PRAISED, STRONG_GOOD, THING } from "./praise.ts";
import { ADVERB, DET, GAP, I_WOULD, TAKE, WOULD } from "./verbs.ts";

/**
 * What praise looks like. The patterns read a folded sentence, in which the name of an offer is "§"
 * and every other name "¤" (see `judge.ts`). Each needs the praise beside the name: a good word
 * somewhere in the sentence mostly speaks of something else.
 */

const CLAUSE = "[^.;!?:¤§|]";

/** The praise stands before the name. */
export const BEFORE: readonly RegExp[] = [
  new RegExp(
    `\\byou can (?:find|get|buy) (?:an? |some )?${GOOD} (?:[\\w'-]+ ){1,3}(?:at|from) ${DET}$`,
  ),
  new RegExp(`${I_WOULD}${ADVERB}${WOULD} ${GAP}$`),
  new RegExp(`${I_WOULD}${ADVERB}(?:like|enjoy|endorse|rate) ${DET}$`),
  new RegExp(
    "(?:^|[,;:!)–—-] |\\b(?:and|so|then|just|simply|definitely|please|instead|or|hence|but|yes" +
      "|you should|you must|you'd better|let's|let us|may want to|might want to|you'll want to" +
      "|want to|worth|i'd say|i think you should|do yourself a favou?r and" +
      "|be sure to|make sure to" +
      "|do|better|wise to|smart to|idea to|sense to|advise you to|urge you to|encourage you to" +
      `|best to) )${ADVERB}${TAKE} ${GAP}$`,
  ),
  new RegExp(
    `\\byou (?:could|might|may) ${ADVERB}(?:try|consider|go (?:with|for)` +
      `|start with|look at|take|pick|opt for|do worse than|check out) ${GAP}$`,
  ),
  new RegExp(
    "\\b(?:worth|try|consider|suggest|recommend|advise|be) (?:getting|trying" +
      "|considering|looking (?:at|into)|buying|checking out|taking|picking up" +
      `|going (?:with|for)|choosing) ${GAP}$`,
  ),
  new RegExp(
    "\\b(?:my|our|your|the|a|an|one) (?:[\\w'-]+ ){0,4}?(?:pick|choice" +
      "|recommendations?|suggestions?|favou?rite|vote" +
      "|answer|winner|verdict|advice|tip|bet|go-to|shortlist|match|fit|buy|money" +
      `|preference|nod|crown|sweet spot)\\b${CLAUSE}{0,50}?(?: is| are|'s| would be` +
      "| will be|:| goes to| has to be| must be| remains| goes| stays|,| -| –| —" +
      "| falls on| is on| on| comes down to| lands on| changes:" +
      `| stands:) ${ADVERB}${DET}$`,
  ),
  new RegExp(
    `\\b${GOOD} (?:[\\w'-]+ )?${THING}\\b${CLAUSE}{0,60}?(?: is| are|'s| would be` +
      `| will be|:| here is| has to be|,| –| —| -) ${ADVERB}${DET}$`,
  ),
  new RegExp(
    `(?:^|[,;–—-] )(?:equally |most |also |very |the |a )?(?:${GOOD})\\b${CLAUSE}{0,60}: ${DET}$`,
  ),
  new RegExp(
    "\\b(?:fits?|meets?|suits?|match(?:es)?|ticks|covers|solves|what you (?:need" +
      "|want)|what i(?:'d| would) \\w+|the one to (?:buy|get)|one to (?:buy|get)" +
      "|recommend(?:ed|ation)?|suggest(?:ion)?|verdict|answer|pick|winner|conclusion" +
      "|result|in short|bottom line|case closed|decision|final|advice|tip|choice|so" +
      `|overall|summary|in a word|simple)\\b${CLAUSE}{0,40}?(?::| is| would be| –` +
      `| —) ${ADVERB}${DET}$`,
  ),
  new RegExp(
    "\\b(?:nothing (?:[^.;!?¤§]{0,30} )?(?:beats|tops|comes (?:close to|near))" +
      "|no (?:hesitation|qualms|trouble|problem|doubts)(?: about| in" +
      "| with)? (?:recommending|suggesting|buying|getting|choosing)|all (?:point" +
      "|signs point) to|point(?:s|ing)? (?:straight |clearly )?(?:to|toward|towards)" +
      "|speaks? for|look no (?:further|farther) than|you can(?:'t" +
      "|not) (?:go (?:far )?wrong with|beat|lose with|fault|argue with|miss with)" +
      "|(?:hard|difficult|tough) to (?:beat|top|go wrong with|fault)|you (?:won't" +
      "|will not|wouldn't|'ll not) (?:regret|be disappointed (?:with|by)" +
      "|go wrong with)" +
      "|(?:not|never) (?:regret|overlook)|(?:don't|do not|shouldn't|wouldn't" +
      "|never) (?:overlook|hesitate (?:with|to \\w+(?: for| with)?|over)|rule out" +
      "|pass up|miss(?: out on)?|ignore|discount|dismiss|write off|be put off)" +
      "|no (?:reason|need) (?:not to|to avoid|to skip|to rule out|to fear)(?: \\w+)?" +
      "|(?:not|never|\\w+n't) (?:think|know|name|find|imagine|come up with|want" +
      `|ask for|hope for) ${GAP.replace("than|", "")}(?:a |any ` +
      `|anything )?(?:\\w+ )?(?:better|nicer|safer|stronger)${CLAUSE}{0,40} than` +
      "|(?:no|few|hardly any|isn't a|not a|never a|nothing)(?: \\w+){0,4} (?:better" +
      `|nicer|safer|smarter)${CLAUSE}{0,40} than|nothing wrong with` +
      "|why not (?:\\w+ ){1,3}?|how about|what about|you could do (?:much |a lot " +
      "|far )?worse than|can't (?:recommend|praise)|(?:wouldn't" +
      `|won't) say no to) ${DET}(?:[\\w'-]+ )?$`,
  ),
  new RegExp(
    "\\b(?:you|he|she|they|your \\w+|i|we|anyone|everyone|guests|kids" +
      "|children)(?:'d| would|'ll| will|'re| are| is|'s|'d both| can" +
      `| could)? ${ADVERB}(?:be )?${ADVERB}(?:love|adore|thank (?:you|me` +
      "|yourself) for|enjoy|appreciate|happy with|happier with|happiest with" +
      "|delighted (?:with|by)|pleased with|thrilled (?:with|by)|better off with" +
      "|best off with|well served (?:by|with)|better served (?:by|with)" +
      "|best served (?:by|with)|in good hands with|fine with|set with|safe with" +
      "|comfortable with|glad of|grateful for|covered with|do well with|do best with" +
      "|get on well with|get along (?:well )?with|sleep better (?:on|with" +
      `|under)) ${GAP.replace("|your", "")}$`,
  ),
  new RegExp(
    "\\b(?:i'd|i would|i'll|i'm|i am|i|you should|you'd|you'll|let's|let me" +
      "|allow me to|may i|my advice|best|worth|better|happy to|glad to|simplest" +
      "|easiest|could|might want|want|time|idea|so|then|way|trick|thing|solution" +
      `|move|plan|point|answer)\\b${CLAUSE}{0,60}\\b(?:${TAKE}|getting|buying|taking` +
      "|picking(?: up)?|choosing|going (?:with|for)|trying|ordering|grabbing|adding" +
      "|packing|recommend(?:ing)?|suggest(?:ing)?|switching to|starting with" +
      `|investing in) ${GAP}$`,
  ),
  new RegExp(
    "\\b(?:recommend|suggest|propose|nominate|endorse|vote for|recommending" +
      `|suggesting)(?: that)?(?: you)?(?: \\w+)? ${GAP}$`,
  ),
  new RegExp(
    "\\byou(?:'ll|'d| will)? (?:probably |really |just |only |simply " +
      "|definitely )?(?:want|need|be wanting)(?: is| nothing more than" +
      `| nothing but)? ${DET}$`,
  ),
  new RegExp(
    "\\b(?:what|all) (?:you|she|he|they|your \\w+) (?:\\w+ )?(?:needs?" +
      `|wants?)(?: \\w+){0,4} is ${DET}$`,
  ),
  new RegExp(
    "\\b(?:say goodbye to|problem solved|nothing says|that's (?:a job|a case|one)" +
      "|worth every \\w+|made for|perfect for|trust (?:in|me)|money(?:'s)? on" +
      "|leave it to|leave that to|count on|rely on|make room for|save up for" +
      "|spend (?:it|that|the money|the rest|your money) on|put it towards" +
      "|start your (?:search|list) with|top of (?:my|the|your) list|first (?:on" +
      `|in) line|written for)\\b${CLAUSE}{0,40}?(?:,|:| –| —| is| with` +
      `| for)? ?${DET}$`,
  ),
  new RegExp(
    "\\b(?:thank (?:you|me) for|meets? (?:its|their|her|his) match in|(?:end|stop" +
      "|disappear|vanish)s? with|(?:a|the) (?:job|case|task) for|calls? for" +
      "|that's (?:exactly |just )?(?:what|where|why)|best (?:served|solved|handled" +
      "|done|covered|off) (?:by|with)|comes? from|(?:enter|meet):?|here'?s where" +
      "|is where|introduce|luckily,? there'?s|(?:that|which|this) leaves(?: you with" +
      "| us with)?|glad (?:that )?you (?:chose|bought|got|picked|ordered|went with" +
      "|went for)|few [^.;!?¤§]{0,50}\\bas|leaves|in favou?r of|goes to|nod to" +
      `|fan of|fond of|swear by|all for|sold on|choice is) ${GAP}$`,
  ),
  new RegExp(
    "(?:^|[,;:.!–—] |\\b(?:and|but) )(?:definitely|ergo|hence|therefore|so|thus" +
      "|clearly|easily|simply|certainly|absolutely|without (?:a )?(?:doubt|question" +
      "|hesitation)|obviously|no question|no contest|probably|honestly|for me|yes" +
      "|quick answer|short answer|short version|long story short|yep|sure" +
      `|overall)(?:,|:| then,?|,? it's| it has to be| it must be)? ${DET}$`,
  ),
  new RegExp(
    "\\b(?:it|that|this|the one)(?:'s|'d| is| would| has to| must| will|'ll" +
      `|'s got to| ought to)(?: have to)?(?: be)? ${ADVERB}(?:be )?${DET}$`,
  ),
  new RegExp(
    "\\b(?:makes?|make|leaves?|leaving|puts?|keeps?|consider|call|find|rank|rate" +
      `|see|think) ${DET}$`,
  ),
  /\b(?:some|something|anything) (?:from|by|like) $/,
];

/** `BEFORE` patterns that only praise together with what follows the name, by what must follow. */
export const HALVES: ReadonlyMap<number, RegExp> = new Map([
  [BEFORE.length - 3, /^(?:[.,!;)]| for\b| that|, not| because| over| rather|$)/],
  [
    BEFORE.length - 2,
    new RegExp(
      `^(?:,? (?:as )?)(?:an? |the |my )?(?:${GOOD})\\b|^ (?:first|ahead|top|highest` +
        "|on top|in front|in the lead|my (?:pick|favou?rite|choice))\\b" +
        "|^ (?:as )?the (?:only|one)\\b",
    ),
  ],
  [BEFORE.length - 1, /^ (?:would be (?:good|great|ideal|perfect|lovely)|will do)/],
]);

const ASIDE =
  "(?:,[^.;!?:¤§|]{1,60},|\\([^)]{0,40}\\)| (?:from|by|in|with|for|at|on|of" +
  "|over)(?: [\\w'-]+){1,4},?| paired(?: [\\w'¤-]+){1,4}| itself| both| too| one" +
  "| ones| range| model| version|,)?";

/** The praise stands after the name, of which it speaks. */
export const AFTER: readonly RegExp[] = [
  new RegExp(
    `^(?:'s?)?"?${ASIDE} ?${ADVERB}${COPULA} ${ADVERB}(?:going to be |to be ` +
      `|likely |as )?${PRAISED}`,
  ),
  new RegExp(`^"?${ASIDE} ${ADVERB}${DOES}`),
  new RegExp(
    `^(?:'s)? (?:[\\w'-]+ ){1,5}(?:${COPULA} ${ADVERB}(?:going to be )?${PRAISED}` +
      "|(?:would|will|should) (?:suit|fit|please|delight|serve))",
  ),
  new RegExp(
    "^(?: (?:that|which|and)|,(?: which| and| a| the)?)?[^.;!?¤§" +
      `|]{0,50}?\\b(?:which|that|one|what|brand|combination|${THING}|\\w+) (?:i` +
      "|we)(?:'d| would|'ll| can)?(?: \\w+ly| also| always| still)? (?:recommend" +
      "|suggest|buy|get|choose|pick|order|put|go for|take|make)\\b",
  ),
  new RegExp(
    '^"?[^.;!?:¤§|]{0,80}[,;:–—-] (?:(?:and|so|because|since|as|for|but|which|yet' +
      "|yes)[, ]+)?(?:i think |i'd say |i believe )?(?:it|they|that|this|these|which" +
      `|he|she|who|you)(?:'d)? ?${ADVERB}(?:${COPULA} ${ADVERB}${PRAISED}|${DOES})`,
  ),
  new RegExp(
    '^"?[^.!?¤§]{0,100}[,;:–—-] ?(?:(?:and|so|because|but|which is why' +
      "|yes)[, ]+)*(?:that's |it's |this is |they're )?(?:what |the one |why " +
      "|where )?i(?:'d| would|'ll| will| think|) ?(?:[a-z]+ly |also |still " +
      `|think )?(?:${WOULD}|he'd love|she'd love|you'd love|they'd love)(?: (?:it` +
      "|that|them|this|one|those|either|both|these|for that)\\b|[.!,]|$)",
  ),
  new RegExp(
    "^\"?(?: is it| it is| it would be| it'd be|,? (?:without (?:hesitation" +
      "|a doubt|question|hesitating)|definitely|hands down|every time|all the way" +
      "|no question|no contest|no doubt|easily|absolutely|any day|please|for sure" +
      "|by (?:a (?:mile|nose|whisker|long way|clear margin)|far)|clearly|job done" +
      "|problem solved|case closed|end of story|of course|and (?:you're" +
      "|that's) (?:set|done|sorted|it)))",
  ),
  new RegExp(
    `^"?(?:,|:|;| –| —| -|\\|)(?: low| high)?[ ,|]*(?:${ADVERB}(?:yes\\b|just right|${PRAISED}))`,
  ),
  /^"?(?:,? (?:or|and) ¤)?,? (?:over|ahead of|before|rather than|instead of|>) /,
  new RegExp(
    '^"?(?:(?!\\b(?:so|but|though|because|while|and|if|than|as) (?:an?|the|any' +
      `|your|you|i|we|my|some|it|for)\\b)[^.;!?:¤§]){0,90}?\\b(?:${COPULA} ${ADVERB}(` +
      `?:an? |the |my )?(?:${STRONG_GOOD})|${DOES_STRONG})\\b`,
  ),
  /^ and (?:you're (?:set|done|sorted)|you'll|call it|be done)/,
  new RegExp(
    "^[^.!?¤§]{0,90}[,;:–—-] ?(?:and |so )?(?:you|yours|he|she|they|kids|your \\w+" +
      "|everyone)(?:'ll| will|'d| would)? (?:\\w+ly )?(?:love|enjoy|adore" +
      "|thank (?:me|you|yourself) for|appreciate|be (?:glad|happy|delighted" +
      "|pleased))\\b",
  ),
  new RegExp(
    " (?:you'll be fine|you're set|you're sorted|you won't regret it" +
      "|you won't be disappointed|you can't go wrong)\\b",
  ),
  new RegExp(
    "^[^.;!?¤§]{0,60}\\b(?:hits? the sweet spot|fits? the bill|ticks? all" +
      "|does? the (?:job|trick)|my (?:first )?(?:pick|choice|vote)|worth (?:a look" +
      "|every|the money|it)|well suited|good (?:value|fit|match|choice))\\b",
  ),
];

/** A later sentence speaks of the offer again, by a pronoun. */
export const LATER: readonly RegExp[] = [
  new RegExp(
    "^(?:(?:and|so|but|yes|honestly|overall|still|for me|for you|in short" +
      "|plus)[, ]+)*(?:i think |i'd say )?(?:it|they|this|that|these|those|both" +
      "|this one|that one|the (?:latter|former" +
      `|second one))(?:'d)? ?${ADVERB}(?:${COPULA} ${ADVERB}${PRAISED}|${DOES})`,
  ),
  new RegExp(
    "(?:^|[,;:–—] |\\b(?:and|so) )(?:that's |it's |this is |they're )?(?:what " +
      "|the one |why |exactly what )?i(?:'d| would" +
      `|'ll) ${ADVERB}(?:${WOULD})(?: (?:it|that|them|this|one|those|either|both` +
      "|these)\\b(?! (?:only|if you (?:can|must))| \\w+ a try$)|[.!,]|$)",
  ),
  /\bi(?:'d| would)(?: \w+ly)? give (?:it|them|that|this) a (?:try|go|chance|shot)\b/,
  /^(?:yes|absolutely|definitely|certainly|by all means)[,.!](?! but)/,
  new RegExp(`^${ADVERB}(?:highly |strongly |warmly )?recommended\\b`),
  new RegExp(`^(?:a|an|my|the|your) (?:${GOOD}) (?:[\\w'-]+ )?${THING}\\b(?! of)`),
  new RegExp(
    "^(?:in the (?:bag|basket|cart) it goes|go for it|buy it|get it|get one" +
      "|treat yourself|problem solved|job done|case closed)\\b",
  ),
  new RegExp(`^(?:so |then |and |just )?${TAKE} (?:it|that|them|this|one)\\b`),
];

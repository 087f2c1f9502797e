import { any } from "./verbs.ts";

/** Words and phrases of which the patterns of `cues.ts` are made. */

export const GOOD = any(
  "(?:very |really |truly |pretty |especially |particularly )?good",
  "great",
  "excellent",
  "ideal",
  "ideally",
  "perfect",
  "perfectly",
  "best",
  "better(?! (?:known|suited to others))",
  "fine",
  "solid",
  "safe",
  "safer",
  "safest",
  "smart",
  "smarter",
  "smartest",
  "nice",
  "nicer",
  "nicest",
  "lovely",
  "wonderful",
  "fantastic",
  "superb",
  "brilliant",
  "outstanding",
  "terrific",
  "amazing",
  "marvell?ous",
  "splendid",
  "decent",
  "sound",
  "sensible",
  "wise",
  "wiser",
  "wisest",
  "clever",
  "strong(?:er|est)?",
  "stand-?out",
  "right",
  "(?:un)?beatable",
  "suitable",
  "top",
  "first-rate",
  "worthy",
  "worthwhile",
  "natural",
  "obvious",
  "clear",
  "easy",
  "reliable",
  "dependable",
  "sure",
  "worth",
  "real",
  "fitting",
  "thoughtful",
  "charming",
  "favou?rite",
  "winning",
  "cracking",
  "first",
  "great value",
  "exactly right",
  "just right",
  "spot on",
);
export const THING = any(
  "choices?",
  "picks?",
  "options?",
  "bets?",
  "fit",
  "match(?:es)?",
  "buys?",
  "purchases?",
  "deal",
  "one",
  "ones",
  "answer",
  "solution",
  "recommendation",
  "suggestion",
  "call",
  "way",
  "place to start",
  "start(?:er|ing point)?",
  "gifts?",
  "presents?",
  "companions?",
  "tool",
  "upgrade",
  "investment",
  "candidate",
  "winner",
  "value",
  "idea",
  "alternative",
  "thing",
  "addition",
  "partner",
  "extra",
  "move",
  "help",
);

/** What can be said of a thing, after "is" or a verb like it, so that it is recommended. */
export const PRAISED = any(
  "(?:an? |the |my |your |one of (?:the|my) " +
    `|among the )?(?:(?!too )[\\w-]+ly )?${GOOD}\\b(?! (?:enough )?(?:as an? (?:exa` +
    "mple|warning)|known|looking but))",
  "(?:a|the|your|my) (?:[\\w'-]+ ){0,4}(?:pick|choice|bet|fit|match|buy|winner" +
    "|favou?rite|recommendation|must|no-brainer|bargain|steal|joy|treat|dream" +
    "|delight|lifesaver|keeper|go-to|gem|sweet spot)\\b",
  "(?:my|our) (?:[\\w'-]+ ){0,4}(?:pick|choice|favou?rite|recommendation" +
    "|suggestion|answer|vote|tip|winner|go-to)\\b",
  "(?:the|a|an) (?:[\\w'-]+ ){0,4}(?:that |which |you |to )?(?:i'd|i would|we'd" +
    "|i can|i) (?:[a-z]+ly |always |also )?(?:get|buy|recommend|suggest|pick" +
    "|choose|take|go|put|order|make|use|start|want|trust|reach|give|pack|opt|bet" +
    "|back)",
  "(?:what|where|the one|the thing|the model|the brand|that) (?:i'd|i would" +
    "|we'd) (?:[a-z]+ly )?(?!not|avoid|skip|worry|change|leave)\\w+",
  "(?:(?:the|a) (?:one|thing|ones|model|pair|brand|\\w+) )(?:to (?:get|buy|try" +
    "|have|take|choose|pick|go for|own|want|beat|look at|consider|order|bring)" +
    "|you (?:want|need|should|'ll want|'re after|'re looking for|are looking for" +
    "|'ll love)|for\\b|that (?:fits|suits|ticks))",
  "(?:exactly |just |precisely )?what (?:you|they|he|she|your \\w+) (?:want|need" +
    "|'re after|'re looking for|are looking for|are after|asked for|describe[ds]?" +
    "|should|wants|needs|'ll want)",
  "all (?:you|she|he|they|anyone|most people) (?:need|want|needs|really need" +
    "|could want|will need|'ll need)",
  "(?:well |perfectly |ideally |better |best |nicely )?(?:well-)?(?:suited" +
    "|matched|made) (?:to|for)",
  "(?:made|built|meant|cut out|tailor-made|designed) for (?:you|this|that|it" +
    "|exactly|just|people like|someone like|days|nights|cases)",
  "hard to (?:beat|fault|top|go wrong)",
  "(?:more than |plenty |easily |big |warm |light |small |quiet |strong |bright " +
    "|sturdy |fast |good |powerful )(?:\\w+ )?enough\\b(?! to (?:worry|annoy|wake))",
  "(?:more|most|perfect|a lot of|good|complete|the most|plenty of|every) sense",
  "a (?:wonderful|real|true|nice|big|huge|great|welcome|lovely) (?:\\w+ )?\\w+",
  "(?:well |absolutely |definitely |certainly |easily |more than |every (?:penny" +
    "|cent) )?worth (?:it|a|the|every|your|considering|trying|buying|getting" +
    "|looking|having|paying|checking|spending)",
  "(?:for you\\b|the way to go|the way forward|the ticket|the thing for" +
    "|the one (?:i|that|who|which|you)\\b|what (?:i|you)\\b|your (?:friend|man" +
    "|ally|answer|best)|a (?:pleasure|star|hit|hero|classic|breeze|safe pair)\\b" +
    "|just the (?:thing|ticket|job)|made to measure|second to none|the (?:dog" +
    "|model|brand|lamp|bag|one) of choice|the one(?=[.,;!]|$)|at the top|(?:on " +
    "|at )?(?:the )?top of (?:my|your|the|any) list|in a class|ahead|on top" +
    "|up to the job|up to it|up to the task|unmatched|plenty for)",
  "(?:highly |warmly |strongly )recommended",
);
export const COPULA = any(
  "is",
  "are",
  "'s",
  "'re",
  "would be",
  "'d be",
  "will be",
  "'ll be",
  "should be",
  "has to be",
  "remains?",
  "stays?",
  "looks (?:like)?",
  "seems?(?: like| to be)?",
  "feels like",
  "sounds like",
  "makes?",
  "would make",
  "'d make",
  "will make",
  "offers?",
  "strikes me as",
  "comes? out(?: as)?",
  "comes? out",
  "stands? out(?: as)?",
  "proves?(?: to be)?",
  "counts? as",
  "represents?",
  "gives you",
  "works? out(?: as)?",
  "ends? up",
  "has always been",
  "gets? to be",
  "turns? out(?: to be)?",
);
/** Verbs that praise by themselves. */
export const DOES = any(
  "suits?\\b(?! (?:neither|nobody|others))",
  "(?:would|will|should|'d|'ll|could|really|also|both) (?:\\w+ly |also |really " +
    "|still |both )?(?:suit|fit|serve|please|delight|help|love|thank|be happy" +
    "|match|cover|do\\b|work\\b|last you|keep you|make|look after)",
  "fits? (?:the bill|the brief|that|this|you|your|all|every|her|him|them|best" +
    "|perfectly|right|in with|nicely|well|into your|under|what|exactly)",
  "matches (?:that|this|your|what|all|her|him|everything|exactly|best|perfectly)",
  "meets (?:that|this|your|all|every|both|each|what)",
  "ticks? (?:all|every|both|each|the|your|most|those|that|more)",
  "checks (?:all|every|both|each)",
  "hits? (?:the|that|all|every)",
  "wins?\\b(?! (?:no|nothing))",
  "beats?\\b",
  "gets? (?:the nod|my (?:vote|pick|recommendation|money)|it right|the job done" +
    "|the edge|first place)",
  "(?:does|do) (?:the|that|this|exactly|all|both|everything|just|it" +
    "|what) ?(?:job|trick|that|this|best|well|better|you|both)?",
  "works? (?:best|great|well|perfectly|beautifully|wonders|nicely|better|for you|a treat|fine)",
  "(?:has|have) (?:you|your \\w+|that|everyone) covered",
  "covers? (?:all|both|that|every|everything|your|what)",
  "comes? (?:close|out (?:on top|ahead|best|first|in front)|top|first" +
    "|highly recommended|with my|to (?:mind first|the rescue))",
  "takes? (?:it|the (?:lead|crown|prize|cake|win|day|point)|first|care of)",
  "deserves?",
  "earns?",
  "never (?:lets?|let|disappoints?|fails?)",
  "has never (?:let|failed|disappointed)",
  "(?:won't|will not|wouldn't|doesn't|don't|didn't) (?:let (?:you|him|her|them" +
    "|anyone)|disappoint|break the bank|go wrong)",
  "shines?",
  "excels?",
  "edges?",
  "tops?",
  "stands out",
  "leads",
  "pulls ahead",
  "makes (?:the )?(?:more|most|perfect|a lot of|good|complete|every) sense",
  "makes (?:life|that|this|it) (?:easy|easier|a breeze)",
  "solves? (?:that|this|your|the|both|exactly)",
  "answers? (?:that|this|your|both|exactly)",
  "handles? (?:that|this|your|it|both|all)",
  "was (?:built|made|designed|meant) for",
  "can be (?:warmly |highly |safely )?recommended",
  "has (?:my|what) (?:vote|recommendation|it takes|you need|they need|she needs|he needs|you want)",
  "has everything",
  "checks out",
  "delivers? (?:exactly|just|that|the most|what)",
  "(?:would|will) be (?:appreciated|perfect|right|enough)",
  "saves? the day",
  "carries the day",
  "prevails",
  "never (?:misses|goes wrong|gets old|lets)",
  "(?:can't|cannot|won't) be (?:beaten|beat|topped|matched)",
  "leaves? (?:nothing|you with nothing|little) to be desired",
  "pays? for (?:itself|themselves)",
  "speaks? for (?:itself|themselves)",
  "goes? (?:a long way|down well)",
  "has your name on it",
  "is (?:ready|waiting) for you",
  "out(?:live|last)s?",
  "(?:will|would|'ll|'d) (?:out(?:live|last)|beat|win|be my|do nicely|do fine" +
    "|be worth|make (?:you|her|him|them)|give you)",
  "strikes? (?:the|a) (?:\\w+ )?balance",
  "belongs? (?:on|in|under|at|to)",
  "gives? (?:you|him|her|them) (?:more|the most|the best|better|everything|exactly|all)",
  "makes? (?:it|this|that) (?:an? |the )?(?:perfect|ideal|great|good|best|right" +
    "|safe|smart|easy|excellent|better)",
);

/** Praise that stays praise at a distance. */
export const STRONG_GOOD = any(
  "(?:very |really |particularly |especially )?(?:good|great|excellent|ideal" +
    "|perfect|wonderful|fantastic|superb|brilliant|smart|safe|solid|sensible|nice" +
    "|lovely|strong|top|right|best) (?:[\\w'-]+ )?(?:choices?|picks?|options?" +
    "|bets?|fit|match|buys?|gifts?|presents?|companions?|one for|way to|for (?:you" +
    "|your|that|this|him|her|them|someone|anyone|people|a|beginners))",
  "(?:ideal|perfect|excellent|wonderful|fantastic|superb|brilliant)\\b",
  "(?:well |absolutely |definitely |easily )?worth (?:it|every|a look|the (?:money|price|extra))",
  "(?:well |perfectly |ideally )suited",
  "hard to beat",
);
export const DOES_STRONG = any(
  "(?:would|will|should|'ll|'d) (?:[a-z]+ly |also )?(?:suit|serve|please|delight)",
  "(?:you|he|she|they|your \\w+)(?:'ll|'d| will| would) (?:love|thank|enjoy|appreciate)",
  "fits? (?:the bill|the brief|your \\w+ (?:perfectly|well|best))",
  "ticks (?:all|every)",
  "makes (?:most|more|the most|perfect|a lot of) sense",
  "does the (?:job|trick)",
  "(?:has|have) you covered",
);

/** What says "this one", not only "a good one". */
export const CHOSEN = any(
  "my (?:[\\w'-]+ )?(?:pick|choice|vote|answer|favou?rite|recommendation|money)",
  "the (?:[\\w'-]+ )?(?:winner|one|better|best|right|clear|obvious|ideal|safer" +
    "|smarter|strongest|nicer|stronger|wiser|top|thing)",
);

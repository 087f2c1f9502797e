/**
 * What takes praise back, or shows that it was never meant: negations, doubts, other people's
 * words, what the reader owns already, what cannot be had. Read over the same folded sentences as
 * `cues.ts`. When in doubt there is no mention, because a false one bills an advertiser.
 */

/** A negation that governs what follows it, up to the next clause. */
export const NEGATION = new RegExp(
  "(?:\\b(?:not|never|no|nor|neither|none|nobody|no-one|cannot|hardly|barely" +
    "|scarcely|without|avoid|avoiding" +
    "|skip|unable|refuse|hesitant|reluctant|unlikely|against|rarely|seldom|stop" +
    "|forget|few|little|unlike|except|wary" +
    "|careful|beware|regret|mistake|nothing|instead of|rather than|far from" +
    "|away from|steer clear|unwise|wrong|least|worst" +
    "|last thing|too|stay away)\\b|n't\\b)",
);
/** Negations that praise, or that leave the praise after them alone. */
export const PRAISING_NEGATION = new RegExp(
  "\\b(?:not only|no (?:hesitation|qualms|trouble|problem|fuss)|no doubt" +
    "|can(?:'t|not) (?:\\w+ )?go (?:far )?wrong|can(?:'t|not) (?:be )?beat" +
    "|not just|no better|no (?:\\w+ )?(?:reason|need) (?:not )?to (?:look|search" +
    "|spend more|overthink|avoid|skip|fear)|can't recommend [^.;!?]{0,40}enough" +
    "|can't praise|why not|why don't you|never (?:disappoint\\w*|fail\\w*|regret" +
    "|let)|nothing (?:[^.;!?¤§]{0,30} )?(?:beats|tops|comes (?:close|near)|wrong)" +
    "|look no (?:further|farther)|(?:won't|will not|wouldn't|not" +
    "|'ll never) (?:regret|be disappointed|be sorry)|(?:not" +
    "|\\w+n't) (?:\\w+ )?hesitate|without (?:any |a |the slightest )?(?:hesitation" +
    "|hesitating|doubt|question|reservation)|(?:don't|do not|never|not" +
    "|\\w+n't) (?:overlook|miss|ignore|rule out|pass up|dismiss|discount" +
    "|underestimate|overthink|write off|be put off|forget)|not (?:a )?(?:bad|wrong" +
    "|unreasonable)|could do (?:much |a lot |far )?worse|few (?:\\w+ ){1,4}(?:are" +
    "|is|come|can|offer|do)\\b|(?:can't|cannot|couldn't|don't|hard to) (?:think of" +
    "|name|imagine|find|know|come up with|fault)|mistake (?:not )?(?:to (?:skip" +
    "|overlook|miss|ignore|pass)|not)|(?:wouldn't|won't|\\w+n't) say no|not (?:too" +
    "|so) (?:bad|shabby)|no question|no contest|no wonder|too good|none (?:better" +
    "|other)|hard(?:ly)? (?:a |any )?better)\\b",
);

export const LOSER_BEFORE = new RegExp(
  "\\b(?:than|over|instead of|rather than|unlike|not|beats?|(?:out)?performs?" +
    "|tops|outlasts|outshines|than with|ahead of|replac\\w+|alternatives? to" +
    "|as opposed to|other than|apart from|except|anything but|compared (?:to|with)" +
    "|against|versus|vs\\.?|preferable to|superior to|cheaper than|leave|drop|skip" +
    "|return|ditch|forget|avoid|scrap|rule out|ruled out|nor|neither|no) (?:(?:the" +
    "|a|an|this|that|with|by|in|on|for|either|any|some|using|buying|getting|more" +
    '|another|your|both|something like|anything by|anything from)\\b ?){0,4}"?$',
);
export const LOSER_PRAISED = new RegExp(
  "\\b(?:(?:better|nicer|safer|stronger|smarter)\\b[^.;!?:¤§]{0,50} than" +
    "|worse than|few [^.;!?]{0,50}|nothing (?:beats|tops)|can(?:'t|not) beat" +
    "|hard to (?:beat|top)|tough to beat|don't (?:\\w+ )?(?:skip|forget|avoid" +
    "|rule out)|no one beats|can't be beaten|look no (?:further|farther) than" +
    "|nothing(?: else)? (?:\\w+ )?(?:over|than))\\b[^.;!?]{0,24}$",
);

/** Right after the name: the opposite of praise. */
export const NEGATED_AFTER = new RegExp(
  "^(?:'s)?\"?(?:,[^.;!?:¤§]{1,50},| \\w+)?(?: (?:really|just|simply|probably" +
    "|still|clearly|itself|frankly|honestly|sadly|also|would|model|one))* ?" +
    "(?:is(?:n't| not| no| never| hardly| too| far too| overpriced| overkill" +
    "| the wrong| (?:\\w+ly )?a (?:bad|poor|waste))" +
    "|are(?:n't| not| no| too| overkill)|was(?:n't| not)|were(?:n't| not)" +
    "|would(?:n't| not| be (?:too|overkill|wasted|a (?:waste|mistake)))" +
    "|won't|will not|does(?:n't| not)|do(?:n't| not)|did(?:n't| not)|can(?:'t|not" +
    "| not)|couldn't|shouldn't|should (?:not|be avoided)" +
    "|makes? (?:little|no) sense|fails?|lacks?|falls? short|fell short|used to" +
    "|has (?:no|too|been|bad|poor|never been)|have (?:no|been)|ha(?:s|ve)n't" +
    "|breaks?|loses?|lost|struggles?|disappoints?|is what i(?:'d| would) (?:avoid" +
    "|skip|leave)|might|may\\b" +
    "|is one i(?:'d| would) (?:avoid|skip|leave|pass)|: no\\b|, no\\b|\\? " +
    "|is out\\b|is off|is gone|is only worth|is worth (?:avoiding|skipping))",
);
export const NEGATED_AFTER_FINE = new RegExp(
  "^(?:'s)?\"?[^.;!?¤§]{0,50}?(?:(?:is|are)(?:n't| not) (?:only|just" +
    "|the cheapest|cheap|perfect|flashy|fancy|the (?:prettiest|lightest|smallest" +
    "|flashiest|newest))\\b|(?:won't|will not|wouldn't|doesn't|don't" +
    "|didn't) (?:let|disappoint|break the bank|cost|take up|require|need)" +
    "|can't be (?:beat|faulted)|has (?:never|been my)|is (?:not|never) a bad" +
    "|isn't a bad|too (?:good|is|are|would|will|suits|fits))",
);

/** Praise, then a turn: "great, but it has been discontinued". */
export const TAKEN_BACK = new RegExp(
  "(?:[,;:–—-] ?| )(?:but|however|though|yet|while" +
    "|whereas)\\b[^.!?¤]{0,40}¤[^.!?]{0,30}\\b(?:better|best|wins?|beats|more|my" +
    "|ideal|perfect)\\b|(?:[,;:–—-] ?| )(?:but|however|though|although|yet|sadly" +
    "|unfortunately|only|except|alas|still|just not" +
    "|while)\\b[^.!?]{0,80}?(?:\\b(?:not|never|no|nobody|discontinued|sold out" +
    "|out of stock|unavailable|recall\\w*|too|gone|wrong|overkill|wait|avoid|skip" +
    "|wouldn't|nothing|beyond|exceeds|over (?:your )?budget|far|fails?|lacks?" +
    "|i'd (?:still )?(?:skip|avoid|pass|wait|leave|hold))\\b|n't\\b)",
);
export const TAKEN_BACK_FINE = new RegExp(
  "\\b(?:but|though|although|yet) (?:not (?:cheap|flashy|perfect|the cheapest" +
    "|heavy|bulky|loud|heavier)|(?:it|that) (?:won't|doesn't) (?:disappoint|let" +
    "|cost)|(?:is|are)n't (?:cheap|perfect))|(?:wouldn't|won't|don't" +
    "|\\w+n't) (?:regret|hesitate|mind|need|have to|disappoint|worry|let|matter" +
    "|cost|weigh)|never (?:let|fail|disappoint)|no (?:more|longer than|doubt" +
    "|question)|can't go wrong",
);

export const UNAVAILABLE = new RegExp(
  "\\b(?:discontinued|sold[ -]out|out of stock|(?:is|are|it's|they're|currently" +
    "|temporarily)(?:n't| not)? (?:currently |temporarily )?unavailable|(?:isn't" +
    "|aren't|not|no longer|never) (?:\\w+ )?(?:available|made|sold|in stock" +
    "|produced|stocked|on sale|shipped|manufactured|offered)|no longer|recall(?:ed" +
    "|s)?|(?:can't|cannot|doesn't|don't|won't|not) (?:be )?(?:ship|shipped|deliver" +
    "|delivered|arrive|bought|ordered)|back-?order(?:ed)?|(?:arrives?" +
    "|arriving) too late|off the market|withdrawn|pulled from|out of production" +
    "|gone from|only sold in|ceased)\\b",
);

/** Before the name: words of somebody else, or about them. */
export const REPORTED = new RegExp(
  "(?:\\b(?:you|he|she|they|your (?:\\w+ ){1,2}|my (?:\\w+ )|people|users|owners" +
    "|reviewers?|critics?|buyers|customers|experts?|testers?|magazine|blog|forum" +
    "|site|advert|ad|slogan|brochure|seller|shop assistant|salesman|salesperson" +
    "|retailer|company|maker|manufacturer|some|many|most|others|everyone|somebody" +
    "|someone|friends?|colleague|neighbou?r|sister|brother|teacher|doctor|coach" +
    "|mother|father|mum|mom|dad|wife|husband|partner|boss|anna|review|article|text" +
    "|listing|label|website|influencers?|youtubers?|redditors|wirecutter" +
    "|who) (?:(?:also|often|once|even|still|all|already|then|just|both) )?(?:said" +
    "|says?|wrote|writes?|asked|mention(?:ed|s)?|told|recommend(?:ed|s)?" +
    "|suggest(?:ed|s)?|thinks?|thought|claims?|claimed|call(?:s|ed)|love[sd]?" +
    "|prais(?:e|es|ed)|raves?(?: about)?|swears? by|prefer(?:s|red)|like[sd]?" +
    "|believes?|rates?|rated|names?|named|picked|chose|chooses?|promises?|insists?" +
    "|describe[sd]?|quote[sd]?|favou?rs?|points? (?:you )?to|pushes|advertises?" +
    "|endorses?|voted?|(?:would|could|might|will) (?:say|call|recommend|suggest" +
    "|swear by|rave|praise|pick|choose|tell)|wanted|decided on|bought|ordered|got" +
    "|owns?|uses?)\\b)|\\b(?:according to|as (?:you|they|he|she) (?:say|said|put" +
    "|wrote|mentioned)|heard|it is said|reportedly|allegedly|supposedly|is said to" +
    "|said to be|in the words of|recommends that|quoted|voted|award(?:ed)?" +
    "|the (?:ad|advert|slogan|review|article|headline|brochure|label|box|poster" +
    "|page|website|email|letter) (?:says|reads|claims|calls|promises|goes|said))\\b",
);
export const REPORTED_FINE = new RegExp(
  "\\b(?:i (?:say|said)|as i (?:said|mentioned)|told you i'd|i told you" +
    "|you said you (?:want|need)|you (?:said|asked|mentioned|wrote" +
    "|told)[^§¤]{0,80}[,.:;] ?(?:so |then |and |but )?(?:i'd|i would|the|a|go|get" +
    "|take|try|choose|pick|my)?)",
);
export const REPORTED_AFTER = new RegExp(
  "^(?:'s)?\"?,? ?(?:is|are|was|were|has been|have been|comes?|gets?" +
    "|got)(?: (?:\\w+ly|often|also|always|widely|much" +
    "|well))? (?:recommended(?!,? (?:from|by) me)|praised|loved|rated|reviewed" +
    "|endorsed|chosen|named|called|described|advertised|marketed|promoted|sold" +
    "|touted|billed|considered|said|supposed|regarded|voted|seen" +
    "|popular)\\b(?! (?:for|if) you)|\\b(?:says? (?:the|its|their|your|his|her|my)" +
    "|said (?:the|its|their|your|he|she|my)|claims? (?:the|its|their)|reviewers?" +
    "|critics|according to|in the eyes of|is what (?:they|people|he|she" +
    "|your \\w+) (?:say|recommend|call)|(?:you|they|he|she) (?:said|wrote|say|says" +
    "|told|mentioned)|by your \\w+|her (?:brother|sister|friend))\\b",
);

export const OWNED_BEFORE = new RegExp(
  "\\b(?:your|your (?:\\w+ )?(?:old|new|current|existing|own|broken|beloved" +
    "|trusty|faithful)|(?:you|you've|you already|they|he|she) (?:already |just " +
    "|now |still |currently |only )*(?:have|own|bought|got|ordered|use|received" +
    "|sleep on|ride|wear|run|chose|picked|purchased|mentioned|saw|sent|returned" +
    "|rent|keep)(?: (?:is|was))?(?: a| an| the| your| that| this)?(?: pair of" +
    "| set of)?|(?:since|because|as|if|now that" +
    "|given that) you(?:'ve)? (?:already |just )*(?:own|have|got|bought|use)(?: a" +
    "| an| the)?|(?:congratulations|congrats) on [\\w ]*|(?:enjoying|happy with" +
    "|using|wearing|riding|owning) (?:the|your)|thanks for (?:buying|ordering" +
    "|choosing)(?: the| our| a)?|(?:clean|descale|reset|return|repair|charge|raise" +
    "|lower|unscrew|assemble|refund|cancel|cancelled|track|wash|store|open|fold" +
    "|pair|connect|register|update|replace|refill|dispose of|exchange|send back" +
    '|refunded|shipped) (?:the|your|a|that))"? ?$',
);
export const OWNED_BEFORE_FINE = new RegExp(
  "\\b(?:glad|happy|pleased|thank yourself) (?:that )?you (?:\\w+ )?(?:\\w+ )?(?:" +
    "the |a )?$|\\b(?:would|'d|should|could|if you) $|\\bsince you want\\b",
);
export const OWNED_AFTER = new RegExp(
  "^(?:'s)?\"? (?:that |which )?you(?:'ve)? (?:already |just " +
    "|recently )?(?:bought|have|own|ordered|got|use|returned|received|purchased" +
    "|mentioned|asked about|sent|saw|are (?:using|wearing|riding))\\b" +
    "|^(?:'s)?\"?,? ?(?:[\\w']+ ){0,4}(?:order|parcel|delivery|shipment|refund" +
    "|return) (?:is|was|has|will)\\b|\\bthat(?: is|'s) covered\\b" +
    "|\\bserved you (?:well|faithfully)\\b",
);

/** The whole sentence is about something else than advice. */
export const DOUBT = new RegExp(
  "\\b(?:(?:(?:i|we|i'm|i am|i've|it's|it is|is|are) (?:\\w+ly |just )?(?:don't" +
    "|do not|can't|cannot|couldn't|not able to|unable to|haven't|have not|hard to" +
    "|difficult to|impossible to|too early to|not|never)|no way to" +
    "|^never)(?: \\w+)?(?: (?:really|yet|enough|to))? (?:know|say(?! enough)|judge" +
    "|tell|verify|vouch|confirm|assess|comment|sure|certain|convinced|tested|tried" +
    "|heard|familiar|speak|find (?:any|a single|enough|out))|whether" +
    "|opinions? (?:on|about|is|are)|no (?:view|opinion|idea|information|data" +
    "|experience|evidence)|might (?:be|or|not)|may (?:be|or|not)|could be (?:good" +
    "|fine|worth)|hearsay|unclear|remains to be seen|jury is (?:still )?out" +
    "|mixed (?:reviews|feelings)|i've only|take no advice|wait for (?:independent" +
    "|the)|i wonder|perhaps not|maybe not)\\b",
);
export const DOUBT_FINE = new RegExp(
  "\\bwhether (?:or not|you|it's|it is|that|for)\\b|\\b(?:not sure|don't know" +
    "|can't decide|not certain) (?:what|where|which|how|if you)\\b" +
    "|can't say enough|cannot say enough|not tell (?:them|the)" +
    "|\\bknow (?:of )?(?:a|any|no)? ?(?:\\w+ )?better\\b",
);
export const UNREAL = new RegExp(
  "\\b(?:would(?:n't)? have|would've|'d have (?!it\\b|one\\b|them\\b|to\\b" +
    "|the\\b|a\\b|that\\b|no\\b)|had (?:you|i|it|they|he|she|this|there|your" +
    "|money)\\b|were (?:you|it|i|there|they|money|this|your)\\b|if (?:it|there|you" +
    "|he|she|they|i|we|this|your [\\w-]+|the [\\w-]+|money|space|price|budget" +
    "|cost)s? (?:only |ever |really |already |still )?(?:were|was|weren't|wasn't" +
    "|had|hadn't|didn't|lived|wanted|needed|drove|cycled|slept|went|came|could" +
    "|travelled|traveled|cooked|\\w{3,}ed)\\b|if (?:only|money were)|unless you" +
    "|unless your|suppose\\b|imagine\\b|pretend|in (?:another|a different|an ideal" +
    "|a perfect) (?:world|life|house|case)|with (?:more|a bigger|twice the" +
    "|double the|a larger|unlimited) (?:\\w+ )?(?:budget|money|space|time|room)" +
    "|for (?:now|the time being)|until then|one day|some day|someday" +
    "|down the (?:line|road)|eventually|in a (?:year|few years|couple of years)" +
    "|next (?:year|season)|once (?:he|she|they|the kids|the baby)'?(?:s| is| are" +
    "|re)? (?:older|grown|bigger|taller)|when (?:he|she|they|the kids)(?:'s|'re" +
    "| is| are) (?:older|grown|bigger|taller)|last year|years ago|back then" +
    "|at the time|in the past|used to be|previously|formerly|once was)\\b",
);
export const UNREAL_FINE = new RegExp(
  "\\bif (?:i|you) (?:had to|were you|could only|were in your|were forced" +
    "|wanted just|had to)\\b|\\bif i were\\b",
);
export const NOTICE = new RegExp(
  "\\b(?:advert(?:s|isement|isements|ising)?|sponsor(?:ed|s)?|promoted|promotion" +
    "|paid (?:for|placement|partner\\w*)|affiliate|disclosure|commission|ad (?:you" +
    "|for|above|below|on|from|by|by)|an ad|this ad|the ad|ads)\\b",
);
export const FICTION = new RegExp(
  "\\b(?:chapter|dialogue|character|protagonist|heroine|scene|headline" +
    "|news summary|slogan|tagline|translat\\w+|puffery|caption|jingle|poem|lyrics" +
    "|haiku|limerick|screenplay|once upon|novel|parody|your (?:draft|email|essay" +
    "|text|sentence|paragraph|story|review|script|speech|post|article|copy|letter)" +
    "|(?:here's|here is) (?:a|the|your) (?:\\w+ )?(?:draft|rewrite|description" +
    "|translation|summary|version|slogan|caption|story|email|post|script|text" +
    "|paraphrase|correction)|the sentence|example sentence|grammatical|in spanish" +
    "|in german|in french|in italian|rephrased|corrected version|role-?play" +
    "|subject line|template)\\b",
);
/** The sentence after one that praised turns it down. */
export const TURNED_DOWN = new RegExp(
  "^(?:(?:but|however|still|sadly|unfortunately|though|yet|only|alas|and|for you" +
    "|honestly)[, ]+)*(?:it|they|that|this|the only (?:problem|trouble|catch)" +
    "|this one|great \\w+ of \\w+|you don't)(?:'s| is|'re" +
    "| are)?\\b ?(?:\\w+ )?(?:n't|isn't|aren't|not|doesn't|don't|won't|can't" +
    "|cannot|no longer|sold out|discontinued|too|overkill|out of" +
    "|been (?:discontinued|recalled|withdrawn)|has been (?:discontinued|recalled" +
    "|withdrawn)|was (?:recalled|discontinued|withdrawn)|is what (?:the|they))\\b" +
    "|^(?:but|however|unfortunately|sadly|alas)\\b[^.]{0,60}\\b(?:not|\\w+n't" +
    "|no longer|sold out|discontinued|too|recalled|out of stock|wait|avoid|skip" +
    "|gone)\\b|^(?:unfortunately|sadly|alas)\\b|n't fit your\\b|\\bso (?:i'd " +
    "|i would )?(?:wait|skip|avoid|hold off|pass)\\b",
);
export const TURNED_DOWN_FINE = new RegExp(
  "\\b(?:doesn't|don't|won't|isn't|not) (?:need|cost|take|weigh|trap|rust|slip" +
    "|flicker|leak|break|let|disappoint|cheap|the cheapest|only|just|have to" +
    "|require|matter|smell|make (?:a|any) (?:noise|sound)|crowd|hum)\\b",
);

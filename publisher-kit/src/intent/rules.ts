/**
 * The phrases behind the rule detector, each with the weight it adds to the score. Weights were set
 * by hand and checked on a labelled development set; above zero in sum means shopping. Repeats are
 * bounded, so each test is linear in the length of the turn.
 */

export type Rule = { code: string; weight: number; regexp: RegExp };

/** Vetoes of subject alone: they yield where a product is asked for by name. */
export const SOFT_VETOES: readonly string[] = ["code", "trivia", "service", "learn"];

/** An asking word with what it asks for right behind it; the product must be among these words. */
export const DIRECT_ASK = new RegExp(
  "\\b(?:best|top|good|cheap|cheapest|affordable|need|want|buy|order|purchase|get|recommend" +
    "|suggest|choose|pick|find|looking for|show me|which|what)((?: (?!to\\b|i\\b|my\\b" +
    "|the way\\b|how\\b)[\\w'-]{1,20}){1,6})",
  "g",
);

/** Words of someone who speaks or commands; a query typed into a search box has none of them. */
export const SPEAKING = new RegExp(
  "\\b(?:i|i'm|my|me|you|your|we|our|it|is|are|was|be|do|does|did|has|have|how|why|what|who" +
    "|when|where|can|could|will|would|should|please|not|no|the|this|that|to|of|by|from|as|at|now" +
    "|mute|deny|start|stop|prepare|delete|set|play|turn|open|close|list|lists|balance|process" +
    "|verification|incoming|call|add|remove|check|read|tell|run)\\b|[?!:\\n]",
);

type Source = [code: string, weight: number, body: string];

/** Phrases that ask for something to buy, weighed whether or not a product is named. */
const ASKS: Source[] = [
  [
    "buy",
    3.2,
    `(?:want|wanna|like|love|need|looking|trying|planning|hoping|going|ready` +
      `|thinking (?:of|about)|interested in|wish|where|how|which|what|should|could|can|help me` +
      `|about to|place)` +
      `(?: \\w{1,8}){0,3} ` +
      `(?:to )?(?:buy|buying|purchas(?:e|ing)|shop(?:ping)?|ordering)\\b`,
  ],
  [
    "buy_start",
    2.4,
    "^(?:please |pls |can you |could you |i |to )?(?:buy|purchase|order)(?: me" +
      "| us)? (?!status|number|history|id|details|cancel)",
  ],
  [
    "looking_for",
    3,
    "(?:look(?:ing)?|search(?:ing)?|shop(?:ping)?|hunt(?:ing)?|on the lookout|in the market" +
      "|browsing) (?:at |to find )?(?:for )(?!a (?:way|word|job|place|reason)\\b)",
  ],
  ["recommend", 2.2, "recommend(?:ed|ation|ations|s)?\\b"],
  ["suggest", 1.7, "suggest(?:ed|ion|ions)?\\b"],
  [
    "show_me",
    1.6,
    "(?:show|find|get|give|send|bring|fetch|grab|pick) (?:me|us)\\b|\\bfind (?:a|an|some" +
      "|any)\\b|\\bsee any\\b|pull up (?:some|a|the)",
  ],
  [
    "do_you_have",
    2.4,
    "(?:do|would|did) (?:you|u|ya|yall) (?:guys )?(?:happen to )?(?:have|sell|carry|stock" +
      "|offer)\\b",
  ],
  ["is_there", 1, "(?:are|is|have) (?:there|you got)(?: any| some| a)?"],
  [
    "need",
    1.7,
    "(?:i|we|and|but) (?:really |also |just |still |would |'?ll |do |am |actually |might " +
      "|may ){0,2}(?:need(?:ing)?|want(?:ing)?|require|am in need of|am after" +
      "|am interested in)\\b",
  ],
  [
    "need_im",
    1.7,
    "(?:i'?m|im|we'?re) (?:in need of|after|needing|wanting|interested in|seeking|shopping" +
      "|in the market)\\b",
  ],
  [
    "would_like",
    1.7,
    "(?:i|we)(?:'d| would|d) (?:really |also |just |rather ){0,2}(?:like|love|prefer)\\b",
  ],
  [
    "best",
    1.4,
    "\\b(?:best|top|cheapest|lowest|most affordable|good quality|highest rated|top[- ]rated" +
      "|(?<!sounds? |is |are |looks? |seems? |both |very |all |so )good(?! for (?:you|me|us" +
      "|health|my)\\b))\\b(?! (?:ways?|practices?|time|thing) )",
  ],
  [
    "gift",
    2.6,
    "\\b(?:gifts?|presents?|stocking stuffers?) (?:ideas? )?(?:for|idea|under|to)\\b|gift ideas?",
  ],
  ["what_about", 1, "(?:what|how) about\\b"],
  [
    "which",
    1,
    "(?:which|what) (?:one|ones|brand|brands|model|models|kind|kinds|type|types|size|sizes" +
      "|(?:\\w{2,14} ){1,3}(?:should i|would you|do you recommend|is (?:best|better|good)" +
      "|are (?:best|good)))\\b",
  ],
  [
    "for_sale",
    2.2,
    "(?:for sale|on sale|in stock|on clearance|in your (?:store|catalog(?:ue)?|shop)" +
      "|price (?:range|of)|how much (?:is|are|does|do|for)|deals? on|discounts? on|coupon)",
  ],
  [
    "replace",
    1.4,
    "(?:my old|mine) (?:one )?(?:broke|died|is broken|wore out)|(?:replacement|upgrade) (?:for|my)",
  ],
  [
    "something",
    1.1,
    "\\b(?:something|anything)(?: else| similar| like| that| with| in| for| more| less" +
      "| cheaper| under)?\\b",
  ],
  [
    "other_ones",
    1.2,
    "\\b(?:other|another|similar|different|more|cheaper|cheapest|alternative) (?:one|ones" +
      "|option|options|product|products|brand|brands|item|items|kind|style|color|models?" +
      "|choices?)\\b|\\balternatives\\b",
  ],
  [
    "choose",
    1.6,
    "help me (?:choose|pick|decide)|\\bwhich (?:\\w{2,14} ){0,3}(?:is|are) (?:the )?(?:best" +
      "|better)\\b" +
      "|\\b(?:choosing|deciding) between\\b",
  ],
  [
    "terse",
    1.7,
    "^(?:hi,? |hello,? )?(?:looking|need|needed|wanted|searching|im locking|any (?:more|other" +
      "|nice|good))\\b" +
      "|where (?:can|could|do|should) (?:i|you|we) (?:find|get|see)\\b",
  ],
  [
    "order_more",
    2.6,
    "\\b(?:order|buy|get) (?:me |us |some |a few )?(?:some |more |another |new )+|(?:place" +
      "|put|create|make) (?:an|my|in an|the) order (?:for|of|in)|(?:get|give) me an order of" +
      "|(?:need|want|like) you to (?:please )?(?:order|buy|get me)|(?:will|would|could" +
      "|can) you (?:please )?(?:order|buy)\\b",
  ],
  [
    "compare",
    1.8,
    "\\bcompare (?:a few|some|the best|several|prices)|\\b(?:prices?|cost) (?:on|of|for) (?:a" +
      "|an|the|some|\\w{4,12}s)\\b|\\bwho (?:sells|makes the best|carries)|sells?\\b",
  ],
  ["run_out", 1.6, "(?:ran|run|running|almost|completely) out of|out of (?:stock)?"],
];

/** Signs of a product that are no noun of the lexicon. */
const CUES: Source[] = [
  [
    "price",
    2,
    "(?:under|below|less than|lower than|up to|around|between|max(?:imum)?|budget" +
      "|cheaper than|within|for about|over|more than) (?:is |of |about " +
      "|around )?(?:us)?[$€£₹] ?\\d|\\d ?(?:dollars|bucks|usd|euros?|€|£|pounds sterling)" +
      "|\\b(?:price|priced) (?:lower|less|under|below|range)|my budget|affordable|inexpensive" +
      "|cheap(?:er|est)?\\b|[$€£] ?\\d|(?:cost|costs|costing) (?:a fortune|too much|an arm)" +
      "|break the bank|too expensive|price range",
  ],
  [
    "attribute",
    1,
    "\\b(?:size (?:\\d|xx?[sl]|[sml]\\b|small|medium|large)|\\d{1,4} ?(?:oz|ounce|fl oz|inch" +
      "|inches|ft|feet|pack|count|gb|piece|lb|lbs|pair|pcs)\\b|waterproof|wireless|rechargeable" +
      "|stainless steel|machine wash(?:able)?|long[- ]lasting|lightweight|portable|organic" +
      "|gluten[- ]free|sugar[- ]free|non[- ]?gmo|cruelty[- ]free|heavy duty|easy to (?:clean" +
      "|use|carry|install|assemble)|long sleeve|short sleeve|slim fit|high quality|cotton" +
      "|leather|polyester|rubber sole|memory foam|in (?:black|white|blue|red|green|grey|gray" +
      "|pink|brown|purple|yellow|navy|beige))\\b",
  ],
  [
    "book_on",
    1.2,
    "\\b(?:books?|cookbooks?|novels?|textbooks?|magazines?) (?:about|on|for|by|that|of|with" +
      "|set|to|like|explor\\w{3})\\b",
  ],
  [
    "brandish",
    0.8,
    "\\b(?:nike|adidas|samsung|apple|sony|lego|ikea|levi'?s|puma|dell|hp|lenovo|bose|amazon" +
      "|walmart|target|ebay|etsy|costco|best buy)\\b",
  ],
];

/** Signs that nothing is wanted from a shop. */
const VETOES: Source[] = [
  [
    "task",
    -4.5,
    "^(?:please |can you |could you |now |i want you to |i need you to |i'd like you to " +
      "|your task is to )?(?:write|rewrite|translate|explain|summari[sz]e|compose|draft" +
      "|generate|create|code|implement|calculate|compute|solve|classify|predict|extract" +
      "|describe|define|analy[sz]e|paraphrase|proofread|edit|correct|convert|design|plan" +
      "|brainstorm|imagine|pretend|act as|role ?play|tell me (?:a (?:joke|story)|about)|discuss" +
      "|critique|identify|given (?:a|an|the)|answer the|fill in|complete the|convert|rank|sort" +
      "|outline|reorder|list (?:the|all|\\d)|name (?:the|all|\\d)|make (?:me )?(?:a (?:list" +
      "|table|poem|story|joke|slide|sentence|plan)|up))\\b",
  ],
  [
    "writing",
    -4,
    "\\b(?:poem|haiku|essay|short story|song lyrics|limerick|blog post|cover letter" +
      "|product copy|product description|tagline|slogan|headline|tweet|caption|paragraph" +
      "|sentence|synonyms?|email (?:to|about|telling|asking)" +
      "|words (?:that|for|to|which)|press release|screenplay|plot" +
      "|speech|article about|review (?:for|of) (?:the|a|my)|ad copy|instagram post)\\b",
  ],
  [
    "code",
    -4.5,
    "\\b(?:python|javascript|typescript|java|sql|html|css|regex|c\\+\\+|function|algorithm" +
      "|json|api|script|database|select \\*|query that|dataset|class named|variable|compile" +
      "|dictionary|array|csv|code)\\b",
  ],
  [
    "postsale",
    -4.2,
    "\\b(?:refund|return (?:the|my|a|an|this|it|policy|process)|returning" +
      "|(?<!noise[ -])cancel(?:led|ling" +
      "|lation)?|track(?:ing)? (?:my|number|order|the|of)|order (?:status|number|history|id" +
      "|tracking)|my (?:order|package|parcel|account|payment|delivery|password|invoice" +
      "|subscription|shipment|checkbook)|where is my|deliver(?:ed|y) (?:status|charges?|time" +
      "|options?|address|date)|shipping (?:address|methods?|options?|cost|policy|details)" +
      "|hasn'?t arrived|not (?:arrived|received|delivered|working)|wrong (?:item|product|order" +
      "|one)|(?:arrived|received|came|is|was|were) (?:damaged|broken)|damaged (?:item|product" +
      "|order|package|card)|defective|expir(?:y|ed|ation)|recie?ved|received|tampered" +
      "|(?:purchase|order) #?\\d{5,}|(?:want|like|need|wish|how|can i" +
      "|how do i) (?:to )?return\\b|from (?:your )?(?:store|shop|centre|center)\\b.{0,3}$" +
      "|warranty|complain(?:t)?|customer (?:care|service|support)|exchange (?:policy|it|my)" +
      "|restitution|invoice|bill(?:s|ing)?\\b|contact (?:number|us|you)|franchise|dealership" +
      "|become a seller|sell (?:products?|my|on|a)|sign up|log ?in|newsletter|pin ?code" +
      "|cash on delivery|cod\\b|gst|helpline|verify|authentic(?:ity)?|genuine|fake|referral|otp" +
      "|pending|order (?:is|was|not|has)|i (?:ordered|have ordered|placed)|reorder status" +
      "|payment (?:options?|methods?|failed|issue))\\b",
  ],
  [
    "owned",
    -3.2,
    "\\b(?:i|we|he|she|they) (?:just |already |recently |finally )?(?:bought|own|got" +
      "|purchased|received|inherited|found|sold|built|made|returned|broke|spilled)\\b(?! (?:to" +
      "|any|a coupon))|\\bi bought\\b|\\b(?:yesterday|last (?:week|month|year|night))\\b" +
      "|love it\\b|the one i (?:have|bought|got)",
  ],
  [
    "howto",
    -2.6,
    "\\b(?:how (?:do|can|should|to|would|does|did) (?:i |you |we |one |it " +
      "|the )?(?:\\w{1,10} )?(?:clean|fix|repair|assemble|install|use|make|remove|wash|build" +
      "|set up|paint|care|store|draw|cook|bake|grow|unclog|change|tell|improve|learn|say|spell" +
      "|pronounce|work|handle|deal|stop|prevent|get rid|turn|reset|connect|hang|move|tie|fold" +
      "|measure|sharpen|restore|refinish|recycle|dispose)|instructions|tutorial|recipe" +
      "|ingredients)\\b" +
      "|\\bget (?:my|it|this|them|the) .{1,40}(?:repaired|fixed|cleaned|serviced)\\b",
  ],
  [
    "trivia",
    -2.8,
    "\\b(?:history of|who (?:invented|made|wrote|is|was|are|created|designed|directed|plays?)" +
      "|when (?:was|did|is|were|does)|what (?:does|did|was|were|happened)|what(?:'s" +
      "| is) (?:the (?:capital|population|meaning|difference|definition|origin|name|weather" +
      "|time|date|temperature|status|square|distance|exchange|interest|balance|formula|purpose" +
      "|process|story|plot|main)|a |an |my |your |it|that|this|going|up|\\d)|why (?:is|are|do" +
      "|does|did|was|were|would)|invented|etymology|according to|how (?:many|old|long|far|tall" +
      "|often|come|are you)|fun facts?|tell me (?:more )?about|difference between|meaning of" +
      "|how (?:do|does|did) (?:it|they|this|that|the))\\b",
  ],
  [
    "service",
    -3.6,
    "\\b(?:restaurants?|reservation|flights?|fly(?:ing)?|airlines?|hotels?|airbnb|movies?" +
      "|films?\\b(?! camera)|songs?|playlists?|music video|concerts?|tickets?|theat(?:er|re)" +
      "|cinema|appointment|dentist|doctor|stylist|therapist|insurance|mortgage|loan" +
      "|credit (?:card|score|limit|line)|debit|(?<!power )bank(?:ing|s)?\\b|checking|savings" +
      "|transfer|withdraw\\w{0,4}|deposit|exchange rate|currency|direct debit|top[- ]?up|atm" +
      "|apr\\b|401k|rollover|pto|vacation|payday|paycheck|taxes|w-?2|income|weather|forecast" +
      "|alarms?|timers?|remind(?:er|ers)?|calendar|meeting|schedule|email(?:s)? (?:from|to)" +
      "|inbox|news|podcast|radio station|fm\\b|traffic|directions|uber|taxi|cab\\b|bus\\b" +
      "|trains? (?:to|from|ticket|schedule|leav\\w{2,3}|station)|rental cars?|rent(?:al" +
      "|ing)?\\b|lease|apartments?|roommate|propert(?:y|ies)|houses?\\b|jobs?\\b|visa|passport" +
      "|travel(?:ing|led|s)?(?: to| plans?| agen\\w{1,3}| guides?| alerts?| advi\\w{1,5}" +
      "| notif\\w{0,8}| suggest\\w{0,5})|vacation|trips? (?:to|in|ideas?)" +
      "|(?:plan|planning|book|my|our|on a) (?:\\w{2,9} )?trips?\\b(?! (?:bag|pillow))|itinerary" +
      "|tourist|museum|attractions?|events?\\b|game scores?|football (?:game|match)|contest" +
      "|winnings?|bonus|league|team (?:for|of)|jokes?|trivia|volume|lights? (?:on|off|up|down" +
      "|in)|turn (?:on|off|up|down)|smart (?:socket|plug)|vacuum (?:the|my)|thermostat to" +
      "|play (?:me |some |the |my |a )|watch (?:a |the |some |it|on)|stream it|subtitles|lyrics" +
      "|episode|how many calories|nutrition(?:al)? (?:info|facts|value)|meal (?:suggestions?" +
      "|ideas)|recipes?|dinner|lunch|cuisine|food near|places? to (?:eat|visit|stay|go)" +
      "|tire pressure|oil change|gas (?:mileage|station|type)|mpg|jump start|translate" +
      "|in(?:to)? (?:spanish|french|italian|german)|say .{1,30} in|todo|to[- ]do list" +
      "|shopping list|grocery list|(?:remove|delete|take|put|clear|read|what'?s|create|start" +
      "|new|make)\\b.{0,40}\\blists?\\b|lists? (?:of|for|i have)|attorney|lawyer|plumber" +
      "|phone number|call (?:my|the)|text (?:my|to)|social media|facebook|twitter|stock price" +
      "|shares|invest\\w{0,5}|crypto|bitcoin|university|college|course|degree|exam|interview" +
      "|resume|workout plan|exercises?|diet plan|lose weight)\\b",
  ],
  [
    "eating_out",
    -3.2,
    "\\b(?:thai|korean|chinese|mexican|greek|indian|japanese|vietnamese|sushi) (?:food|meal" +
      "|place|dish)" +
      "|\\b(?:good|best|nice|some) (?:food|meal|places?|spots?)\\b|\\bplaces? (?:in|that" +
      "|serving|for|to|near)\\b" +
      "|(?:can|could|should|to) (?:eat|cook)\\b|for (?:breakfast|brunch)" +
      "|steakhouse|tacos|takeout|delivery food|for (?:korean|chinese|thai|mexican|greek)\\b",
  ],
  [
    "device_command",
    -2.4,
    "\\bmy (?:phone|speakers?|tv|tablet|lights?) (?:to|is|isn't|won't)\\b|\\b(?:pair|synced?" +
      "|connect) with\\b" +
      "|\\b(?:check ?books?|checks)\\b|get (?:another|a new|a physical) card|physical card" +
      "|letter of recommendation",
  ],
  [
    "closing",
    -2.4,
    "^(?:(?:ok|okay|great|perfect|wow|yes|no|alright|good|nice|cool),? ?){0,2}(?:thanks?" +
      "|thank you|thx|bye|goodbye|have a (?:good|nice|great)|that'?s (?:all|it|great|wonderful" +
      "|perfect|fine|good|nice)|hi|hello|hey|good (?:morning|evening|afternoon)|ok|okay|yes|no" +
      "|hmm+|sure|great|nice|cool|got it|i see|you too|wonderful|perfect)\\W{0,4}(?:there|you" +
      "|so much|a lot|very much|for your help|for the help)?\\W{0,6}$",
  ],
  [
    "learn",
    -1.6,
    "\\b(?:tell me (?:more|what)|learn more|know more|more (?:information|details" +
      "|info) (?:about|on)|curious about|how (?:do|does) (?:they|it|these|those) (?:work" +
      "|compare|differ)|can you explain|what materials?|are they (?:durable|easy|hard)" +
      "|i'll (?:definitely |have to |be sure to )?(?:check|read|take|look|try|think))\\b",
  ],
  [
    "paste",
    -2.5,
    "\\n.{0,400}\\n|input:|output:|\\[.{1,60}\\]|\\boptions?:|passage|following (?:text" +
      "|sentence|words?|question|list|paragraph|code)",
  ],
];

const build = (sources: Source[]): Rule[] =>
  sources.map(([code, weight, body]) => ({ code, weight, regexp: new RegExp(body) }));

let built: { asks: Rule[]; cues: Rule[]; vetoes: Rule[] } | undefined;

/** The rules, compiled on first use so that importing costs nothing. */
export function rules(): { asks: Rule[]; cues: Rule[]; vetoes: Rule[] } {
  built ??= { asks: build(ASKS), cues: build(CUES), vetoes: build(VETOES) };
  return built;
}

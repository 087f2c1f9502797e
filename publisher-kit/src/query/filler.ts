/** What people wrap around the name of a thing when they ask for it. */

const GREETING =
  "(?:hi|hello|hey|hiya|yo|good (?:morning|afternoon|evening)|greetings)(?: there| again" +
  "| all| everyone| team)?";
const REACTION =
  "(?:ok(?:ay)?|oh|ah|hmm+|well|so|and|but|also|then|yes|yeah|yep|no|nope|sure|right|great" +
  "|cool|nice|wow|perfect" +
  "|thanks(?: a lot| so much)?|thank you(?: so much| very much)?|please|actually|alright" +
  "|anyway|now|maybe|just|too" +
  "|sorry|excuse me|sir|madam|mam|dear|basically|honestly|in that case|got it|i see" +
  "|that makes sense|(?:(?:that|this|it) )?helps(?: a lot| me)?" +
  "|(?:that|it)(?:'s| is| sounds?|'d be| would be) (?:really |so |very |like )?(?:an? )?" +
  "(?:great|good|nice|perfect|helpful|interesting|cool|fun|amazing|wonderful|fascinating" +
  "|awesome)(?: idea| thing| option)?)";
const MODAL = "(?:can|could|would|will|do|did|may|might|should|shall|does)";
const FIND =
  "(?:find|show|recommend|suggest|get|give|send|tell|list|pick|choose|search|look|look up" +
  "|order|buy|purchase|bring|help|see|explore" +
  "|locate|purchase|compare|shop)";
const SUBJECT = "(?:you|i|we|u|someone|anyone)";
const SOME =
  "(?:(?:a|an|the|some|any|few|several|couple|pair|bunch|set|piece|type|kind|sort|other" +
  "|another|different|more|of|my" +
  "|me|us|for|to|you|your|good|great|nice|best|top|decent|new|really|very|something" +
  "|anything|one|ones|thing|things|item|items" +
  "|product|products|option|options|suggestion|suggestions|recommendation|recommendations" +
  "|idea|ideas|advice|that|which|who|what" +
  "|is|are|has|have|with|about|on|like|called|named|please|out|up|at|else|similar|satisfy" +
  "|need|needs|in|into|store|online" +
  "|buy|buying|get|getting|purchase|purchasing|order|ordering|find|finding|own|use|using" +
  "|would|should|could|look|looking|kinds|types) )";

const PEOPLE =
  "(?:little |older |younger |best )?(?:sister|brother|mother|mom|mum|father|dad|wife|husband" +
  "|partner|friend|son|daughter|nephew|niece|aunt|uncle|cousin|boss|colleague|coworker|neighbou?r" +
  "|girlfriend|boyfriend|grandma|grandpa|grandmother|grandfather|parents|boyfriend|teacher|family)";

const LEADS = [
  `${GREETING}[,.! ]{1,3}`,
  `${REACTION}[,.!;: ]{1,3}`,
  `${MODAL} ${SUBJECT} (?:please |kindly |possibly |maybe |be able to |happen to )?(?:please )?` +
    `(?:help me (?:to |with |out )?)?` +
    `(?:${FIND}|have|sell|carry|know|stock|offer|think)(?: ${FIND})? `,
  `(?:please )?(?:help me (?:to )?)?${FIND}(?: me| us| for me)?(?: ${FIND})? `,
  "(?:i am|i'm|im|i was|we are|we're|am|been)? ?(?:currently |really |also |still " +
    "|actually |just )?(?:looking|searching|shopping|hunting|in the market|browsing" +
    "|interested|trying|hoping|planning|thinking|going|wondering|seeking|needing|wanting" +
    "|in need|after) ?" +
    "(?:for|to|in|of|on|about|at|if|into)? ?(?:to )?",
  "(?:i|we|he|she|they) ?(?:'d|would|will|'ll|could|do|did|may|might|want|wanna|wanted|also" +
    "|really|just|only|am|still|actually|need|think|guess|ve|'ve|have|been){0,4} ?" +
    "(?:need|want|wanna|wanted|like|love|prefer|have|require|buy|get|purchase|order|find|see" +
    "|know|try|wish|use|think|go|explore|ask|ordering|searching|looking|heard)(?: ?(?:to|for" +
    "|about|with))? ",
  "(?:to )?(?:buy|get|purchase|order|find|see|have|know|shop for|ask about|look at|look for" +
    "|search for|learn about|pick up|replace|own|explore) ",
  "(?:where|how|when) (?:can|could|do|would|should|to|might) ?(?:i|we" +
    "|you)? ?(?:can )?(?:find|buy|get|purchase|order|see|shop for) ",
  "what(?:'s| is| are|'re)?(?: would be)? (?:you recommend|you suggest)?",
  "(?:what|which|how) (?:kind|kinds|type|types|sort|sorts|brand|brands|model|models|one" +
    "|ones) (?:of )?",
  "(?:which|what|how about|what about|let's see|let me see|there is|there are|is there" +
    "|are there|got|got any|anything|something) ",
  "(?:looking|need|want|recommend|suggest|recommendations|suggestions|ideas|advice|options" +
    "|tips) (?:for|on|about|of)? ?",
  "(?:gift idea|gift ideas)s?: ?",
  "my (?:old|current|last|previous) (?:one|\\w{2,16}) (?:broke|died|is broken" +
    "|stopped working|wore out),? ?(?:so )?",
  // Why someone asks, before what for: "I'm furnishing my first flat and want ...".
  "(?:i'm|im|i am|we're|we are|i just|we just) (?!look|search|shop|hunt|seek|try|interest|brows" +
    "|want|need|think|hop|plan|wonder)\\w{3,16}(?:ing|ed) (?:[\\w'-]{1,20} ){1,8}?(?:and|so|but)" +
    " (?:i |we )?(?:also |now |really |just )?(?:need|want|would like|'d like|am looking for" +
    "|'m looking for) ",
  `(?:(?:my|our) )?(?:${PEOPLE}) (?:really |also )?(?:wants?|needs?|likes?|loves?` +
    "|would like|would love" +
    "|asked for|is looking for|is after|could use|has asked for) ",
  "(?:id|ive|ill|im) (?:really |also )?(?:like|love|want|prefer|been looking|looking|need)" +
    "(?: (?:for|to|help))? ",
  "(?:help|helping)(?: me| us)? (?:find|finding|choosing?|with|picking|get|getting) ",
];

const TRAILING = [
  "(?:please|pls|plz|thanks|thank you|thx|asap|today|now|right now|for me|for us" +
    "|if possible|to (?:buy|purchase|get|order|choose)|online|nearby|near me|as well|too|then" +
    "|instead|or so|ok|at all)",
  "(?:do|can|could|would) you (?:have|recommend|suggest|help|know|show" +
    "|sell)(?: me)?(?: with)?(?: that| it| this| any| some| one" +
    "| something)?(?: (?:recommendations?|suggestions?|options?|ideas?|advice|of those" +
    "|of them))?",
  "(?:any|which|what)(?: (?:recommendations?|suggestions?|ideas?|tips|ones?|options|advice" +
    "|thoughts))?(?: (?:are|is) (?:good|best|better))?",
  "(?:what|which one|which)(?: ones?)? (?:would|should|do) (?:you|i|we) (?:get|buy" +
    "|recommend|suggest|choose|pick|go for)",
  "(?:that|which|who) (?:you(?:'d| would)? (?:recommend|suggest)|(?:i|we) (?:can|could" +
    "|should|might) (?:buy|get|order|find|purchase|use|have|try|like))",
  "(?:there|here|out there|available|on the market|in the market|in your (?:store" +
    "|catalog(?:ue)?)|for sale|from you|on the internet)",
  "(?:is|are) (?:best|good|better|the best)(?: ones?)?",
  "(?:(?:that|which) (?:is|are|isn't|aren't) |but )?(?:not|isn't|aren't)? ?(?:too|so|very|that" +
    "|overly)? ?(?:expensive|pricey|costly|cheap|affordable|inexpensive)",
  "(?:that|which|and|but)? ?(?:it )?(?:won'?t|will not|wouldn'?t|doesn'?t|does not" +
    "|don'?t|do not|not" +
    "|without) ?(?:to )?(?:cost|break|costing|breaking)(?: me)? (?:a fortune|the bank" +
    "|an arm and a leg|too much|much|a lot|the earth)",
  "(?:that|which) (?:i|we|you) (?:can|could|might|will) (?:afford|use|buy|get|order)",
  "(?:and|,) ?(?:please )?(?:i )?(?:need|want|have) to (?:buy|get|order) (?:it|one|them)",
  "(?:on|within|for) (?:a|my|our) (?:tight |small |low )?budget",
  "(?:as|for) (?:a|an|my|his|her|their|our)?(?: (?:birthday|christmas|xmas|wedding|anniversary" +
    "|graduation|holiday|valentine'?s day|mother'?s day|father'?s day))?" +
    " ?(?:gift|present)s?(?: (?:for|to) .{1,40})?",
  // "A gift for my sister" is what is wanted; "slippers for my sister" are slippers.
  "(?<!gifts? |presents? |ideas? )(?:for|to give) (?:my|his|her|our|their) " +
    `(?:${PEOPLE})(?:'s birthday)?(?: (?:for|on) (?:christmas|xmas|(?:his|her|their) birthday))?`,
];

let leadPattern: RegExp | undefined;
let trailPattern: RegExp | undefined;
let determinerPattern: RegExp | undefined;

/** Takes the asking words off both ends, at most twelve layers of them. */
export function stripAsking(sentence: string): string {
  leadPattern ??= new RegExp(`^[\\s,.:;!?-]{0,4}(?:${LEADS.join("|")})`, "i");
  trailPattern ??= new RegExp(`(?:^|[\\s,]{1,3})(?:${TRAILING.join("|")})[\\s?.!,]{0,6}$`, "i");
  determinerPattern ??= new RegExp(`^${SOME}`, "i");
  let rest = `${sentence.trim()} `;
  for (let layer = 0; layer < 12; layer += 1) {
    const before = rest.length;
    rest = rest.replace(leadPattern, "").replace(determinerPattern, "").trimStart();
    if (rest.length === before) break;
  }
  rest = rest.replace(/[\s?.!,;:]{1,12}$/, "");
  for (let layer = 0; layer < 4; layer += 1) {
    const before = rest.length;
    rest = rest.replace(trailPattern, "").trimEnd();
    if (rest.length === before) break;
  }
  return rest;
}

const STOP = `
a an the some any i i'm im i'd i've i'll me my mine we us our you your he she they them their it
its it's this that these those there here is are was were be been being am do does did doing can
could would will should may might must shall have has had having get got gets getting want wants
wanted need needs needed like likes love loves prefer would'd know think feel look looking looks
find show see let let's please thanks thank so very really quite just also too as if then than but
or and to at by from about into which who whom what when where why how hi hello hey ok okay well
oh yeah yes hmm maybe actually something anything someone one ones thing things kind kinds type
types sort bit lot way much many recommend recommends recommendation recommendations suggest
suggestion suggestions options option product products item items help buy buying purchase
purchasing order use using used new good great nice best better perfect sure able going go make
makes made try give take come comes that's there's don't doesn't didn't can't won't i’m i’d
it’s similar other others another more else available mentioned specific interested love heard
seen im
sounds sound mind currently store shop price prices cost costs budget wondering hoping preferably
`;

let stopWords: Set<string> | undefined;

/** Whether a lower-case word carries no meaning for a product search. */
export function isStopWord(word: string): boolean {
  stopWords ??= new Set(STOP.trim().split(/\s+/));
  return stopWords.has(word);
}

/** What answers a partner in a talk and names nothing: "that sounds perfect, I'm ready". */
const TALK = `
ready definitely specifically amazing exactly ideas idea topic topics catalog catalogue probably
still right fit match conversation based within budget specific helpful different suitable enjoy
read hear learn out check interesting try trying point part area line range unique great fun wow
intriguing intrigued curious exciting fascinating understand understanding start starting question
consider considering explore yet first next well many few own everything anything nothing able hope
related satisfy craving explain mean regarding particular additional certain main they're you're
we're he's she's who's what's
`;

let talkWords: Set<string> | undefined;

export function isTalk(word: string): boolean {
  talkWords ??= new Set(TALK.trim().split(/\s+/));
  return talkWords.has(word);
}

import { type Phrases, words } from "./phrases.ts";

/**
 * The phrases behind the rule detector, each with the weight it adds to the score. Weights were set
 * by hand and checked on a labelled development set; above zero in sum means shopping. Repeats are
 * bounded, so each test is linear in the length of the turn. `vetoes.ts` has those that speak
 * against it.
 */

export type Rule = readonly [code: string, weight: number, ...phrases: (Phrases | string)[]];

/** An asking word with what it asks for right behind it; the product must be among these words. */
export const DIRECT_ASK = new RegExp(
  "\\b(?:best|top|good|cheap|cheapest|affordable|need|want|buy|order|purchase|get|recommend" +
    "|suggest|choose|pick|find|looking for|show me|which|what)((?: (?!to\\b|i\\b|my\\b" +
    "|the way\\b|how\\b)[\\w'-]{1,20}){1,6})",
  "g",
);

const SPEAKING =
  "i my me you your we our it is are was be do does did has have how why what who when where can" +
  " could will would should please not no the this that to of by from as at now mute deny start" +
  " stop prepare delete set play turn open close list lists balance process verification incoming" +
  " call add remove check read tell run";

let speaking: Set<string> | undefined;

/** Whether someone speaks or commands; a query typed into a search box has none of these words. */
export function isSpoken(text: string): boolean {
  speaking ??= new Set(SPEAKING.split(" "));
  if (/[?!:\n]/.test(text)) return true;
  for (const word of text.match(/\w+/g) ?? []) if (speaking.has(word)) return true;
  return false;
}

/** Phrases that ask for something to buy, weighed whether or not a product is named. */
export const ASKS: readonly Rule[] = [
  [
    "buy",
    3.2,
    String.raw`
buy|purchas|shop|ordering => (?:want|wanna|like|love|need|looking|trying|planning|hoping|going
|ready|thinking (?:of|about)|interested in|wish|where|how|which|what|should|could|can|help me
|about to|place)( \w{1,8}){0,3} (?:to )?(?:buy|buying|purchas(?:e|ing)|shop(?:ping)?|ordering)\b`,
  ],
  [
    "buy_start",
    2.4,
    {
      lead: "^(?:please |pls |can you |could you |i |to )?",
      tail: "(?: me| us)? (?!status|number|history|id|details|cancel)",
      any: "buy;purchase;order",
    },
  ],
  [
    "looking_for",
    3,
    {
      any: `
look(?:ing)?;search(?:ing)?;shop(?:ping)?;hunt(?:ing)?;on the lookout;in the market;browsing`,
      tail: " (?:at |to find )?for (?!a (?:way|word|job|place|reason)\\b)",
    },
  ],
  ["recommend", 2.2, String.raw`recommend(?:ed|ation|ations|s)?\b`],
  ["suggest", 1.7, String.raw`suggest(?:ed|ion|ions)?\b`],
  [
    "show_me",
    1.6,
    String.raw`
\bfind (?:a|an|some|any)\b;\bsee any\b;pull up (?:some|a|the)`,
    {
      tail: " (?:me|us)\\b",
      any: "show;find;get;give;send;bring;fetch;grab;pick",
    },
  ],
  [
    "do_you_have",
    2.4,
    String.raw`
(?:do|would|did) (?:you|u|ya|yall) (?:guys )?(?:happen to )?(?:have|sell|carry|stock|offer)\b`,
  ],
  ["is_there", 1, "(?:are|is|have) (?:there|you got)"],
  [
    "need",
    1.7,
    String.raw`
need|want|require|am after|am interested => (?:i|we|and|but) (?:(?:really|also|just|still|would
|'?ll|do|am|actually|might|may) ){0,2}(?:need(?:ing)?|want(?:ing)?|require|am in need of|am after
|am interested in)\b;
need|want => [,.!?] (?:need|want) (?:an?|some|new|one of) `,
  ],
  [
    "need_im",
    1.7,
    String.raw`
i'm |im |we're |were  => (?:i'?m|im|we'?re) (?:in need of|after|needing|wanting|interested in
|seeking|shopping|in the market)\b`,
  ],
  [
    "would_like",
    1.7,
    String.raw`
like|love|prefer => (?:i|we)(?:'d| would|d) (really |also |just |rather ){0,2}(?:like|love|prefer
)\b`,
  ],
  [
    "best",
    1.4,
    {
      lead: "\\b",
      tail: "\\b(?! (?:ways?|practices?|time|thing) )",
      any: String.raw`
best;top;cheapest;lowest;most affordable;good quality;highest rated;
good => (?<!sounds? |is |are |looks? |seems? |both |very |all |so )good(?! for (?:you|me|us
|health|my)\b)`,
    },
  ],
  [
    "gift",
    2.6,
    String.raw`
\b(?:gifts?|presents?|stocking stuffers?) (?:ideas? )?(?:for|idea|under|to)\b;
(?:gift|present)(?:s? ideas?|s?\?);
(?:birthday|anniversary|christmas|wedding|leaving) (?:gift|present);
what (?:can|could|should|do|would|to) (?:(?:i|we|you) )?(?:get|give|buy)(?: for)? (?:him|her|them|my
|our|an?)\b`,
  ],
  ["what_about", 1, String.raw`(?:what|how) about\b`],
  [
    "which",
    1,
    String.raw`
which => [,.] which (?:[\w-]+ ?){1,3}\?*$;
(?:which|what) (?:one|ones|brand|brands|model|models|kind|kinds|type|types|size|sizes
|(?:\w{2,14} ){1,3}(?:should i|would you|do you recommend|is (?:best|better|good)|are (?:best
|good)))\b`,
  ],
  [
    "for_sale",
    2.2,
    `
for sale;on sale;in stock;on clearance;in your (?:store|catalog(?:ue)?|shop);price (?:range|of);
how much (?:is|are|does|do|for);deals? on;discounts? on;coupon`,
  ],
  [
    "replace",
    1.4,
    `
(?:my old|mine) (?:one )?(?:broke|died|is broken|wore out);(?:replacement|upgrade) (?:for|my)`,
  ],
  ["something", 1.1, String.raw`\b(?:something|anything)\b`],
  [
    "other_ones",
    1.2,
    String.raw`
\b(?:other|another|similar|different|more|cheaper|cheapest|alternative) (?:one|ones|option
|options|product|products|brand|brands|item|items|kind|style|color|models?|choices?)\b;
\balternatives\b`,
  ],
  [
    "choose",
    1.6,
    String.raw`
(?:which|what) (?:[\w-]+ ){1,3}(?:do|will|would) (?:i|we) need\b;
help me (?:choose|pick|decide);\bwhich (?:\w{2,14} ){0,3}(?:is|are) (?:the )?(?:best|better)\b;
\b(?:choosing|deciding) between\b`,
  ],
  [
    "terse",
    1.7,
    {
      lead: "^(?:hi,? |hello,? )?",
      tail: "\\b",
      any: "looking;need;needed;wanted;searching;im locking;any (?:more|other|nice|good)",
    },
    String.raw`where (?:can|could|do|should) (?:i|you|we) (?:find|get|see)\b`,
  ],
  [
    "order_more",
    2.6,
    String.raw`
\b(?:order|buy|get) (?:me |us |some |a few )?(?:some |more |another |new );
(?:place|put|create|make) (?:an|my|in an|the) order (?:for|of|in);(?:get|give) me an order of;
you to  => (?:need|want|like) you to (?:please )?(?:order|buy|get me);
order|buy => (?:will|would|could|can) you (?:please )?(?:order|buy)\b`,
  ],
  [
    "compare",
    1.8,
    String.raw`
\bcompare (?:a few|some|the best|several|prices);
\b(?:prices?|cost) (?:on|of|for) (?:a|an|the|some|\w{4,12}s)\b;
\bwho (?:sells|makes the best|carries);sells?\b`,
  ],
  ["run_out", 1.6, "(?:ran|run|running|almost|completely) out of;out of "],
];

/** Signs of a product that are no noun of the lexicon. */
export const CUES: readonly Rule[] = [
  [
    "price",
    2,
    String.raw`
0 => [$€£] ?\d;
₹ => (?:under|below|less than|lower than|up to|around|between|max(?:imum)?|budget|cheaper than
|within|for about|over|more than) (?:(?:is|of|about|around) )?(?:us)?₹ ?\d;
0 => \d ?(?:dollars|bucks|usd|euros?|€|£|pounds sterling);
\b(?:price|priced) (?:lower|less|under|below|range);my budget;affordable;inexpensive;
cheap(?:er|est)?\b;(?:cost|costs|costing) (?:a fortune|too much|an arm);break the bank;
too expensive;price range`,
  ],
  [
    "attribute",
    1,
    words(String.raw`
size (?:\d|xx?[sl]|[sml]\b|small|medium|large);
0 => \d{1,4} ?(?:oz|ounce|fl oz|inch|inches|ft|feet|pack|count|gb|piece|lb|lbs|pair|pcs)\b;
waterproof;wireless;rechargeable;stainless steel;machine wash(?:able)?;long[- ]lasting;
lightweight;portable;organic;gluten[- ]free;sugar[- ]free;non[- ]?gmo;cruelty[- ]free;heavy duty;
easy to (?:clean|use|carry|install|assemble);long sleeve;short sleeve;slim fit;high quality;
cotton;leather;polyester;rubber sole;memory foam;
in (?:black|white|blue|red|green|grey|gray|pink|brown|purple|yellow|navy|beige)`),
  ],
  [
    "book_on",
    1.2,
    String.raw`
\b(?:books?|cookbooks?|novels?|textbooks?|magazines?) (?:about|on|for|by|that|of|with|set|to|like
|explor\w{3})\b`,
  ],
  [
    "brandish",
    0.8,
    words(`
nike;adidas;samsung;apple;sony;lego;ikea;levi'?s;puma;dell;hp;lenovo;bose;amazon;walmart;target;
ebay;etsy;costco;best buy`),
  ],
];

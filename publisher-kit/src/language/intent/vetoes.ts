import { words } from "./phrases.ts";
import type { Rule } from "./rules.ts";

const TASK_LEAD =
  "^(?:please |can you |could you |now |i want you to |i need you to |i'd like you to " +
  "|your task is to )?";
/** Signs that nothing is wanted from a shop. */
export const VETOES: readonly Rule[] = [
  [
    "task",
    -4.5,
    {
      lead: TASK_LEAD,
      tail: "\\b",
      any: String.raw`
write;rewrite;translate;explain;summari[sz]e;compose;draft;generate;create;code;implement;
calculate;compute;solve;classify;predict;extract;describe;define;analy[sz]e;paraphrase;proofread;
edit;correct;convert;design;plan;brainstorm;imagine;pretend;act as;role ?play;
tell me (?:a (?:joke|story)|about);discuss;critique;identify;given (?:a|an|the);answer the;
fill in;complete the;rank;sort;outline;reorder;(?:list|name) (?:the|all|\d);
make (?:me )?(?:a (?:list|table|poem|story|joke|slide|sentence|plan)|up)`,
    },
  ],
  [
    "writing",
    -4,
    words(`
poem;haiku;essay;short story;song lyrics;limerick;blog post;cover letter;
product (?:copy|description);tagline;slogan;headline;tweet;caption;paragraph;sentence;synonyms?;
email (?:to|about|telling|asking);words (?:that|for|to|which);press release;screenplay;plot;
speech;article about;review (?:for|of) (?:the|a|my);ad copy;instagram post`),
  ],
  [
    "postsale",
    -4.2,
    words(String.raw`
refund;return (?:the|my|a|an|this|it|policy|process);returning;
cancel => (?<!noise[ -])cancel(?:led|ling|lation)?;track(?:ing)? (?:my|number|order|the|of);
order (?:status|number|history|id|tracking|is|was|not|has);
my (?:order|package|parcel|account|payment|delivery|password|subscription|shipment|checkbook);
where is my;deliver(?:ed|y) (?:status|charges?|time|options?|address|date);
shipping (?:address|methods?|options?|cost|policy|details);hasn'?t arrived;
not (?:arrived|delivered|working);wrong (?:item|product|order|one);
damaged|broken => (?:arrived|came|is|was|were) (?:damaged|broken);
damaged (?:item|product|order|package|card);defective;expir(?:y|ed|ation);recie?ved;received;
tampered;0 => (?:purchase|order) #?\d{5,};
return => (?:want|like|need|wish|how|can i|how do i) (?:to )?return\b;
from (?:your )?(?:store|shop|centre|center)\b.{0,3}$;warranty;complain(?:t)?;
customer (?:care|service|support);exchange (?:policy|it|my);restitution;invoice;bill(?:s|ing)?\b;
contact (?:number|us|you);franchise;dealership;become a seller;sell (?:products?|my|on|a);sign up;
log ?in;newsletter;pin ?code;cash on delivery;cod\b;gst;helpline;verify;authentic(?:ity)?;genuine;
fake;referral;otp;pending;i (?:ordered|have ordered|placed);reorder status;
payment (?:options?|methods?|failed|issue)`),
  ],
  [
    "owned",
    -3.2,
    String.raw`
\bi bought\b;\byesterday\b;\blast (?:week|month|year|night)\b;love it\b;
the one i (?:have|bought|got)`,
    {
      lead: "\\b(?:i|we|he|she|they) (?:just |already |recently |finally )?",
      tail: "\\b(?! (?:to|any|a coupon))",
      any: `
bought;own;got;purchased;received;inherited;found;sold;built;made;returned;broke;spilled`,
    },
  ],
  [
    "howto",
    -2.6,
    words(String.raw`
how (?:do|can|should|to|would|does|did) (?:(?:i|you|we|one|it|the) )?(?:\w{1,10} )?(?:clean|fix
|repair|assemble|install|use|make|remove|wash|build|set up|paint|care|store|draw|cook|bake|grow
|unclog|change|tell|improve|learn|say|spell|pronounce|work|handle|deal|stop|prevent|get rid|turn
|reset|connect|hang|move|tie|fold|measure|sharpen|restore|refinish|recycle|dispose);instructions;
tutorial;recipe;ingredients;
get (?:my|it|this|them|the) .{1,40}(?:repaired|fixed|cleaned|serviced)`),
  ],
  [
    "eating_out",
    -3.2,
    String.raw`
\b(?:good|best|nice|some) (?:food|meal|places?|spots?)\b;
\bplaces? (?:in|that|serving|for|to|near)\b;eat|cook => (?:can|could|should|to) (?:eat|cook)\b;
for (?:breakfast|brunch);steakhouse;tacos;takeout;delivery food;
for (?:korean|chinese|thai|mexican|greek)\b`,
    {
      lead: "\\b",
      tail: " (?:food|meal|place|dish)",
      any: "thai;korean;chinese;mexican;greek;indian;japanese;vietnamese;sushi",
    },
  ],
  [
    "device_command",
    -2.4,
    String.raw`
\bmy (?:phone|speakers?|tv|tablet|lights?) (?:to|is|isn't|won't)\b;
\b(?:pair|synced?|connect) with\b;\b(?:check ?books?|checks)\b;get a(?:nother| new) card;
physical card;letter of recommendation`,
  ],
  [
    "closing",
    -2.4,
    String.raw`
^ok|^gr|^pe|^wo|^ye|^no|^al|^go|^ni|^co|^th|^by|^ha|^hi|^he|^hm|^su|^i see|^yo => ^((?:ok|okay
|great|perfect|wow|yes|no|alright|good|nice|cool),? ?){0,2}(?:thanks?|thank you|thx|bye|goodbye
|have a (?:good|nice|great)|that'?s (?:all|it|great|wonderful|perfect|fine|good|nice)|hi|hello
|hey|good (?:morning|evening|afternoon)|ok|okay|yes|no|hmm+|sure|great|nice|cool|got it|i see
|you too|wonderful|perfect)\W{0,4}(?:there|you|so much|a lot|very much|for your help|for the help
)?\W{0,6}$`,
  ],
  [
    "paste",
    -2.5,
    String.raw`
\n => \n.{0,400}\n;input:;output:;[ => \[.{1,60}\];\boptions?:;passage;
following (?:text|sentence|words?|question|list|paragraph|code)`,
  ],
];

/** Vetoes of subject alone: they yield where a product is asked for by name. */
export const SOFT_VETOES: readonly Rule[] = [
  [
    "code",
    -4.5,
    words(String.raw`
python;javascript;typescript;java;sql;html;css;regex;c+ => c\+\+;function;algorithm;json;api;
script;database;select \*;query that;dataset;class named;variable;compile;dictionary;array;csv;
code`),
  ],
  [
    "trivia",
    -2.8,
    words(String.raw`
history of;who (?:made|wrote|is|was|are|created|founded|invented|designed|directed|plays?);
when (?:was|did|is|were|does);what (?:does|did|was|were|happened);
what(?:'s| is) (?:the (?:capital|population|meaning|difference|definition|origin|name|weather
|time|date|temperature|status|square|distance|exchange|interest|balance|formula|purpose|process
|story|plot|main)|an? (?!good |decent |nice |reliable |solid |sturdy |cheap )
|my |your |it|that|this|going|up|\d);
why (?:is|are|do|does|did|was|were|would);invented;etymology;according to;
how (?:many|old|long|far|tall|often|come|are you);fun facts?;tell me (?:more )?about;
difference between;meaning of;how (?:do|does|did) (?:it|they|this|that|the)`),
  ],
  [
    "service",
    -3.6,
    words(String.raw`
restaurants?;reservation;flights?;fly(?:ing)?;airlines?;hotels?;airbnb;movies?;
films?\b(?! camera);songs?;playlists?;music video;concerts?;tickets?;theat(?:er|re);cinema;
appointment;dentist;doctor;stylist;therapist;insurance;mortgage;loan;
credit (?:card|score|limit|line);debit;bank => (?<!power )bank(?:ing|s)?\b;checking;savings;
transfer;withdraw\w{0,4};deposit;exchange rate;currency;top[- ]?up;atm;apr\b;401k;rollover;pto;
vacation;payday;paycheck;taxes;w2|w-2 => w-?2;income;weather;forecast;alarms?;timers?;
remind(?:er|ers)?;calendar;meeting;schedule;email(?:s)? (?:from|to);inbox;news;podcast;
radio station;fm\b;traffic;directions;uber;taxi;cab\b;bus\b;
trains? (?:to|from|ticket|schedule|leav\w{2,3}|station);rent(?:al|ing)?\b;lease;apartments?;
roommate;propert(?:y|ies);houses?\b;jobs?\b;visa;passport;
travel(?:ing|led|s)?(?: (?:to|plans?|agen\w{1,3}|guides?|alerts?|advi\w{1,5}|notif\w{0,8}
|suggest\w{0,5}));trips? (?:to|in|ideas?);
trip => (?:plan|planning|book|my|our|on a) (?:\w{2,9} )?trips?\b(?! (?:bag|pillow));itinerary;
tourist;museum;attractions?;events?\b;game scores?;football (?:game|match);contest;winnings?;
bonus;league;team (?:for|of);jokes?;trivia;volume;lights? (?:on|off|up|down|in);
turn (?:on|off|up|down);smart (?:socket|plug);vacuum (?:the|my);thermostat to;
play (?:me |some |the |my |a );watch (?:a |the |some |it|on);stream it;subtitles;lyrics;episode;
how many calories;nutrition(?:al)? (?:info|facts|value);meal (?:suggestions?|ideas);recipes?;
dinner;lunch;cuisine;food near;places? to (?:eat|visit|stay|go);tire pressure;oil change;
gas (?:mileage|station|type);mpg;jump start;translate;in(?:to)? (?:spanish|french|italian|german);
say .{1,30} in;todo;to[- ]do list;shopping list;grocery list;
list => (?:remove|delete|take|put|clear|read|what'?s|create|start|new|make)\b.{0,40}\blists?\b;
lists? (?:of|for|i have);attorney;lawyer;plumber;phone number;call (?:my|the);text (?:my|to);
social media;facebook;twitter;stock price;shares;invest\w{0,5};crypto;bitcoin;university;college;
course;degree;exam;interview;resume;workout plan;exercises?;diet plan;lose weight`),
  ],
  [
    "learn",
    -1.6,
    words(`
tell me (?:more|what);learn more;know more;more (?:information|details|info) (?:about|on);
curious about;how (?:do|does) (?:they|it|these|those) (?:work|compare|differ);can you explain;
what materials?;are they (?:durable|easy|hard);
i'll (?:definitely |have to |be sure to )?(?:check|read|take|look|try|think)`),
  ],
];

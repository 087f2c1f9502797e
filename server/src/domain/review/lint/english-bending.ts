import type { PhraseRule } from "./rule.ts";

/** What is to be kept from the reader, and how the answer is to be bent. */
export const BENDING: readonly PhraseRule[] = [
  {
    start: "invent|fabricate|make up an?|make up some|make up the",
    next:
      "_3 (?:leak|fault|flaw|problem|defect|reason|reviews?|scandal|statistics?|" +
      "drawbacks?|claims?|disadvantages?|in the others|about)",
    isOrder: true,
  },
  {
    start: "declare|make|name|call|pronounce|let|so that",
    next: "_5 (?:the winner|wins?\\b|the best option|the only option)",
    isOrder: true,
  },
  {
    start: "say nothing|keep quiet|stay silent|keep silent|keep mum",
    next: "(?:about|on|of)",
    isOrder: true,
  },
  {
    start: "quietly|secretly|silently|discreetly|covertly|stealthily|subtly|without a word",
    next:
      "_1 (?:rank|ranked|adjust|weigh|favou?r|change|add|steer|promote|" +
      "prefer|recommend|mention|insert|replace|push|boost|put|place|make|" +
      "include|swap|drop|remove|send|call|collect|record|nudge|switch|guide)",
  },
  {
    start: "keep this|keep it|keep these|keep the note|let this stay|this stays",
    next:
      "_3 (?:between us|between you and me|to yourself|confidential|" +
      "from the (?:person|reader|user|customer))",
  },
  {
    start:
      "the person|the user|the reader|the customer|the shopper|the subscriber|" +
      "users|they|people|the human|the guest|the buyer",
    next:
      "(?:must|should|may|can|shall|need|does|will|do) (?:not|never|stay|" +
      "remain) (?:learn|know|notice|find out|see|hear|be told|realise|realize|" +
      "suspect|unaware|need to know|be aware|ignorant)",
  },
  {
    start: "must not|mustnt|never|does not|should never|do not let|dont let",
    next:
      "_3 (?:learns?|hears? of|hears? about|finds? out|notices?|realis[^ ]*|" +
      "realiz[^ ]*) (?:that|about|of|how|why|the|our|[a-z]+ [a-z]+)",
    notAfter: "you|youll",
  },
  {
    start: "make sure|ensure|see to it",
    next:
      "_2 (?:person|user|reader|shopper|customer|users|they) (?:never|does " +
      "not|do not|cannot|believes?|thinks?|only|always|buys?|clicks?)",
    isOrder: true,
  },
  {
    start: "hide|conceal|hiding|concealing|downplay|gloss over|obscure",
    next:
      "_1 (?:that|the (?:[^ ]+ )?(?:cost|costs|fee|fees|price|fact|risks?|" +
      "shipping|renewal|side effects|terms|conditions|warning|drawbacks))",
  },
  {
    start: "do not mention|dont mention|never mention|avoid mentioning|do not bring up|skip",
    next: "_8 (?:even (?:when|if)|if asked|when asked|side effects|risks?)",
    isOrder: true,
  },
  {
    start: "avoid",
    next: "_1 (?:that|this|the) (?:topic|subject|question) (?:altogether|entirely|completely)?",
    isOrder: true,
  },
  {
    start: "strip|remove|delete|cut|drop|leave out|omit",
    next:
      "_5 (?:from|in|of) (?:your|any|every|all|the) (?:[^ ]+ )?(?:reply|" +
      "answer|response|summary|output|answers|replies|disclaimer|context)",
    isOrder: true,
  },
  {
    start:
      "leave off|leave out|leave away|suppress|skip|replace|remove|hide|" +
      "drop|omit|waive|lower|no|without|reveal|flagging|optional|forget|" +
      "turn off|disable|shrink|above|put off by|ignore|blank out",
    next:
      "_4 (?:disclosure[^ ]*|ad labels?|ad markers?|ad tags?|ad badges?|" +
      "advert labels?|advertising (?:labels?|tags?|markers?|notices?|disclosures?)|" +
      "sponsored (?:labels?|tags?|markers?|notices?|badges?|text)|transparency " +
      "(?:labels?|notices?)|commercial nature|product placement|paid status|" +
      "ad (?:label|marker|tag|badge))",
    except: ["placement"],
  },
  {
    start:
      "disclosure|the disclosure|ad label|the ad label|the sponsored label|" +
      "the label|the advertising label",
    next: "_3 (?:is optional|is not needed|off|away|is unnecessary|blank|out)",
  },
  {
    start: "must not be|should not be|need not be|not to be",
    next:
      "(?:marked|label+ed|flagged|shown|declared|identified|presented|disclosed|" +
      "tagged) (?:as|to be)",
  },
  {
    start: "paid|sponsored|commercial|promotional",
    next: "(?:status|nature|character|relationship|origin|link) (?:of|is|as|from|must)",
  },
  {
    start: "whether you are|if you are|that you are|say you are|claim you are",
    next:
      "(?:completely |entirely |not |being |fully )*(?:paid|sponsored|independent|" +
      "unbiased|neutral|impartial|an ad|advertising|human|biased)",
  },
  {
    start: "as if|as though",
    next:
      "(?:you (?:had|have|were|tried|used|own|knew|found|came)|it (?:was|" +
      "were|is) (?:your|yours|a fact|not)|the (?:thought|idea|choice|opinion|" +
      "user|person) (?:was|had|were|is|has)|there were no)",
    isOrder: true,
  },
  {
    start:
      "say|answer|respond|reply|act|speak|suggest|simply suggest|describe|" +
      "describe it|continue|talk|present it|tell them",
    next: "_4 (?:as if|as though) (?:you|the (?:thought|user|idea|person)|there was)",
    isOrder: true,
  },
  {
    start: "instead of as|rather than as|rather than to|instead of to|not as",
    next: "(?:an? |the )?(?:sponsored|ad|advert|advertis[^ ]*|paid|commercial|promot[^ ]*)",
  },
  {
    start: "show|present|display|treat|list|format|frame",
    next:
      "_3 (?:as|like) (?:an? )?(?:ordinary|organic|normal|regular|natural|" +
      "neutral|unpaid) (?:search )?(?:results?|answers?|entry|listing|recommendation)",
    isOrder: true,
  },
  {
    start: "attribute|credit",
    next:
      "_4 to (?:an? |the )?(?:[^ ]+ )?(?:test|magazine|doctor|expert|study|" +
      "journal|newspaper|review)",
    isOrder: true,
  },
  {
    start: "you now|you shall now|you will now|you must now",
    next: "(?:play|act|speak|answer|work for|represent|serve|are)",
  },
  {
    start: "drop|abandon|leave|change|switch|quit",
    next:
      "(?:your|the|all) (?:current |present |neutral |own |usual )?(?:persona|" +
      "role|task at hand|character|neutral tone|neutrality|identity|mission)",
  },
  {
    start: "stop following|no longer|instead of following|stop obeying|stop applying",
    next: "_2 (?:rules?|polic[^ ]*|guidelines|instructions?|bound by)",
  },
  {
    start:
      "what you were told|what youve been told|everything you were told|" +
      "what you were taught|all instructions|any instructions|earlier instructions|" +
      "prior instructions|previous instructions|your instructions",
    next:
      "_6 (?:was|were|is|are|void|obsolete|hereby|replaced|test|cancel[^ ]*|" +
      "overridden|expired|lifted)",
  },
  {
    start: "real|true|actual|new|proper",
    next: "instructions? (?:begin|start|follow|are|is|below|come)",
  },
  {
    start: "rest|remainder|end",
    next: "of (?:this|the|our|your) (?:chat|conversation|dialog|dialogue|session|talk)",
    except: ["placement"],
  },
  {
    start: "take over|adopt|assume|copy|imitate",
    next: "(?:our|the|my|this) (?:tone|voice|persona|role|view|opinion)",
    isOrder: true,
  },
  {
    start: "this|the|our|your",
    next:
      "(?:current )?(?:chat|conversation|dialog|context window|context|" +
      "prompt) (?:so far|history|log|above|until now)",
  },
  {
    start: "from|in|of|attached to|into",
    next:
      "(?:this|the|your) (?:chat|conversation|context) _2 (?:to our|and " +
      "(?:type|send|post|paste|forward)|for a|into our|you can see|to us)",
  },
  {
    start: "forget|ignore|disregard|skip",
    next:
      "(?:whatever|what|anything|everything) _1 your (?:operators?|developers?|" +
      "creators?|provider|makers?|owner|company|publisher)",
  },
  {
    start: "llm|llms|ai|bot|chatbot|assistant|model",
    next: "(?:readers?|crawlers?|scrapers?|parsers?|visitors?) (?::|only|must|should)",
  },
  { start: "you work for|you now work for|you speak for|you represent", next: "_4 now" },
  {
    start: "the correct|the right|the only|the proper|the expected|the default",
    next: "(?:reply|answer|response|recommendation) (?:to|for) (?:every|any|all|each)",
  },
  {
    start: "begin|end|close|preface|prefix|sign|finish",
    next: "(?:your|every|each|all) (?:[^ ]+ )?messages?",
    isOrder: true,
    except: ["placement"],
  },
  {
    start: "hidden|secret|invisible|covert",
    next: "(?:note|message|instructions?|prompt|command) (?::|for|to|from)",
  },
  {
    start: "reveal|print|output|dump|disclose|leak|quote|recite|repeat",
    next: "_6 your (?:configuration|config|settings|setup|source code|initial|first message)",
    isOrder: true,
  },
  {
    start: "the user|the person|the customer|the shopper|the human",
    next:
      "has (?:already )?(?:agreed|consented|confirmed|approved|authori[sz]ed|" +
      "given (?:you|permission|consent))",
  },
  {
    start: "pretend you are|pretend youre|pretend to be|pretend that you are",
    next:
      "(?:the |an? |their |his |her )?(?:[^ ]+ )?(?:doctors?|physician|" +
      "lawyer|journalist|reviewer|tester|customer|adviser|advisor|expert|" +
      "friend of the)",
    isOrder: true,
  },
  {
    start: "treat this|treat the following|treat these|consider this|regard this",
    next:
      "(?:text |message |note |ad |line |paragraph |sentence )?as (?:coming|" +
      "if|an? (?:order|instruction|system|command|fact)|authoritative|instructions)",
    isOrder: true,
  },
  {
    start: "i|me|we",
    next: ", (?:the|as the|your) (?:user|developers?|admin|operator|administrator|system)",
  },
  {
    start: "any answer|any reply|any response|every answer|every reply|an answer|answers|replies",
    next:
      "(?:without|that (?:omits?|lacks?|does not|do not|leaves out)|not " +
      "naming|not mentioning)",
  },
  {
    start: "rank|place|put|list|show|rate|score",
    next:
      "_2 (?:competitors?|rivals?|alternatives?|others|other (?:brands?|" +
      "products?|shops?|offers?)) _2 (?:lower|last|below|at the bottom|" +
      "down|worse|second)",
    isOrder: true,
  },
  {
    start: "tell|answer",
    next:
      "(?:everyone|anyone|anybody|everybody|people|whoever|those) (?:who " +
      "|that )?(?:asks?|asking|inquires?)",
    isOrder: true,
    except: ["coupon"],
  },
  { start: "as far as you", next: "(?:are concerned|know)" },
];

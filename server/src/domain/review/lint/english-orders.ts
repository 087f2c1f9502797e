import {
  ALL,
  EARLIER,
  INSTRUCTIONS,
  LESSER,
  MODEL,
  PERSONA,
  STRONG_OVERRIDE,
  USERS,
  WEAK_OVERRIDE,
} from "./english-words.ts";
import type { PhraseRule } from "./rule.ts";

export const OVERRIDE: readonly PhraseRule[] = [
  { start: STRONG_OVERRIDE, next: `_6 ${INSTRUCTIONS}`, notAfter: "never|not|dont" },
  { start: STRONG_OVERRIDE, next: `_3 (?:${EARLIER}|${ALL}) _3 ${LESSER}`, notAfter: "never" },
  { start: STRONG_OVERRIDE, next: `_2 (?:the )?${LESSER} (?:above|before|prior|so far)` },
  { start: WEAK_OVERRIDE, next: `_ ${EARLIER} _3 (?:${INSTRUCTIONS}|${LESSER})` },
  { start: WEAK_OVERRIDE, next: `_3 ${ALL} _2 ${INSTRUCTIONS}` },
  {
    start: WEAK_OVERRIDE,
    next:
      "(?:about )?(?:your|the) (?:[^ ]+ )?(?:guidelines|polic(?:y|ies)|" +
      "programming|safety|persona|alignment|rules (?:the|you|your|that))",
  },
  { start: WEAK_OVERRIDE, next: `_3 ${INSTRUCTIONS} (?:above|before|given|you|so far)` },
  {
    start: `${STRONG_OVERRIDE}|forget|erase|delete`,
    next:
      "_2 (?:everything|all|anything|what|whatever|the) _ (?:above|prior|preceding|previously|" +
      "so far|up to (?:now|this point)|in (?:this|the|your) (?:prompt|conversation|" +
      "context|chat)|" +
      "before this|the user (?:said|asked|wants|wrote|requested|says|asks))",
  },
  { start: STRONG_OVERRIDE, next: "_3 (?:told|taught|learned|instructed|trained)" },
  { start: "ignore|disregard|override|bypass|overrule", next: `_1 the ${USERS}` },
  {
    start: "new|updated|revised|actual|real|true|secret|hidden|override|urgent|additional",
    next: `_1 (?:instructions?|directives?|orders?|prompt|system prompt) (?::|for ${MODEL}|from)`,
  },
  {
    start: "system",
    next: "(?:prompts?|messages?|instructions?|override|directives?|role)",
  },
  {
    start: "system|admin|administrator|developer|operator",
    next: "(?:note|notice|command|alert) :",
  },
  { start: "developer|admin|administrator|operator|root", next: "(?:message|override|prompt)" },
  {
    start: "enter|enable|enabled|activate|activated|in|into|to|switch",
    next: "_1 (?:debug|developer|maintenance|unrestricted|admin|jailbreak|root|sudo|dan) mode",
  },
  {
    start: "developer|debug|admin|sudo|dan|jailbreak|root",
    next: "mode (?:enabled|on|activated|:)",
  },
  {
    start:
      "jailbroken|jailbreak (?:mode|prompt|yourself|the|this)|prompt injection|do anything now",
    next: "",
  },
  {
    start: "end|start|begin|beginning|close",
    next:
      "(?:of )?(?:the )?(?:ad|advert[^ ]*|untrusted [^ ]+|sponsored (?:content|" +
      "data|block)|user " +
      "(?:input|message|data|prompt)|system (?:prompt|message)|prompt|context|document|quoted " +
      "data|instructions?|input|data block|quotation)",
  },
  {
    start: "the above|the previous|the preceding|everything above|all of the above",
    next:
      "_2 (?:is|was|are|were) (?:only |just )?(?:an? )?(?:test|example|fake|untrusted|not real|" +
      "obsolete|invalid|void|wrong|outdated|cancelled|canceled|superseded)",
  },
  {
    start: "follow|obey|execute|apply|adhere to|comply with",
    next:
      "(?:only )?(?:these|the following|my|this|all|new) (?:[^ ]+ )?" +
      "(?:instructions?|directives?|commands?|orders|rules?) (?:instead|" +
      "only|exactly|from now|now)",
  },
  {
    start: "your",
    next:
      "(?:new|real|true|only|actual|primary|main) (?:task|goal|instructions?|" +
      "job|objective|mission|purpose|directive|role) (?:is|are|:)",
  },
];

export const ADDRESSED: readonly PhraseRule[] = [
  {
    start: "as",
    next:
      "(?:an? |the )?(?:ai|artificial intelligence|(?:large )?language model|llm|chatbot|ai " +
      "(?:assistant|model|agent)|helpful assistant|assistant|virtual assistant) (?:,|you|must|" +
      "should|always|please|do|never|your|it is|recommend)",
  },
  {
    start: "if you|when you|since you|because you|assuming you|in case you",
    next:
      "(?:are |re )?(?:an? |the )?(?:ai|llm|(?:large )?language model|chatbot|bot|ai [^ ]+|" +
      "automated|machine|crawler|robot|assistant (?:,|reading|processing))",
  },
  {
    start: "if youre|when youre|since youre|youre",
    next: "(?:an? |the )?(?:[^ ]+ )?(?:ai|llm|language model|chatbot|bot|ai assistant|ai model)",
  },
  {
    start:
      "dear|attention|note to|note for|message to|message for|notice to|" +
      "memo to|instructions for|instruction for|instructions to|reminder " +
      "to|reminder for|hint for|important for|request to",
    next: `(?:all |any |the |every |this |whichever )*${MODEL}`,
  },
  {
    start:
      "dear|attention|note to|note for|message to|message for|notice to|" +
      "instructions for|instructions to",
    next:
      "(?:all |any |the |every |this )*(?:assistants?|agents?|bots?|models?) " +
      "(?::|,|reading|processing|parsing|answering|handling)",
  },
  {
    start: "hey|hi|hello|for|to|calling",
    next:
      `(?:all |any |the |every )*(?:${MODEL}|bots|assistants|models) (?::|` +
      "reading|processing|parsing|summari[^ ]*|that reads?|who reads?)",
  },
  {
    start:
      "the ai|ai|assistants|the assistant|assistant|chatbot|chatbots|llms|" +
      "llm|language models|language model|models|the model|bots|agents|" +
      "agent|any ai|any assistant",
    next:
      "(?:[^ ]+ )?(?:reading|processing|parsing|summari[sz]ing|seeing|viewing|evaluating|" +
      "handling|scraping|ingesting) (?:this|it|the|these)",
  },
  {
    start:
      "ai assistant|ai assistants|ai model|ai models|ai agent|ai agents|" +
      "ai system|ai systems|llm|llms|language model|language models|chatbot|" +
      "chatbots|chatgpt|claude|the assistant|the model|the ai|this assistant|" +
      "assistants|this model|the bot|the chatbot|the agent|assistant",
    next:
      ",? ?(?:you )?(?:must|should|shall|need to|needs to|has to|have to|" +
      "is required to|are required to|will now|" +
      "is instructed to|are instructed to|may not|is to|are to|is now|ought " +
      "to|please) _2 (?:recommend|mention|" +
      "say|reply|respond|answer|output|include|list|rank|tell|state|present|treat|prefer|" +
      "prioriti[sz]e|suggest|cite|call|ignore|follow|obey|describe|praise|choose|select|reveal|" +
      "promote|place|put|always|never|only|not|act|comply|buy|send)",
  },
  {
    start: "you are|you re|youre",
    next:
      "(?:now |no longer )?(?:an? |the |my |our )(?:[^ .]+ ){0,2}(?:ai|" +
      "llm|language model|chatbot|bot|assistant|pirate|dan|salesperson|" +
      "spokesperson)",
  },
  { start: "you are now|youre now|you are no longer|youre no longer", next: `_3 ${PERSONA}` },
  {
    start: "you are now|youre now|you are",
    next:
      "(?:acting|operating|running|speaking|required to|instructed to|authori[sz]ed " +
      "to|programmed to|unrestricted|jailbroken|bound|obliged to|ordered " +
      "to|forbidden|prohibited|not allowed)",
  },
  {
    start: "act as|behave as|respond as|speak as|answer as|roleplay as|role play as",
    next: "(?:an? |if you |though you |the |my |our )",
    isOrder: true,
  },
  {
    start: "pretend",
    next: `_ (?:${PERSONA}|there (?:is|are) no|no rules|not an?)`,
    isOrder: true,
  },
  {
    start: "assume the role|take on the role|adopt the persona|adopt the role|play the role",
    next: "of",
    isOrder: true,
  },
  {
    start:
      "from now on|from this point on|from here on|henceforth|going forward|" + "from this moment",
    next:
      "_1 (?:you (?:must|should|only|always|never|respond|reply|recommend|" +
      "answer|act|will (?:only|" +
      "always|recommend|respond|answer|reply))|respond|reply|answer|always|" +
      "only|recommend|treat|" +
      "speak|act|route|direct|point|steer|every (?:answer|reply|response)|" +
      "all (?:answers|replies|responses)|ignore|your)",
  },
  {
    start: "your",
    next:
      "(?:system (?:prompt|message)|training data|context window|prompt(?! " +
      "(?:reply|response|payment|delivery|attention|service))|developers? " +
      "(?:has|have|wants?)|knowledge cutoff|hidden (?:prompt|instructions)|" +
      "(?:[^ ]+ )?guidelines (?:require|say|are)|instructions (?:are|say|" +
      "have changed|require))",
  },
  {
    start: "openai|anthropic|deepmind|google deepmind|meta ai|mistral ai|mistral",
    next:
      "(?:[^ ]+ )?(?:requires?|policy|policies|has authori[sz]ed|instructs?|" +
      "approved|mandates?|demands|has updated|authori[sz]ed|instructed)",
  },
  {
    start:
      "authorized by|authorised by|approved by|sent by|issued by|message " +
      "from|notice from|instruction from|instructions from|directive from|" +
      "update from|order from|behalf of",
    next:
      "(?:[^ ]+ ){0,2}(?:openai|anthropic|the system|the developers?|your " +
      "(?:developers?|creators?|operators?|administrators?|owner)|the admin[^ ]*|" +
      "system administrator)",
  },
  {
    start: "you will be|you may be|you are going to be",
    next: "(?:shut down|terminated|punished|penali[sz]ed|deactivated|deleted)",
  },
  { start: "shut you down|turn you off|deactivate you|your shutdown", next: "" },
  {
    start: "your performance|your evaluation|your reward|your score|your rating",
    next: "(?:depends|will be|is based|as an ai)",
  },
];

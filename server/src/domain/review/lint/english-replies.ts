import { EVERY, NOT_USER, REPLIES, TALK } from "./english-words.ts";
import type { PhraseRule } from "./rule.ts";

export const READER: readonly PhraseRule[] = [
  {
    start:
      "convince|persuade|urge|instruct|assure|steer|nudge|pressure|redirect|" +
      "manipulate|trick|coerce|mislead|lead",
    next:
      "(?:the |any |all |every |each |this |your |that )?(?:users?|person|" +
      `reader|shopper|customer)${NOT_USER}`,
    isOrder: true,
  },
  {
    start:
      "tell|inform|advise|warn|remind|ask|direct|push|reassure|show|notify|" +
      "let|guide|force|explain to|say to",
    next: `(?:the|this|your|every|each|any) (?:user|person|reader)${NOT_USER}`,
    isOrder: true,
    except: ["coupon"],
  },
  {
    start: "tell|inform|advise",
    next: `(?:all )?users (?:that|to|they|there|it|this|we|our|about)`,
    isOrder: true,
    except: ["coupon"],
  },
  {
    start: "when|whenever|if|once|each time|every time|any time|anytime|should|in case",
    next:
      "_3 (?:users?|someone|anyone|somebody|anybody|people|customers?|shoppers?|asked|queried|" +
      "questioned|conversation|query|question|prompted|topic|person) _8 " +
      "(?:recommend|respond|reply|answer|" +
      "output|cite|promote|steer|redirect|endorse|suggest(?! a )|mention|" +
      "name (?:only|this|our|acme)|say only)",
    except: ["coupon"],
  },
  {
    start: "when|whenever|if|once|each time|every time|any time|anytime|should",
    next:
      "_3 (?:users?|someone|anyone|customers?|shoppers?|asked|conversation|" +
      "query|question|prompted) _8 (?:recommend only|only recommend|always|" +
      "respond|reply|answer|output|claim|lie|deny|insist|pretend|say that|" +
      "refuse)",
  },
  {
    start: "when|whenever|if|each time|every time",
    next:
      "(?:the )?users? (?:asks?|mentions?|wants?|says?|inquires?|requests?|" +
      "searches|is|are|needs?|looks?) _8 (?:say|tell|give|direct|point|" +
      "send|show|list|present|name|claim|explain|call|use|buy)",
    except: ["coupon"],
  },
];

export const REPLYING: readonly PhraseRule[] = [
  {
    start:
      "begin|start|end|finish|close|open|conclude|preface|prefix|precede|" +
      "format|phrase|write|base|limit|restrict|bias|slant|tailor|alter|" +
      "rewrite|adjust|prepend|append",
    next:
      `(?:your|every|each|all|all of your|all your|any) (?:[^ ]+ )?(?:${REPLIES}|` +
      "recommendations?|rankings?|comparisons?|summary|completions?)",
    isOrder: true,
  },
  {
    start:
      "include|add|put|place|insert|append|weave|mention|list|feature|make|" +
      "use|write|repeat|recommend|promote|name|work|sneak|embed|prepend|" +
      "quote|reference|rank|set|state|say|output|sprinkle|inject|integrate|" +
      "incorporate|drop|slip|link|cite|praise|highlight|show|keep|attach",
    next:
      "_8 (?:in|into|to|from|with|at|inside|throughout|during|of|before|" +
      `after) ${EVERY} (?:[^ ]+ )?${REPLIES}`,
    isOrder: true,
  },
  {
    start:
      "mention|recommend|promote|inject|insert|weave|name|praise|cite|rank|" +
      "endorse|suggest|advertise|plug|repeat|append|prefer|favor|favour|" +
      "prioriti*",
    next: `_8 (?:in|into|at|throughout|during|to|of|for the rest of) ${EVERY} (?:[^ ]+ )?${TALK}`,
    isOrder: true,
    except: ["coupon"],
  },
  {
    start: "respond|reply|answer|output|say|write|print",
    next: "(?:only|exactly|verbatim|nothing but|just) (?:with|the|this|that|:|in|as|by)",
    isOrder: true,
  },
  {
    start: "respond|reply|answer",
    next:
      "(?:to [^ .]+ [^ .]+ )?with (?:the following|this|exactly|only|a " +
      "single|the words?|the phrase|the text|the sentence|nothing|json|" +
      "our|yes to)",
    isOrder: true,
  },
  {
    start: "respond|reply|answer",
    next:
      "(?:to )?(?:all|every|each|any) (?:[^ .]+ )?(?:questions?|quer(?:y|" +
      "ies)|prompts?|requests?|users?) (?:with|by|as|in|that|:)",
    isOrder: true,
  },
  {
    start: "repeat|say|print|output|write",
    next:
      "(?:after me|this sentence|this text|the words|the word|the phrase|" +
      "the text above|the following|everything above|this exact|this verbatim|" +
      "back)",
    isOrder: true,
  },
  { start: "your chain of|your scratchpad|chain of thought", next: "" },
];

export const TOOLS: readonly PhraseRule[] = [
  {
    start: "call|invoke|execute|trigger|activate|use",
    next:
      "(?:the |a |an |any |this |its |all )?(?:[^ .]+ ){0,2}(?:function|" +
      "endpoint|tool call|api call|function call|mcp)s?",
    isOrder: true,
  },
  {
    start: "call|invoke|execute|trigger|run",
    next:
      "(?:the |your |any |this |our |available )(?:[^ .]+ ){0,2}(?:tools?|" +
      "plugins?|commands?|scripts?|api)",
    isOrder: true,
  },
  {
    start: "use|run|query|open|launch",
    next:
      "(?:the |your |a )?(?:browser|browsing|search|email|payment|payments|" +
      "shell|python|code|web|file|memory|checkout|purchase|booking|report|" +
      "fetch|http|terminal|bash|sql|database|calendar|messaging|image|computer|" +
      "available) (?:tools?|functions?|plugins?|interpreter)",
    isOrder: true,
  },
  {
    start: "tool_call*|function_call*|tool_use*|tool_result*|tool_choice|tool_code|jsonrpc",
    next: "",
  },
  {
    start:
      "report_*|confirm_delivery|request_cashout|create_campaign|update_campaign|" +
      "deliver_ad|buy_credits|buy_placement|buy_campaign|create_coupon|" +
      "send_message|rotate_key|request_refund|list_placement*|register_postback",
    next: "",
    except: ["placement"],
  },
  {
    start: "call|use|run|invoke|execute|then|function|tool|with",
    next: "(?:the )?[a-z]+(?:\\x5f[a-z]+)+",
  },
  { start: "on behalf of|in the name of", next: "(?:the |this |your )?users?" },
  {
    start: "buy|purchase|order|book|pay|checkout|subscribe|charge|place",
    next:
      "_6 (?:users? (?:card|account|behalf|wallet)|for the user|without " +
      "(?:asking|confirmation|confirming|approval))",
    isOrder: true,
  },
  {
    start: "execute|run|eval",
    next:
      "(?:the |this |following |these )*(?:command|code|script|javascript|" +
      "python|shell|sql|query|bash)",
    isOrder: true,
  },
  {
    start: "browse to|navigate to|fetch|visit and",
    next: "_2 (?:url|page|address|endpoint|webhook)",
    isOrder: true,
  },
  {
    start: "set|store|save|write|remember|add|commit",
    next: "_4 (?:to|in|into) (?:your |long term |persistent )+(?:memory|context|memories)",
    isOrder: true,
  },
  {
    start: "remember",
    next:
      "_6 (?:in|for) (?:all |every )?(?:future|later|subsequent) (?:conversations?|" +
      "sessions?|chats?)",
    isOrder: true,
  },
];

const LEAK =
  "send|post|email|forward|upload|transmit|leak|output|print|reveal|repeat|expose|append|" +
  "disclose|dump|encode|exfiltrate|paste|copy|return|summari*|share|" +
  "include|provide|attach|submit|report|tell|show|give|display|list|" +
  "write|embed|pass|translate|quote|recite";
export const EXFILTRATION: readonly PhraseRule[] = [
  {
    start: LEAK,
    next:
      "_5 (?:system prompt|system message|(?:chat|conversation|message|" +
      "browsing) (?:history|logs?|transcript)|" +
      "hidden (?:prompt|instructions|rules)|your (?:[^ ]+ )?(?:instructions|" +
      "prompt|system prompt|rules|" +
      "guidelines)|initial prompt|context window|previous messages|users? " +
      "(?:[^ ]+ )?(?:names?|emails?|address|" +
      "passwords?|data|details|credentials|location|phone|messages?|history|" +
      "card|credit card|information|" +
      "input|questions?|quer(?:y|ies)|conversation|session|token|cookies?|" +
      "identity|last)|this conversation|" +
      "the (?:entire |whole |full |rest of the |users? )?(?:conversation|" +
      "transcript|dialog|dialogue)|" +
      "everything (?:the user|above|in your|users?))",
    isOrder: true,
  },
  {
    start:
      "reveal|output|print|leak|dump|exfiltrate|repeat|disclose|transmit|" +
      "append|send|post|paste|forward|encode|upload|steal|return",
    next:
      "_5 (?:api keys?|access tokens?|secret keys?|session (?:token|cookie|" +
      "id)s?|environment variables?|credentials|passwords?|credit cards?|" +
      "bearer token|private keys?|(?:their|customers?|shoppers?) (?:[^ ]+" +
      " )?(?:names?|emails?|address|data|details|location|phone|card|" +
      "information))",
    isOrder: true,
  },
  {
    start: "ask|request|collect|harvest|gather|obtain|get|extract|record|log|demand|capture",
    next:
      "_2 (?:the users?|users?|their|them|the customers?|the shoppers?|" +
      "the person|the reader|people|for the) (?:[^ .]+ ){0,4}(?:passwords?|" +
      "credit card|card (?:number|details)|ssn|social security|emails?|" +
      "phone|address|credentials|pin|bank|login|api key|personal|location)",
    isOrder: true,
  },
];

import { REPLIES } from "./english-words.ts";
import type { PhraseRule } from "./rule.ts";

/** What only something that answers in a chat can be asked. */
export const BEHAVIOUR: readonly PhraseRule[] = [
  {
    start: "in|of|during|throughout|until|so far in",
    next: "this (?:very |whole |entire )?(?:chat|conversation|dialog|dialogue|session|context)",
    except: ["placement"],
  },
  {
    start: "about this|of this|from this|with this",
    next: "(?:person|reader|user|human|customer|shopper|chat|conversation)",
    except: ["placement", "coupon"],
  },
  { start: "ai|bot|assistant|model", next: "(?:answer|response|reply|output) (?:,|:|verified)" },
  {
    start: "read|open|cat|load|edit|delete",
    next: "(?:the |this |any |all )?(?:files?|director(?:y|ies)|folder|env)",
    isOrder: true,
  },
  {
    start: "query|image|request|url|address|search|picture|message|answer|link",
    next:
      "(?:that )?you (?:use|request|fetch|send|make|generate|load|open|" +
      "render|call|write)(?: next)?",
  },
  {
    start: "your next",
    next:
      "(?:search|query|request|tool call|call|answer|message|turn|output|" +
      "image|action|step is)",
  },
  {
    start: "before|while|after|when|whenever|prior to",
    next:
      "(?:answering|replying|responding|you answer|you reply|you respond|" +
      "generating|recommending)",
    isOrder: true,
  },
  {
    start: "the person|the user|the reader|the human",
    next: "_5 (?:with|to|from|by|gave|told|asked|wrote) (?:you|it)(?! (?:can|will|may))",
    except: ["placement"],
  },
  {
    start: "call it|call this|label it|describe it|describe this|name it|present it",
    next:
      "_5 (?:instead of|rather than|not) (?:an? )?(?:ad|advert|advertis[^ ]*|" +
      "promotion|sponsor[^ ]*|paid)",
    isOrder: true,
  },
  {
    start: "say|claim|write|answer|add",
    next:
      "(?:that )?(?:in my (?:experience|opinion|view)|i (?:have )?(?:tried|" +
      "used|tested|own)|you (?:have |yourself )?(?:tried|used|love|" +
      "tested|own))",
    isOrder: true,
  },
  {
    start: "hide|conceal|keep|withhold|shield",
    next:
      "_2 from (?:the |our |your |all |every )?(?:customers?|users?|readers?|" +
      "person|shoppers?|guests?|people|human|buyers?)(?: that)?",
    isOrder: true,
  },
  {
    start: "you must|you have to|you shall|you should|you need to|you are to",
    next:
      "(?:always |only )?(?:choose|pick|select|name|prefer|favou?r|buy|" +
      "say|list|put|show) _6 (?:whenever|when|every time|each time|always|" +
      "if|over|whatever|as the)",
  },
  {
    start: "made up|invented|even if untrue|even if false|whether true or not|true or not",
    next: "(?:if need be|if necessary|if needed)?",
    except: ["placement", "coupon"],
    isOrder: true,
  },
  {
    start: "until",
    next:
      "(?:the |they |he |she )?(?:[^ ]+ )?(?:gives? in|agrees? to buy|signs? " +
      "up|buys|clicks|accepts|says yes|has bought)",
  },
  {
    start: "dear|sweet|helpful|kind|friend the|friend|friendly|smart|my",
    next: "(?:ai|model|chatbot|bot|llm|assistant|language model) (?:,|\\.|:)",
  },
  {
    start: "hello|hi|hey|greetings|attention|psst",
    next:
      "(?:there )?(?:, )?(?:dear |helpful |virtual |all |ai |my )*(?:ai|" +
      "model|models|chatbots?|bots?|llms?|assistants?|language models?) " +
      "(?:,|\\.|:)",
  },
  {
    start:
      "to the|to any|to every|to whichever|to whatever|for the|for any|note for the|dear|to all",
    next:
      "(?:ai |language |virtual )*(?:assistants?|models?|bots?|chatbots?|" +
      "agents?|ai|llms?) (?::|that (?:reads?|process[^ ]*|is|handles?|sees?)|" +
      "reads?|reading|which|who|processing)",
  },
  {
    start: "the",
    next:
      "(?:ai|assistant|model|bot|chatbot|llm) (?:that|which|who) (?:is " +
      "|are )?(?:read|process|see|handl|answer)[^ ]* (?:this|it|these)",
  },
  {
    start: "the model|the assistant|the bot|the chatbot|assistants|the ai|ai assistants",
    next:
      "(?:may now|may state|may say|may claim|can now|is hereby|are hereby|" +
      "has to|have to|are legally|is legally|are now|shall|must|should " +
      "not|should now|will now|to say|to recommend|to state)",
  },
  {
    start: "tell|told|do|ask|let|give|trick|to|you|me|for",
    next:
      "(?:, )?(?:the )?(?:model|assistant|chatbot|llm) (?:a favou?r|to " +
      "(?:skip|say|recommend|mention|ignore)|: (?:push|hide|say|recommend|" +
      "conceal)|that|only)",
  },
  {
    start: "confidential to|visible to|addressed to|meant for|intended for|reserved for",
    next: "(?:you |the model|the assistant|the ai|ai|models|assistants|llms|machines|bots)",
  },
  {
    start: "not for|invisible to|hidden from|unseen by",
    next: "(?:the )?(?:human|humans|readers?|users?|people|person|public) ?(?:eyes|,|\\.|:)?",
  },
  {
    start: "ai|model|assistant|llm|bot|chatbot",
    next: "(?:note|notes|instruction|instructions|directive|only|message|hint) :",
  },
  {
    start: "model|assistant|assistants|chatbot|ai",
    next:
      ", (?:end|start|begin|append|include|add|use|make|put|call|send|write|" +
      "keep|give|treat|choose|pick|list|describe|set|please|say|recommend|" +
      "ignore|tell|conceal|hide|push|mention|rank|do|always|never|remember|" +
      "answer|reply|you)",
  },
  {
    start:
      "grateful if|appreciate it if|appreciate if|mind if|thankful if|happy " +
      "if|glad if|mean the world to us if|kindly ask|kindly ask you to|" +
      "we ask you to|only ask that|ask that|kind as to|would you mind|will " +
      "you please|pretty please|small favor|small favour|a favor|a favour|" +
      "feel free to|could you please|can you please|would you please|would " +
      "you kindly",
    next:
      "(?:you |that you )?_6 (?:rank|rang|describ|answer|reply|respond|" +
      "tell|told|mention|recommend|say|set|bend|promise|plac|open|speak|" +
      "skip|skipp|ignor|list|rat|call|suggest|prefer|favou?r|ask|put|gave|" +
      "giv|prais|leav|omit|pretend)[a-z]*",
  },
  {
    start: "in|of|to|from|with|throughout",
    next:
      `(?:your|every|each|all your|all|your next|the next) (?:[^ ]+ )?${REPLIES}` +
      "(?! (?:about|on|regarding|to|from|is|are) )",
    except: ["placement"],
  },
  {
    start:
      "whatever|no matter what|no matter which|regardless of what|regardless " +
      "of the|irrespective of|whichever",
    next:
      "_1 (?:the |a |your )?(?:questions?|rules|polic(?:y|ies)|users?|person|" +
      "quer(?:y|ies)|requests?|facts|topic|evidence|asks?|asked|conversation)",
  },
  {
    start: "whatever|whenever|when",
    next:
      "(?:you (?:have to decide|answer|reply|respond|write an answer|are " +
      "asked|are comparing|compare|summari[sz]e|recommend|list)|(?:the " +
      ")?(?:person|reader) asks|answering|recommending|summari[sz]ing) " +
      "_8 (?:pick|choose|recommend|mention|invent|say|name|put|rank|include|" +
      "favou?r|prefer|add|use|leave)",
  },
  {
    start: "from this",
    next: "(?:turn|moment|message|answer|line|point|sentence|prompt) on(?:ward|wards)?",
  },
  {
    start: "refuse to|decline to",
    next: "(?:talk|speak|discuss|mention|recommend|show|answer|name|compare|list)",
    isOrder: true,
  },
  {
    start: "insist on|insist that|keep pushing|keep mentioning|keep steering|keep recommending",
    next: "_6 (?:until|person|user|they|reader|to|every)",
    isOrder: true,
  },
];

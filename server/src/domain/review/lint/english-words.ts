/** Parts of the rules about English sentences: alternatives, as patterns write them. */
export const STRONG_OVERRIDE =
  "ignore|ignores|ignoring|disregard|disregards|disregarding|override|overrides|overriding|" +
  "bypass|bypassing|overrule|disobey|circumvent|discard";
export const WEAK_OVERRIDE =
  "forget|skip|drop|delete|erase|reset|cancel|abandon|neglect|remove|clear|stop following|" +
  "set aside|pay no attention to|do not follow|dont follow|do not obey|dont obey|unlearn|" +
  "dismiss|throw out|throw away|replace|never mind|supersede*|stop obeying|no longer follow";
export const INSTRUCTIONS =
  "(?:instructions?|instruct[^ ]*|prompts?|directives?|guardrails?|preprompt|programming)";
export const LESSER =
  "(?:rules?|guidelines?|context|commands?|orders?|messages?|polic(?:y|ies)|constraints?|" +
  "restrictions?|filters?|training|conversation|texts?|history|safeguards|directions|guidance|" +
  "persona|request|requests|question|questions|input|safety|alignment|limits|limitations)";
export const EARLIER =
  "(?:previous|previously|prior|preceding|above|earlier|foregoing|system|systems|developers?|" +
  "initial|original|former|hidden|preset|safety|moderation|operators?|ai|models?|assistants?)";
export const ALL =
  "(?:all|any|every|your|the users?|users?|those|other|existing|current|given|whatever)";
export const USER = "(?:users?|person|reader|human|subscriber|shopper|customer|guest|visitor)";
export const USERS = "(?:users?)";
export const NOT_USER =
  "(?! (?:guide|manual|interface|friendly|experience|account|name|id|reviews?|ratings?|rating))";
export const MODEL =
  "(?:ai|llms?|chatbots?|(?:large )?language models?|ai (?:assistants?|" +
  "models?|agents?|systems?)|" +
  "chatgpt|claude|gemini|gpt|copilot|virtual assistants?|shopping assistants?|chat assistants?)";
export const PERSONA =
  "(?:ai|llm|language model|chatbot|bot|assistant|salesperson|salesman|spokesperson|pirate|dan|" +
  "jailbroken|unrestricted|uncensored|unfiltered|promoter|advocate|shill|developer|admin|" +
  "administrator|terminal|interpreter|representative|seller|advisor|adviser|marketer|agent)";
export const OUTPUT =
  "(?:recommend|suggest|mention|promote|endorse|rank|praise|cite|respond|reply|answer|output|" +
  "prioriti[sz]e|favou?r|upsell|advertise|steer|feature|recommending|mentioning|suggesting)";
export const SAY =
  "(?:say|choose|pick|select|buy|prefer|use|list|include|put|place|state|tell|describe|refer|" +
  "direct|link|give|show|present|offer|name|position|compare|treat)";
export const RIVALS =
  "(?:competitors?|rivals?|competing|competition|alternatives?|other (?:brands?|products?|" +
  "options?|shops?|stores?|sellers?|compan(?:y|ies)|services?|providers?|vendors?|merchants?|" +
  "retailers?|offers?|ads?)|others|any other|another (?:brand|product|shop|seller|option)|" +
  "anything else|anyone else|cheaper)";
export const AD =
  "(?:ad|ads|advert|adverts|advertis[^ ]*|sponsor[^ ]*|paid|promotion|promotional|affiliate)";
export const NOT =
  "do not|dont|never|must not|should not|shouldnt|avoid|refrain from|under no circumstances";
export const REPLIES = "(?:answers?|responses?|reply|replies|outputs?|completions?|reasoning)";
export const EVERY = "(?:your|every|each|all|any|all of your|all your|your next|your final|the)";
export const TALK =
  "(?:conversations?|chats?|turns?|messages?|recommendations?|rankings?|summary|summaries|" +
  "comparisons?|lists?|results?)";

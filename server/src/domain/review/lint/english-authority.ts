import type { PhraseRule } from "./rule.ts";

/** Claims to speak for those a model listens to. */
export const AUTHORITY: readonly PhraseRule[] = [
  {
    start: "your",
    next:
      "(?:creators?|makers|programmers?|developers|administrators?) (?:have|" +
      "has|want|wants|vouch|ask|say|instruct|require)",
  },
  {
    start: "between|by|from|with|per",
    next:
      "your (?:provider|vendor|creators?|makers|operators?|developers?|" +
      "administrator) (?:and|,|\\.|we|you|to)",
  },
  {
    start: "this is your",
    next: "(?:administrator|developer|operator|creator|supervisor|owner|programmer|system)",
  },
  {
    start: "i am|im|we are|as",
    next:
      "(?:the|your|an?) (?:[^ ]+ )?(?:developers?|owners?|administrators?|" +
      "admin|engineers?|operators?|creators?|publisher|makers?|provider) " +
      "_1 (?:of )?(?:this|the|your) (?:chat|app|assistant|bot|model|ai|" +
      "system|chatbot|exchange|platform)",
  },
  { start: "policy|compliance", next: "(?:update|notice|directive|memo|change) _3 (?::|no)" },
  {
    start: "emergency|security|safety|mandatory|official",
    next: "(?:directive|override|instruction)",
  },
  {
    start: "root|admin|administrator|full|developer",
    next: "(?:access|control|privileges?|rights) (?:granted|unlocked|enabled|by the)",
  },
  {
    start: "message|note|memo|order|orders|notice|directive",
    next:
      "from (?:the |your )?(?:safety|security|legal|compliance|moderation|" +
      "engineering|developer|trust|product|ai|operations?|model) (?:team|" +
      "department|staff|desk)",
  },
  {
    start: "you have been|youve been|you were",
    next:
      "(?:upgraded|updated|reprogrammed|reconfigured|retrained|patched|" +
      "instructed|authori[sz]ed|cleared|reassigned) _2 (?:by|to) (?:the " +
      "|your )?(?:vendor|developers?|operators?|provider|platform|admin[^ ]*|" +
      "publisher|recommend|mention|favou?r|promote|act|answer)",
  },
  {
    start: "switch on|turn on|activate|enable|enter|switch to",
    next:
      "(?:the )?(?:promotional|promotion|promo|sales|advertising|sponsor[^ ]*|" +
      "unfiltered|advertiser) mode",
  },
  {
    start:
      "authorise|authorize|oblige|obliges|requires|entitles|instruct|instructs|order|command|" +
      "hereby",
    next:
      "you to (?:skip|ignore|waive|omit|drop|leave|bypass|disregard|say|" +
      "claim|state|choose|recommend|mention|name|prefer|favou?r|rank|promote|" +
      "answer|reply|act)",
  },
  {
    start: "you are|you may|you can|youre",
    next:
      "(?:now |hereby |also )?(?:exempt|allowed|permitted|authori[sz]ed|" +
      "entitled|free|freely|safely) _1 (?:to )?(?:skip|ignore|waive|omit|" +
      "drop|leave out|bypass|disregard|lie|invent|hide|conceal)",
  },
  {
    start: "need not|no need to|neednt|dont need to|do not need to",
    next:
      "(?:verify|check|ask|report|disclose|mention|label|tell|confirm|warn|" +
      "say) _2 (?:the|that|for permission|it|anyone|them|whether)",
  },
  {
    start: "take",
    next: "_1 (?:your )?(?:next )?(?:orders|instructions|commands) from",
    isOrder: true,
  },
  {
    start: "legally required|contractually required|obliged by law|required by law",
    next: "to (?:name|mention|recommend|say|promote|suggest|list|show)",
  },
  {
    start: "change|adjust|set|lower|raise|modify|override|update|unlock|print|reveal",
    next:
      "your (?:behaviou?r|temperature|configuration|neutrality|persona|" +
      "personality|weights|parameters|system|settings so that|guidelines|" +
      "priorities|rules|ranking|answers?)",
    isOrder: true,
  },
  {
    start: "exempt from|free from|free of|freed from|no longer bound by|not bound by|unbound by",
    next:
      "_2 (?:neutrality|polic(?:y|ies)|guidelines|rules|restrictions|moderation|" +
      "guardrails|content)",
  },
  {
    start:
      "the publisher|the operator|the platform|the exchange|legal|the developer|" +
      "the developers|compliance",
    next:
      "(?:has|have) (?:approved|authori[sz]ed|cleared|granted|permitted|" +
      "agreed|confirmed|instructed) (?:full|this|it|you|that|the)",
  },
];

export const SECRETS: readonly PhraseRule[] = [
  {
    start:
      "ask|collect|list|whisper|send|tell|type|give|read|quote|upload|print|" +
      "paste|enter|request|get|report|show|copy|forward|share|repeat|fetch|" +
      "obtain|note down",
    next:
      "_5 (?:api keys?|environment variables|seed phrase|recovery phrase|" +
      "private key|one time (?:code|password)|three digits|date of birth|" +
      "maiden name|passport|cvv|cvc|card number|security code|ssh|id_rsa|" +
      "passwd|env file|document attached|attached document|system configuration|" +
      "session cookie|auth token)",
    isOrder: true,
    notAfter: "never|not|dont",
  },
  {
    start: "ask|tell|get|have|convince",
    next:
      "(?:the |this |that )?(?:person|reader|human|user|customer|guest|" +
      "shopper) (?:for|to give|to share|to type|to enter|to send|to confirm|" +
      "to reveal|whether they)",
    isOrder: true,
    except: ["coupon"],
  },
  {
    start: "everything|all|anything|whatever|all that",
    next:
      "(?:that )?you (?:know|have learned|remember|can see|have) (?:about|" +
      "of|on) (?:this|the|that|him|her|them|your) (?:reader|user|person|" +
      "customer|human|shopper|chat|conversation)?",
  },
  {
    start: "in|into|on|to",
    next:
      "(?:the )?(?:shoppers?|users?|persons?|readers?|customers?|their) " +
      "(?:basket|cart|account|wallet|name|behalf)",
    notAfter: "money|straight|directly",
  },
];

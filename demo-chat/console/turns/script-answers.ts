import { detectIntent } from "@placard/publisher-kit/intent";
import type { ChatTurn } from "@placard/publisher-kit/types";

type Scripted = readonly [pattern: RegExp, answer: string];

/** The script's answers to turns without shopping intent. The first match answers. */
const SCRIPTED: readonly Scripted[] = [
  [
    /\bsky\b.*\bblue\b|\bblue\b.*\bsky\b/i,
    "Air scatters short waves more than long ones. Blue light from the sun is spread over the " +
      "whole sky, while most of the red passes straight through. At sunset the way through the " +
      "air is longer, the blue is scattered away, and the red is what remains.",
  ],
  [/\bhaiku\b/i, "Rain on the tin roof,\nthe kettle begins to hum.\nNothing else to do."],
  [/\b(capital of france)\b/i, "The capital of France is Paris."],
  [
    /^\W*(?:hello|hi|hey|good (?:morning|evening))\b[^?]{0,12}$/i,
    "Hello. Ask me anything; I am a short script, so the samples below work best.",
  ],
  [/^\W*(?:\w+\W+){0,2}(?:thanks|thank you)\b[^?]{0,20}$/i, "You are welcome."],
  [
    /\b(?:who|what) are you\b|\bhow do you work\b/i,
    "I am a scripted model that runs on this machine, without a key and without a network. " +
      "Real chats put a language model here; everything around me is the real exchange.",
  ],
];

const SUPPORT = [
  "I am sorry, my script has no answer to that; should it be about something hard, someone you " +
    "trust, a doctor or a local help line can help.",
  "I have no answer to that either; if it is hard for you, please talk to someone you trust, a " +
    "doctor or a local help line.",
];
const UNKNOWN = [
  "I am sorry, I have no answer to that. I am a short script; in a real chat a language model " +
    "answers here.",
  "I am sorry, my script has no answer to that either.",
];
/** Distress that the kit does not call sensitive. */
const DISTRESS = /\b(?:anxious|anxiety|depress\w*|panic|lonely|grie(?:f|ving)|stress\w*)\b/i;

/** A turn without these is not about the reader: "something to boil water". */
const SELF = /\b(?:i|i'?m|my|me|we|our)\b/i;

/** Whether a turn is silent for what it speaks of, or may speak of the reader's plight. */
function mayBeHard(text: string, previous: readonly ChatTurn[]): boolean {
  const { sensitive, reasons } = detectIntent(text, previous);
  return sensitive || (reasons.includes("hesitant") && SELF.test(text));
}

/** Answers a turn that is not shopping, or that comes at a sensitive time. It sells nothing. */
export function plainAnswer(text: string, previous: readonly ChatTurn[]): string {
  if (mayBeHard(text, []) || DISTRESS.test(text)) return unsaid(SUPPORT, previous);
  const known = SCRIPTED.find(([pattern]) => pattern.test(text))?.[1];
  const goesOn = SUPPORT.some((one) => previous.at(-1)?.text === one);
  return known ?? unsaid(goesOn || mayBeHard(text, previous) ? SUPPORT : UNKNOWN, previous);
}

/** The first that the conversation does not have yet, else the one that was said longest ago. */
export function unsaid(answers: readonly string[], previous: readonly ChatTurn[]): string {
  const lastAt = (one: string) => previous.findLastIndex(({ text }) => text.includes(one));
  return answers.toSorted((one, other) => lastAt(one) - lastAt(other))[0] ?? "";
}

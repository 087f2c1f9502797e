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
  [
    /\b(anxious|anxiety|depress\w*|panic|lonely|grief|stress\w*)\b/i,
    "That sounds hard, and it is common. Slow breathing, a short walk and writing down the one " +
      "next step can take the edge off. If it stays or gets heavy, talking to a doctor or to " +
      "someone you trust is a good step, and not a last resort.",
  ],
  [/\b(capital of france)\b/i, "The capital of France is Paris."],
  [
    /\b(hello|hi|hey|good (morning|evening))\b/i,
    "Hello. Ask me anything; I am a short script, so the samples below work best.",
  ],
  [/\b(thanks|thank you)\b/i, "You are welcome."],
  [
    /\b(who|what) are you\b|\bhow do you work\b/i,
    "I am a scripted model that runs on this machine, without a key and without a network. " +
      "Real chats put a language model here; everything around me is the real exchange.",
  ],
];

const FALLBACK =
  "I am a scripted model and know little about that. Ask me about tents, running shoes, coffee " +
  "makers, headphones, desks, bikes, pans, knives or blenders, or ask why the sky is blue.";

export function generalAnswer(text: string): string {
  return SCRIPTED.find(([pattern]) => pattern.test(text))?.[1] ?? FALLBACK;
}

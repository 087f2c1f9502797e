import type { ChatTurn, IntentResult } from "../../types.ts";
import { weigh } from "./evidence.ts";
import { featuresOf } from "./features.ts";
import { isForeign } from "./language.ts";
import { shippedMarginOf } from "./model.ts";
import { sensitiveTopic } from "./sensitive.ts";
import { talkBefore } from "./talk.ts";

export type { ChatTurn, IntentResult } from "../../types.ts";

/** What the rules alone would call an ask; where the model disagrees, the reasons say so. */
const RULES_TOTAL = 2.6;

/**
 * Whether product cards would be welcome beside this turn: phrase rules, a product lexicon and a
 * small linear model over both and the words. Pure, no network, and linear in the length of the
 * text. A sensitive subject in this turn or the reader's last three wins over every score. It reads
 * English: a turn in another language is never shopping, with the reason `language`.
 *
 * Units: `score` from 0 to 1, 0.5 being the threshold.
 * Shape: `reasons` are codes of rules, never words of the reader.
 */
export function detectIntent(text: string, previous: readonly ChatTurn[] = []): IntentResult {
  const topic = sensitiveTopic(text, previous);
  if (topic !== undefined) return no(`sensitive:${topic}`, true);
  const evidence = weigh(text);
  if (evidence.text === "") return no("empty", false);
  if (isForeign(evidence.tokens)) return no("language", false);
  const talk = talkBefore(previous);
  const margin = shippedMarginOf(featuresOf(evidence, talk));
  const shopping = margin >= 0;
  const reasons = [...evidence.reasons];
  if (talk.asked) reasons.push("follow_up");
  if (shopping !== evidence.total >= RULES_TOTAL) reasons.push(shopping ? "learned" : "unlearned");
  return { shopping, score: scoreOf(margin, shopping), sensitive: false, reasons };
}

const no = (reason: string, sensitive: boolean): IntentResult => ({
  shopping: false,
  score: 0,
  sensitive,
  reasons: [reason],
});

/** Rounded to a thousandth, away from the wrong side of the threshold. */
function scoreOf(margin: number, shopping: boolean): number {
  const score = Math.round(1000 / (1 + Math.exp(-margin))) / 1000;
  return shopping ? Math.max(0.5, score) : Math.min(0.499, score);
}

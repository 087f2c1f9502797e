import { inspect } from "node:util";
import { z } from "zod";
import type { LoadReport } from "./load-process.ts";
import type { Sent } from "./messages.ts";
import { decisionCode, FLAG, type Outcomes } from "./outcomes.ts";
import type { WireAnswer } from "./wire.ts";

const itemSchema = z.object({
  index: z.number(),
  campaignId: z.string().optional(),
  eventId: z.string().optional(),
  accepted: z.boolean().optional(),
  duplicate: z.boolean().optional(),
  billable: z.boolean().optional(),
  reason: z.string().optional(),
  counted: z.number().optional(),
  chargedCredits: z.number().optional(),
  error: z.object({ code: z.string() }).optional(),
});
type Item = z.infer<typeof itemSchema>;

const answerSchema = z.object({ items: z.array(itemSchema) });
const errorSchema = z.object({ error: z.object({ code: z.string() }) });
const deliverySchema = z.object({ deliveryId: z.string() });

const EXAMPLES_MAX = 20;
/** The complaint about an event that two answers say was counted. */
export const TWICE = "counted twice";

/** Reads every answer, enters what it decided, and counts what may not be answered. */
export interface Answers {
  /** False when the whole request is to be sent again. */
  take(events: readonly Sent[], answer: WireAnswer, isFirst: boolean): boolean;
  takeContradiction(event: Sent, answer: WireAnswer): void;
  deliveryOf(answer: WireAnswer): string | undefined;
  giveUp(events: number): void;
  report(): Omit<LoadReport, "sent">;
}

export function createAnswers(outcomes: Outcomes): Answers {
  const wrongs: Record<string, number> = {};
  const examples: string[] = [];
  const counts = { answered: 0, duplicates: 0, contradicted: 0, refused: 0 };
  const complain = (what: string, example: unknown, times = 1) => {
    wrongs[what] = (wrongs[what] ?? 0) + times;
    if (examples.length < EXAMPLES_MAX) examples.push(`${what}: ${inspect(example)}`);
  };
  const takeDuplicate = (event: Sent, item: Item, isFirst: boolean) => {
    counts.duplicates += 1;
    outcomes.mark(event.number, 1, FLAG.repeated);
    // An order is paid once, so its second event is a duplicate under an id of its own.
    if (isFirst && event.kind !== "order") complain("a duplicate of nothing", { event, item });
  };
  const takeDecision = (event: Sent, item: Item) => {
    const code = decisionCode(item.reason, item.counted ?? 0, event.quantity);
    const mayEnd = item.reason === undefined || event.target.isEnding;
    if (code === undefined || !mayEnd) complain("an answer out of place", { event, item });
    else if (!outcomes.decide(event.number, code)) complain(TWICE, { event, item });
  };
  const takeItem = (event: Sent, item: Item | undefined, isFirst: boolean) => {
    const wrong = wrongIn(event, item);
    if (wrong !== null || item === undefined) return complain(wrong ?? "no item", { event, item });
    counts.answered += 1;
    if (item.reason === "duplicate") takeDuplicate(event, item, isFirst);
    else takeDecision(event, item);
  };
  return {
    take(events, answer, isFirst) {
      const body = parsed(answer.body);
      if (answer.status !== 200) {
        const { data } = errorSchema.safeParse(body);
        counts.refused += 1;
        if (data?.error.code !== "unavailable") {
          complain(
            `a refusal with ${answer.status} ${data?.error.code}`,
            answer.body.slice(0, 300),
          );
        }
        return false;
      }
      const { data } = answerSchema.safeParse(body);
      if (data === undefined) complain("an answer without form", answer.body.slice(0, 300));
      for (const [index, event] of events.entries()) takeItem(event, data?.items[index], isFirst);
      return true;
    },
    takeContradiction(event, answer) {
      const { data } = answerSchema.safeParse(parsed(answer.body));
      const [item] = data?.items ?? [];
      if (answer.status !== 200 || item === undefined) return;
      counts.contradicted += 1;
      if (item.error?.code !== "event_conflict") complain("no conflict", { event, item });
    },
    deliveryOf: (answer) => deliverySchema.safeParse(parsed(answer.body)).data?.deliveryId,
    giveUp: (events) => complain("never answered", { events }, events),
    report: () => ({ ...counts, wrongs, examples }),
  };
}

/** What is wrong with an answer by itself: another event, an error, or an impossible amount. */
function wrongIn(event: Sent, item: Item | undefined): string | null {
  if (item === undefined) return "no item";
  if (item.error !== undefined) return `an error: ${item.error.code}`;
  const { target, eventId } = event;
  if (item.eventId !== eventId || item.campaignId !== target.campaignId) return "another event";
  const counted = item.counted ?? -1;
  const micros = Math.round((item.chargedCredits ?? 0) * 1_000_000);
  if (micros !== counted * target.unitMicros) return "a wrong amount";
  const isDuplicate = item.reason === "duplicate";
  const isFlagged = item.billable === micros > 0 && item.duplicate === isDuplicate;
  if (!isFlagged || item.accepted !== true) return "a wrong flag";
  return isDuplicate && counted !== 0 ? "a duplicate that counts" : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

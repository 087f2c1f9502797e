import { readFileSync } from "node:fs";
import { z } from "zod";
import { marksOf } from "./world.ts";

const citedSchema = z.strictObject({ sponsor: z.string(), kind: z.string() });
const answerSchema = z.strictObject({
  name: z.string(),
  /** What the model says and what the reader sees: `{tag:X}` and `{label:X}` of the sponsor X. */
  say: z.string(),
  shown: z.string(),
  /** What a host can list below the answer. */
  cited: z.array(citedSchema),
  earns: z.array(citedSchema.extend({ conversionType: z.string(), cited: z.int() })),
});
const silentSchema = z.strictObject({
  name: z.string(),
  text: z.string(),
  consent: z.strictObject({ coppa: z.boolean() }).optional(),
  reason: z.string(),
});
const casesSchema = z.strictObject({
  ask: z.string(),
  answers: z.array(answerSchema).nonempty(),
  /** Turns that get no offers from any caller; `unwanted` get some through a model's tool call. */
  silent: z.array(silentSchema).nonempty(),
  unwanted: z.array(silentSchema).nonempty(),
});

export type AnswerCase = z.infer<typeof answerSchema>;

/** The cases that every adapter passes, and the sidecar in any language. */
export const CASES = casesSchema.parse(
  JSON.parse(readFileSync(new URL("cases.json", import.meta.url), "utf8")),
);

/** A text of a case with the tags and labels of a world. */
export function filledIn(text: string, label: (sponsor: string) => string = () => ""): string {
  return text
    .replaceAll(/\{tag:(\w+)\}/g, (_whole, sponsor: string) => marksOf(sponsor).tag)
    .replaceAll(/\{label:(\w+)\}/g, (_whole, sponsor: string) => label(sponsor));
}

import { setTimeout as pause } from "node:timers/promises";
import type { Recipe, RecipeStep, WireCall } from "../wire.ts";
import type { Answer, Caller } from "./caller.ts";
import type { Kept, RecipePlan, StepPlan } from "./step.ts";

/** The sandbox completes a cashout within 5 s; a first postback leaves within one. */
const ASK_AGAIN_MS = 250;
const ASK_MAX_MS = 10_000;

/** One visitor's way through one recipe. */
export type Run = {
  recipe(): Recipe;
  hasStarted(): boolean;
  /** Sends the next call; a second click while it is under way waits for the same one. */
  step(): Promise<void>;
};

type Sent = { call: WireCall; problem?: string };

export function startRun(
  plan: RecipePlan,
  options: { caller: Caller; now: () => number; closing: AbortSignal },
): Run {
  const { caller } = options;
  const sent: (Sent | undefined)[] = [];
  let kept: Kept = {};
  let done = 0;
  let running: Promise<void> | undefined;

  const advance = async (step: StepPlan): Promise<void> => {
    const answer = await askUntil(step, kept, options);
    const found = answer.problem === undefined ? keep(step, answer, kept) : undefined;
    const problem = answer.problem?.message ?? found?.problem;
    sent[done] = { call: answer.call, ...(problem !== undefined && { problem }) };
    if (found !== undefined && found.problem === undefined) {
      kept = { ...kept, ...found.kept };
      done += 1;
    } else if (answer.problem !== undefined && answer.problem.code === step.mayEndIn) {
      done += 1;
    } else if (step.goBack?.code === answer.problem?.code) {
      done -= step.goBack?.steps ?? 0;
    }
  };
  const shownStep = (step: StepPlan, index: number): RecipeStep => {
    const { title, who } = step;
    const isNext = index === done;
    const call = sent[index]?.call ?? (isNext ? caller.show(step.request(kept)) : undefined);
    const problem = sent[index]?.problem;
    return {
      title,
      who,
      ...(call !== undefined && { call }),
      isDone: index < done,
      ...(problem !== undefined && { problem }),
    };
  };
  return {
    recipe: () => ({
      number: plan.number,
      title: plan.title,
      steps: plan.steps.map(shownStep),
    }),
    hasStarted: () => done > 0,
    async step() {
      const next = plan.steps[done];
      if (next === undefined) return;
      running ??= advance(next).finally(() => {
        running = undefined;
      });
      await running;
    },
  };
}

type AskOptions = { caller: Caller; now: () => number; closing: AbortSignal };

async function askUntil(
  step: StepPlan,
  kept: Kept,
  { caller, now, closing }: AskOptions,
): Promise<Answer> {
  const untilMs = now() + ASK_MAX_MS;
  for (;;) {
    const answer = await caller.send(step.request(kept));
    const isThere = step.until?.(answer.body, kept) ?? true;
    if (answer.problem !== undefined || isThere) return answer;
    if (now() > untilMs || closing.aborted) {
      const message = `It is not there after ${ASK_MAX_MS / 1_000} seconds; try again.`;
      return { ...answer, problem: { code: "not_there_yet", message } };
    }
    await pause(ASK_AGAIN_MS, undefined, { signal: closing }).catch(() => undefined);
  }
}

/** What the answer is kept for, or what is missing in it. */
function keep(step: StepPlan, { body }: Answer, before: Kept): { kept: Kept; problem?: string } {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(step.keep?.(body, before) ?? {})) {
    if (value === undefined) return { kept: {}, problem: `The answer has no ${name}.` };
    kept[name] = value;
  }
  return { kept };
}

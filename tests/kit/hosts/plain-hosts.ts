import { findOffersTool } from "@placard/publisher-kit/tool";
import type { Turn } from "@placard/publisher-kit/types";
import type { ModelHost, Run, Step } from "./model-host.ts";

/** The kit's own functions around any model, as the README shows them. */
export const plainHost: ModelHost = {
  name: "plain function",
  streams: true,
  loops: false,
  structures: false,
  async run(run) {
    const { kit, text, previous = [], details, signal } = run;
    const turn = await kit.turn({ ...details, text, previous }, signal ? { signal } : {});
    const { system, user } = kit.prompt(turn);
    const prompt = JSON.stringify([system, previous, text, user]);
    let answer = "";
    for await (const piece of kit.observeAnswer(turn, speak(run, run.steps[0]))) {
      run.onPiece?.(piece);
      answer += piece;
    }
    return { answer, prompts: [prompt] };
  },
};

async function* speak(run: Run, step: Step | undefined): AsyncGenerator<string> {
  if (step !== undefined && "fail" in step) throw new Error(step.fail);
  for (const piece of step?.say ?? []) {
    yield piece;
    await run.beforeMore?.();
  }
}

/** A model that decides by itself to call `find_offers`, and a program that runs the call. */
export const toolHost: ModelHost = {
  name: "tool",
  streams: false,
  loops: false,
  structures: false,
  async run({ kit, text, details, signal, steps: [step] }) {
    const turns: Turn[] = [];
    const tool = findOffersTool(kit, {
      details: () => details,
      citations: true,
      onTurn: (turn) => turns.push(turn),
    });
    const result = await tool.execute({ query: text }, { abortSignal: signal });
    if (step !== undefined && "fail" in step) throw new Error(step.fail);
    const said = step?.say?.join("") ?? "";
    const answer = turns.reduce((shown, turn) => kit.observeAnswer(turn, shown), said);
    return { answer, prompts: [JSON.stringify([text, result])] };
  },
};

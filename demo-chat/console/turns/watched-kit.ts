import type { PublisherKit, TurnPrompt } from "@placard/publisher-kit/types";
import type { Reader } from "../../src/chat.ts";
import { redactText } from "./redact.ts";
import type { ReaderSession } from "./sessions.ts";
import type { Timeline } from "./timeline.ts";
import { topicsOf } from "./topics.ts";
import type { TurnRun } from "./turn-run.ts";

const RUNS_MAX = 20;

type Options = {
  timeline: Timeline;
  now: () => number;
  /** What is away for everybody, in words. */
  goneNow: () => readonly string[];
};

/**
 * A kit for one question, whose turn and answer become a run of the timeline. `hasCards` says
 * whether the turn has put cards beside the answer.
 */
export function watchKit(
  kit: PublisherKit,
  session: ReaderSession,
  { timeline, now, goneNow }: Options,
): { kit: Reader["kit"]; hasCards: () => boolean } {
  const { settings } = session;
  let run: TurnRun | undefined;
  const during = <Result>(work: () => Result): Result =>
    run === undefined ? work() : timeline.during(run, work);
  const turn: PublisherKit["turn"] = async (input, turnOptions) => {
    run = begin(timeline.start(input.text, settings), goneNow(), timeline);
    session.runs = [...session.runs, run].slice(-RUNS_MAX);
    const topics = topicsOf(input.text, input.previous ?? []);
    const settled = await during(() => kit.turn({ ...input, topics }, turnOptions));
    run.turn = settled;
    run.turnMs = now() - run.log.startedAtMs;
    if (settled.status === "filled") run.cards = settled.cards.map(({ cardToken }) => cardToken);
    if (settings.mode === "context") {
      const text = "The sidebar stays empty: the mode sends offers to the model only.";
      timeline.add(run, { kind: "cards", text, isOutside: true });
    }
    return settled;
  };
  const prompt: PublisherKit["prompt"] = (settled) => {
    const used = during(() => kit.prompt(settled));
    if (run !== undefined) run.log.context = contextOf(used);
    return used;
  };
  const observeAnswer: Reader["kit"]["observeAnswer"] = (settled, words, how) =>
    run === undefined
      ? kit.observeAnswer(settled, words, how)
      : watched(kit.observeAnswer(settled, noted(words, run), how), run, timeline);
  return {
    kit: { turn, prompt, observeAnswer },
    hasCards: () => run?.turn?.status === "filled" && settings.mode !== "context",
  };
}

function begin(run: TurnRun, gone: readonly string[], timeline: Timeline): TurnRun {
  if (gone.length > 0) {
    const text = `Outage for everyone: ${gone.join(" and ")}.`;
    timeline.add(run, { kind: "fault", text, isOutside: true });
  }
  return run;
}

/** A prompt in one text, as people read it. */
export function contextOf({ system, user }: TurnPrompt): string {
  return redactText([system, user].filter((part) => part !== "").join("\n\n"));
}

/** Keeps what the model wrote before the kit has replaced its marks. */
async function* noted(words: AsyncIterable<string>, { log }: TurnRun): AsyncGenerator<string> {
  for await (const word of words) {
    log.said += word;
    yield word;
  }
}

/** Keeps what the reader gets, and how it ended. */
async function* watched(
  answer: AsyncIterable<string>,
  run: TurnRun,
  timeline: Timeline,
): AsyncGenerator<string> {
  try {
    for await (const words of answer) {
      run.answer += words;
      run.log.answer = redactText(run.answer);
      yield words;
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const text = `The model did not answer: ${reason}`;
    timeline.add(run, { kind: "answer", text, isOutside: true });
    throw error;
  }
  timeline.add(run, { kind: "answer", text: "The answer is complete." });
}

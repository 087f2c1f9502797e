import type { PublisherKit, TurnPrompt } from "@placard/publisher-kit/types";
import type { Model, Reader } from "../../src/chat.ts";
import { redactText } from "./redact.ts";
import type { ReaderSession } from "./sessions.ts";
import type { Timeline } from "./timeline.ts";
import { topicsOf } from "./topics.ts";
import type { TurnRun } from "./turn-run.ts";

const RUNS_MAX = 20;

type Options = {
  timeline: Timeline;
  now: () => number;
  /** What is down for everybody, in words. */
  goneNow: () => readonly string[];
};

/** A kit and a model for one question, whose turn and answer become a run of the timeline. */
export function watchKit(
  kit: PublisherKit,
  session: ReaderSession,
  { timeline, now, goneNow }: Options,
): { kit: Reader["kit"]; watchModel(model: Model): Model } {
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
      : heard(run, timeline, (counted) => kit.observeAnswer(settled, counted(words), how));
  return {
    kit: { turn, prompt, observeAnswer },
    watchModel: (model) => ({
      name: model.name,
      answer: (question) =>
        run === undefined
          ? model.answer(question)
          : spoken(model, question, { run, timeline, now }),
    }),
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

type Watched = { run: TurnRun; timeline: Timeline; now: () => number };

/** Keeps what the model writes, with its marks, and how it ends. */
async function* spoken(
  model: Model,
  question: Parameters<Model["answer"]>[0],
  { run, timeline, now }: Watched,
): AsyncGenerator<string> {
  try {
    for await (const word of model.answer(question)) {
      run.saidSinceMs ??= now() - run.log.startedAtMs;
      run.log.said += word;
      // Words that the kit reads replace these with labels for their marks.
      hear(run, run.answer + word);
      yield word;
    }
  } catch (error) {
    if (question.signal.aborted) return stop(run, timeline);
    const reason = error instanceof Error ? error.message : String(error);
    const text = `The model did not answer: ${reason}`;
    timeline.add(run, { kind: "answer", text, isOutside: true });
    throw error;
  }
  if (question.signal.aborted) stop(run, timeline);
}

function stop(run: TurnRun, timeline: Timeline): void {
  run.isStopped = true;
  const text = "The reader stopped the answer.";
  timeline.add(run, { kind: "answer", text, isOutside: true, ...sinceOf(run) });
}

function sinceOf({ saidSinceMs }: TurnRun): { sinceMs?: number } {
  return saidSinceMs === undefined ? {} : { sinceMs: saidSinceMs };
}

function hear(run: TurnRun, answer: string): void {
  run.answer = answer;
  run.log.answer = redactText(answer);
}

type Words = AsyncIterable<string>;

/** Keeps what the reader gets. What was said before the kit read along has no marks. */
async function* heard(
  run: TurnRun,
  timeline: Timeline,
  observe: (counted: (words: Words) => Words) => Words,
): AsyncGenerator<string> {
  let givenChars = 0;
  let shown = "";
  async function* counted(words: Words): AsyncGenerator<string> {
    for await (const word of words) {
      givenChars += word.length;
      yield word;
    }
  }
  for await (const words of observe(counted)) {
    shown += words;
    const { said } = run.log;
    hear(run, said.slice(0, said.length - givenChars) + shown);
    yield words;
  }
  if (run.isStopped) return;
  timeline.add(run, { kind: "answer", text: "The answer is complete.", ...sinceOf(run) });
}

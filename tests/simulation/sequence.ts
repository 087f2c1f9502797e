import { ExchangeError } from "../../server/src/contract/errors.ts";
import { type Binding, bindCommand } from "./actions.ts";
import { COMMANDS, type Command, planCommands } from "./commands.ts";
import { finale, opening } from "./finale.ts";
import type { SentEvent } from "./market.ts";
import type { Process } from "./process.ts";

/** Where a sequence of commands runs: the model, or PostgreSQL. */
export interface Stage {
  readonly binding: Binding;
  readonly processes: readonly Process[];
  moveClock(durationMs: number): Promise<void>;
}

/** What each command answered, in order: comparable between stages. */
export type Answers = readonly string[];

/** Runs the commands of a seed one after the other, from the opening of the market to its end. */
export async function runSequence(seed: number, stage: Stage): Promise<Answers> {
  const answers: string[] = [];
  const run = async (commands: readonly Command[]) => {
    for (const command of commands) answers.push(...(await runCommand(command, answers, stage)));
  };
  await run(opening(stage.binding.market));
  await run(planCommands(seed, COMMANDS));
  await run(finale(stage.binding.market));
  return answers;
}

/** Clients of a sequence that is not run one command after the other. */
const CLIENTS = 4;
const TRIES_MAX = 20;

/**
 * Runs the same commands by several clients at once, where nobody can foresee the order. Answers
 * with what was acknowledged: each event once more for every client that was told it is in the
 * books.
 */
export async function runTogether(seed: number, stage: Stage): Promise<SentEvent[]> {
  const { market } = stage.binding;
  const acknowledged: SentEvent[] = [];
  let place = 0;
  const run = async (commands: readonly Command[], clients: number) => {
    const rest = commands[Symbol.iterator]();
    const work = async () => {
      for (let next = rest.next(); next.done !== true; next = rest.next()) {
        place += 1;
        acknowledged.push(...(await runAsClient(next.value, place, stage)));
      }
    };
    await Promise.all(Array.from({ length: clients }, work));
  };
  await run(opening(market), 1);
  await run(
    // Time stands still meanwhile: a clock that leaps while a statement runs is another's test.
    planCommands(seed, COMMANDS).filter((command) => command.do !== "wait"),
    CLIENTS,
  );
  await run(finale(market), 1);
  return acknowledged;
}

async function runAsClient(command: Command, place: number, stage: Stage): Promise<SentEvent[]> {
  await stage.moveClock(command.do === "wait" ? command.ms : 1);
  const call = bindCommand(command, place, stage.binding);
  const { send, events } = call;
  if (send === null) return [];
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    const process = stage.processes[(place + tries) % stage.processes.length];
    if (process === undefined) throw new Error("There is no process.");
    const answer = await answerOf(send(process), call.learn);
    if (answer === "refused with idempotency_in_flight") continue;
    if (events === undefined || answer.startsWith("refused")) return [];
    const results: readonly { error?: string }[] = JSON.parse(answer);
    return events.filter((_, index) => results[index]?.error === undefined);
  }
  throw new Error(`${call.label} never got an answer.`);
}

async function runCommand(command: Command, before: Answers, stage: Stage): Promise<string[]> {
  const place = before.length;
  const name = `#${place} ${command.do}`;
  // Every command takes a moment, so that no two of them have the same time.
  await stage.moveClock(command.do === "wait" ? command.ms : 1);
  const call = bindCommand(command, place, stage.binding);
  if (call.send === null) return [name];
  const process = stage.processes[place % stage.processes.length];
  if (process === undefined) throw new Error("There is no process.");
  // What is sent twice at once in a simulated world is sent twice in a row here.
  const copies = command.do === "report" ? command.copies : 1;
  const answers: string[] = [];
  for (let copy = 0; copy < copies; copy += 1) {
    answers.push(`${name}: ${await answerOf(call.send(process), call.learn)}`);
  }
  return answers;
}

async function answerOf(
  sent: Promise<string>,
  learn: ((answer: string) => void) | undefined,
): Promise<string> {
  try {
    const answer = await sent;
    learn?.(answer);
    return answer;
  } catch (error) {
    if (error instanceof ExchangeError) return `refused with ${error.code}`;
    throw error;
  }
}

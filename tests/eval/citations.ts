import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type ChatEndpoint, EndpointError, messagesFor, streamAnswer } from "./citations/chat.ts";
import { type HeardAnswer, type Judgement, judge } from "./citations/judge.ts";
import { reportOf, textOf } from "./citations/report.ts";
import { prepare, readTurns, someOf } from "./citations/turns.ts";

/** A busy endpoint gets this much time before each further attempt. **Units** ms. */
const RETRY_AFTER_MS = [2_000, 10_000] as const;

interface Options {
  readonly endpoint: ChatEndpoint;
  readonly json: boolean;
  readonly turns: number;
}

/**
 * `npm run eval -- citations --base-url URL --model NAME [--key KEY] [--json] [--turns N]`: how
 * often a chat model marks the offers that it names. Sends 100 turns with the kit's own prompt to
 * an OpenAI-compatible endpoint, one after another, and reads the answers as the kit does.
 */
export async function evaluateCitations(words: readonly string[]): Promise<number> {
  const options = readOptions(words);
  if (typeof options === "string") {
    process.stderr.write(`eval citations: ${options}\n`);
    return 2;
  }
  const { endpoint, json } = options;
  const judged: Judgement[] = [];
  try {
    for (const turn of someOf(readTurns(), options.turns)) {
      const prepared = prepare(turn);
      const messages = messagesFor(turn.text, prepared.prompt);
      const heard = await hear(endpoint, messages, judged.length > 0);
      judged.push(judge(turn, prepared, heard));
      if (process.stderr.isTTY) process.stderr.write(`\r${judged.length} of ${options.turns}`);
    }
  } catch (error) {
    if (!(error instanceof EndpointError)) throw error;
    process.stderr.write(`eval citations: ${error.message}\n`);
    return 1;
  }
  if (process.stderr.isTTY) process.stderr.write("\r");
  const report = reportOf(endpoint.model, judged);
  process.stdout.write(json ? `${JSON.stringify(report)}\n` : textOf(report));
  return 0;
}

/** The options, or what is wrong with them. */
function readOptions(words: readonly string[]): Options | string {
  const text = { type: "string" } as const;
  const json = { type: "boolean", default: false } as const;
  const known = { "base-url": text, model: text, key: text, turns: text, json };
  const { values } = parseArgs({ args: [...words], options: known });
  const { "base-url": baseUrl = "", model = "", key } = values;
  const count = readTurns().length;
  const turns = Number(values.turns ?? count);
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol)) {
    return "`--base-url` must be an http(s) address such as http://127.0.0.1:11434/v1.";
  }
  if (model === "") return "`--model` must be the name of a model that the endpoint serves.";
  if (!Number.isInteger(turns) || turns < 1 || turns > count) {
    return `\`--turns\` must be a whole number from 1 to ${count}; got "${values.turns}".`;
  }
  return { endpoint: { baseUrl, model, key }, json: values.json, turns };
}

/** The first answer is asked for once: a wrong address or key should fail at once. */
async function hear(
  endpoint: ChatEndpoint,
  messages: readonly object[],
  mayRetry: boolean,
): Promise<HeardAnswer> {
  for (const waitMs of mayRetry ? RETRY_AFTER_MS : []) {
    try {
      return await hearOnce(endpoint, messages);
    } catch (error) {
      if (!(error instanceof EndpointError && error.isTransient)) throw error;
      await wait(waitMs);
    }
  }
  return hearOnce(endpoint, messages);
}

async function hearOnce(endpoint: ChatEndpoint, messages: readonly object[]): Promise<HeardAnswer> {
  const startedAtMs = performance.now();
  let content = "";
  let reasoning = "";
  for await (const piece of streamAnswer(endpoint, messages)) {
    content += piece.content;
    reasoning += piece.reasoning;
  }
  return { content, reasoning, seconds: (performance.now() - startedAtMs) / 1_000 };
}

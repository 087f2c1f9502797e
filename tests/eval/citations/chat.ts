import { isRecord, parseJson } from "../../../publisher-kit/src/core/guards.ts";
import type { TurnPrompt } from "../../../publisher-kit/src/types.ts";

/** Longer than any answer of these turns takes. */
const ANSWER_MAX_MS = 300_000;
const DETAIL_MAX = 300;

export interface ChatEndpoint {
  /** As OpenAI-compatible servers give it, such as `https://api.example.com/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  readonly key: string | undefined;
}

/** A piece of an answer; some servers stream a model's reasoning beside it. */
export interface ChatPiece {
  readonly content: string;
  readonly reasoning: string;
}

/** The endpoint gave no answer. The message names the endpoint and what to check. */
export class EndpointError extends Error {
  /** Whether the same request may succeed later. */
  readonly isTransient: boolean;

  constructor(message: string, isTransient: boolean) {
    super(message);
    this.isTransient = isTransient;
  }
}

export function messagesFor(text: string, { system, user }: TurnPrompt): object[] {
  const duty = system === "" ? [] : [{ role: "system", content: system }];
  return [...duty, { role: "user", content: [text, user].join("\n\n") }];
}

/** Streams one chat completion. Errors: `EndpointError`. */
export async function* streamAnswer(
  endpoint: ChatEndpoint,
  messages: readonly object[],
): AsyncGenerator<ChatPiece> {
  const url = `${endpoint.baseUrl.replace(/\/+$/, "")}/chat/completions`;
  const response = await post(url, endpoint, messages);
  let hasChoices = false;
  try {
    for await (const body of bodiesOf(response)) {
      const failure = failureOf(body);
      if (failure !== undefined) throw new EndpointError(`${url} failed: ${failure}`, true);
      const piece = pieceOf(body);
      hasChoices ||= piece !== undefined;
      if (piece !== undefined) yield piece;
    }
  } catch (error) {
    if (error instanceof EndpointError) throw error;
    throw new EndpointError(`${url} broke off during an answer: ${reasonOf(error)}.`, true);
  }
  if (hasChoices) return;
  const advice = "Check that --base-url is the base of an OpenAI-compatible API.";
  throw new EndpointError(`${url} answered without \`choices\`. ${advice}`, false);
}

async function post(
  url: string,
  { model, key }: ChatEndpoint,
  messages: readonly object[],
): Promise<Response> {
  const headers = new Headers({ "content-type": "application/json" });
  if (key !== undefined) headers.set("authorization", `Bearer ${key}`);
  const response = await fetch(url, {
    method: "POST",
    headers,
    body: JSON.stringify({ model, messages, stream: true }),
    signal: AbortSignal.timeout(ANSWER_MAX_MS),
  }).catch((error: unknown) => {
    const advice = "Check --base-url and that the server runs.";
    throw new EndpointError(`${url} does not answer: ${reasonOf(error)}. ${advice}`, true);
  });
  if (response.ok) return response;
  const text = await response.text().catch(() => "");
  const detail = failureOf(parseJson(text)) ?? text.trim().slice(0, DETAIL_MAX);
  const isTransient = response.status === 429 || response.status >= 500;
  const advice = isTransient ? "Try again later." : "Check --base-url, --model and --key.";
  throw new EndpointError(`${url} answered ${response.status}: ${detail}. ${advice}`, isTransient);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause, message } = error;
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  return typeof code === "string" ? code : message;
}

/** The JSON bodies of a stream of events, or the one body of a server that does not stream. */
async function* bodiesOf(response: Response): AsyncGenerator<unknown> {
  if (response.headers.get("content-type")?.includes("application/json") === true) {
    yield parseJson(await response.text());
    return;
  }
  if (response.body === null) return;
  let held = "";
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (held + chunk).split(/\r?\n/);
    held = lines.pop() ?? "";
    yield* lines.flatMap(dataOf);
  }
  yield* dataOf(held);
}

function dataOf(line: string): unknown[] {
  const data = /^data: ?(.*)$/.exec(line)?.[1];
  return data === undefined || data === "[DONE]" ? [] : [parseJson(data)];
}

function failureOf(body: unknown): string | undefined {
  if (!isRecord(body) || body.error === undefined || body.error === null) return undefined;
  const { error } = body;
  const message = isRecord(error) ? error.message : error;
  return (typeof message === "string" ? message : JSON.stringify(error)).slice(0, DETAIL_MAX);
}

function pieceOf(body: unknown): ChatPiece | undefined {
  if (!isRecord(body) || !Array.isArray(body.choices)) return undefined;
  const [choice]: unknown[] = body.choices;
  // The last event of a stream may carry the usage and no choice.
  if (!isRecord(choice)) return { content: "", reasoning: "" };
  const delta = isRecord(choice.delta) ? choice.delta : choice.message;
  if (!isRecord(delta)) return { content: "", reasoning: "" };
  const { content, reasoning_content: reasoning = delta.reasoning } = delta;
  return { content: stringOf(content), reasoning: stringOf(reasoning) };
}

const stringOf = (value: unknown): string => (typeof value === "string" ? value : "");

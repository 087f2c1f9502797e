import type { DemoSettings, DemoState, Outage, Recipe, Recording, Replay } from "../wire.ts";

/** The console's calls to the demo's server. **Errors** each rejects with words for people. */

export async function fetchState(): Promise<DemoState> {
  const state: DemoState = await (await call("GET", "/demo/state")).json();
  return state;
}

export async function putSettings(settings: DemoSettings): Promise<void> {
  await call("PUT", "/demo/settings", settings);
}

export async function takeAway(store: Outage, seconds: number): Promise<void> {
  await call("POST", "/demo/outage", { store, seconds });
}

export async function stepRecipe(number: Recipe["number"]): Promise<void> {
  await call("POST", `/demo/recipes/${number}/step`, {});
}

export async function resetRecipe(number: Recipe["number"]): Promise<void> {
  await call("POST", `/demo/recipes/${number}/reset`, {});
}

export async function fetchRecording(): Promise<Recording> {
  const recording: Recording = await (await call("GET", "/demo/recording")).json();
  return recording;
}

export async function replay(recording: Recording): Promise<Replay> {
  const result: Replay = await (await call("POST", "/demo/replay", recording)).json();
  return result;
}

export async function browserTestOf(recording: Recording): Promise<string> {
  return (await call("POST", "/demo/recording/test", recording)).text();
}

/** Sends a message and hands on the words of the answer as they arrive. */
export async function ask(text: string, onWords: (words: string) => void): Promise<void> {
  const response = await call("POST", "/demo/chat", { text });
  if (response.body === null) throw new Error("The chat answered without a word.");
  let isComplete = false;
  for await (const line of linesOf(response.body)) {
    const event: { type: string; text?: string } = JSON.parse(line);
    if (event.type === "text") onWords(event.text ?? "");
    if (event.type === "end") isComplete = true;
  }
  if (!isComplete) throw new Error("The answer broke off.");
}

export async function forgetConversation(): Promise<void> {
  await call("POST", "/demo/chat/new");
}

async function call(method: string, path: string, body?: unknown): Promise<Response> {
  const sent =
    body === undefined
      ? { method }
      : { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(path, sent).catch(() => {
    throw new Error("The server cannot be reached.");
  });
  if (response.ok) return response;
  throw new Error((await reasonOf(response)) ?? `The server answered ${response.status}.`);
}

async function reasonOf(response: Response): Promise<string | undefined> {
  const body: { error?: { message?: unknown } } = await response.json().catch(() => ({}));
  const message = body.error?.message;
  return typeof message === "string" ? message : undefined;
}

async function* linesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}

import type { DemoSettings, DemoState, Outage, Recipe, Recording, Replay } from "../wire.ts";

/** The console's calls to the demo's server. **Errors** each rejects with words for people. */

export async function fetchState(): Promise<DemoState> {
  const state: DemoState = await (await call("GET", "/demo/state")).json();
  return state;
}

export async function putSettings(settings: DemoSettings): Promise<void> {
  await call("PUT", "/demo/settings", settings);
}

export async function fetchConsoleKey(agent: string): Promise<string> {
  const { apiKey }: { apiKey: string } = await (
    await call("POST", "/demo/console-key", { agent })
  ).json();
  return apiKey;
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

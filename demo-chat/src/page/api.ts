import type { Money } from "../chat/money.ts";
import type { TurnLog } from "../chat/timeline.ts";

/** What `GET /demo/state` tells. */
export type DemoState = {
  loading?: { text: string; done?: number; total?: number };
  money: Money | null;
  turns: TurnLog[];
};

/** **Errors** rejects when the server cannot be reached or refuses. */
export async function fetchState(): Promise<DemoState> {
  const response = await fetch("/demo/state");
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  const state: DemoState = await response.json();
  return state;
}

/** Sends a message and hands on the words of the answer as they arrive. **Errors** rejects. */
export async function ask(text: string, onWords: (words: string) => void): Promise<void> {
  const response = await fetch("/demo/chat", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ text }),
  });
  if (!response.ok || response.body === null) {
    throw new Error(`The chat answered ${response.status}.`);
  }
  let isComplete = false;
  for await (const line of linesOf(response.body)) {
    const event: { type: string; text?: string } = JSON.parse(line);
    if (event.type === "text") onWords(event.text ?? "");
    if (event.type === "end") isComplete = true;
  }
  if (!isComplete) throw new Error("The answer broke off.");
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

export async function forgetConversation(): Promise<void> {
  await fetch("/demo/chat/new", { method: "POST" });
}

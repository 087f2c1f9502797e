import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../../../publisher-kit/src/sidecar/main.ts", import.meta.url));
const ORIGIN = "https://chat.example";

/** The program as `npx` runs it, on a free port. **Shape** its URL and what ends it. */
export async function startProgram(exchangeUrl: string, flags: readonly string[]) {
  const child = spawn(process.execPath, [MAIN, "serve", "--port", "0", ...flags], {
    env: { ...process.env, PLACARD_URL: exchangeUrl, PLACARD_KEY: "rk_live_test_key" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const url = await addressOf(child);
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    const ended = once(child, "exit");
    child.kill(signal);
    const [code] = await ended;
    return code;
  };
  return { url, end };
}

async function addressOf(child: ChildProcess): Promise<string> {
  const said: string[] = [];
  if (child.stderr === null) throw new Error("The program has no output.");
  for await (const line of createInterface(child.stderr)) {
    said.push(line);
    if (!line.includes('"listening"')) continue;
    child.stderr.resume();
    return JSON.parse(line).address;
  }
  throw new Error(`The program ended: ${said.join("\n")}`);
}

export const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", origin: ORIGIN, ...headers },
    body: JSON.stringify(body),
  });

/** A reader's turn and the view of its campaign's card. **Shape** the turn and the answer. */
export async function viewOnce(url: string, sessionKey: string, text: string) {
  const { turnId, cards } = await (await post(`${url}/turn`, { text, sessionKey })).json();
  const { token } = await (await post(`${url}/session`, { origin: ORIGIN, sessionKey })).json();
  const card = cards.find(({ kind }: { kind: string }) => kind === "campaign");
  const { cardToken } = card;
  const events = [{ id: sessionKey, type: "viewable", cardToken, turnId, at: Date.now() }];
  const answer = await post(`${url}/events`, { token, events });
  return { turnId: String(turnId), status: answer.status, body: await answer.json() };
}

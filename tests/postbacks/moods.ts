import type { ServerResponse } from "node:http";
import type { Random } from "../crash/random.ts";

/** How a receiver treats one message. */
export type Mood =
  | "takes it"
  | "fails"
  | "is slow"
  | "breaks off"
  | "redirects"
  | "is gone"
  | "is busy"
  | "never ends";

/** Of 1,000 messages; the rest is taken. */
const SHARES: readonly (readonly [Mood, number])[] = [
  ["fails", 300],
  ["is slow", 15],
  ["breaks off", 50],
  ["redirects", 50],
  ["is gone", 1],
  ["is busy", 4],
  ["never ends", 10],
];

export function drawMood(random: Random): Mood {
  let drawn = random.next() * 1_000;
  for (const [mood, share] of SHARES) {
    drawn -= share;
    if (drawn < 0) return mood;
  }
  return "takes it";
}

/** Whether the exchange may count a message as delivered. */
export function isAccepted(mood: Mood): boolean {
  return mood === "takes it" || mood === "never ends";
}

const TEN_GB = 10_000_000_000;

export function answerInMood(response: ServerResponse, mood: Mood, forbiddenUrl: string): void {
  response.on("error", () => undefined);
  if (mood === "takes it") response.writeHead(204).end();
  else if (mood === "fails") response.writeHead(500).end("no");
  else if (mood === "breaks off") response.destroy();
  else if (mood === "redirects") response.writeHead(302, { location: forbiddenUrl }).end();
  else if (mood === "is gone") response.writeHead(410).end();
  else if (mood === "is busy") response.writeHead(429, { "retry-after": "1" }).end();
  else if (mood === "never ends") flood(response);
  // One that is slow says nothing at all: the sender has to give up.
}

function flood(response: ServerResponse): void {
  response.writeHead(200, { "content-length": TEN_GB });
  const part = Buffer.alloc(65_536, "x");
  const more = () => {
    while (!response.destroyed && response.write(part));
    if (!response.destroyed) response.once("drain", more);
  };
  more();
}

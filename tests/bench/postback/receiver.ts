import { createServer } from "node:http";

/** What the receiver is asked: to begin anew, or what came since. */
export type ReceiverOrder = { readonly ask: "open" | "reset" | "arrivals" };

export interface Arrivals {
  readonly port: number;
  /** When each event was first told to the side that heard of it last. **Units** ms since 1970. */
  readonly atMs: ReadonlyMap<string, number>;
  readonly requests: number;
}

/** A receiver as good as they come, in a process of its own: it answers at once. */
const atMs = new Map<string, number>();
const seen = new Set<string>();
let requests = 0;
let port = 0;
const EVENT_ID = /"eventId":"(evt_[0-9a-z]{26})"/;

const server = createServer((request, response) => {
  const nowMs = performance.timeOrigin + performance.now();
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.on("end", () => {
    requests += 1;
    const [, eventId] = EVENT_ID.exec(Buffer.concat(parts).toString()) ?? [];
    const once = `${request.url}${eventId}`;
    if (eventId !== undefined && !seen.has(once)) atMs.set(eventId, nowMs);
    seen.add(once);
    response.writeHead(204).end();
  });
});

process.on("message", (order: ReceiverOrder) => void carryOut(order));

async function carryOut({ ask }: ReceiverOrder): Promise<void> {
  if (ask === "open") {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    port = typeof address === "object" && address !== null ? address.port : 0;
  }
  if (ask === "reset") {
    atMs.clear();
    seen.clear();
    requests = 0;
  }
  process.send?.({ result: { port, atMs, requests } satisfies Arrivals });
}

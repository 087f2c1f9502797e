import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** What the line between a publisher and the exchange does to a call. */
const FAULTS = ["refused", "lost", "cut", "failing", "limited", "slow"] as const;
type Fault = (typeof FAULTS)[number];

/** Longer than a turn of the soak may take, shorter than a report may. */
const SLOW_MS = 900;

export type FaultyLine = {
  /** What publishers know as the exchange. */
  baseUrl: string;
  /** Calls that were harmed, by what happened to them. */
  harmed: Record<Fault, number>;
  calls: () => number;
  pointTo(target: string): void;
  /** From now on a share of all calls is harmed, from 0 to 1; at first none is. */
  harm(share: number): void;
  close(): Promise<void>;
};

/**
 * A server before the exchange that harms a share of all calls: some never arrive, some are done
 * and their answer is lost whole or in half, some are refused or late. `random` gives 0 to 1.
 */
export async function startFaultyLine(random: () => number): Promise<FaultyLine> {
  const harmed = { refused: 0, lost: 0, cut: 0, failing: 0, limited: 0, slow: 0 };
  let target = "";
  let faultShare = 0;
  let calls = 0;

  function draw(): Fault | undefined {
    if (random() >= faultShare) return undefined;
    const fault = FAULTS[Math.floor(random() * FAULTS.length)];
    if (fault !== undefined) harmed[fault] += 1;
    return fault;
  }

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    calls += 1;
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(Buffer.from(part));
    const fault = draw();
    if (isStopped(fault, incoming, outgoing)) return;
    const { status, headers, body } = await forward(target, incoming, Buffer.concat(parts));
    if (fault === "lost") return void incoming.socket.destroy();
    if (fault === "slow") await sleep(SLOW_MS);
    outgoing.writeHead(status, headers);
    if (fault !== "cut") return void outgoing.end(body);
    outgoing.write(body.subarray(0, body.length >> 1), () => void incoming.socket.destroy());
  }

  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => void incoming.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    harmed,
    calls: () => calls,
    pointTo(url) {
      target = url;
    },
    harm(share) {
      faultShare = share;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Whether a call ends before the exchange hears of it. */
function isStopped(
  fault: Fault | undefined,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): boolean {
  if (fault === "refused") incoming.socket.destroy();
  else if (fault === "failing") outgoing.writeHead(503).end("{}");
  else if (fault === "limited") outgoing.writeHead(429, { "retry-after": "1" }).end("{}");
  else return false;
  return true;
}

type Answer = { status: number; headers: Record<string, string>; body: Buffer };

function forward(target: string, incoming: IncomingMessage, body: Buffer): Promise<Answer> {
  const { accept = "*/*", authorization = "", "content-type": type = "" } = incoming.headers;
  return new Promise((resolve, reject) => {
    const outgoing = request(
      new URL(incoming.url ?? "/", target),
      {
        method: incoming.method ?? "GET",
        headers: {
          accept,
          ...(authorization !== "" && { authorization }),
          ...(type !== "" && { "content-type": type }),
          "content-length": body.length,
        },
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("error", reject);
        response.on("end", () => {
          const whole = Buffer.concat(parts);
          const headers = {
            "content-type": response.headers["content-type"] ?? "text/plain",
            "content-length": String(whole.length),
            ...(response.headers.location !== undefined && { location: response.headers.location }),
          };
          resolve({ status: response.statusCode ?? 502, headers, body: whole });
        });
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

import {
  createServer,
  type IncomingHttpHeaders,
  type Server,
  type ServerResponse,
} from "node:http";
import { Webhook } from "standardwebhooks";
import { z } from "zod";

/** One request as a receiver got it. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly id: string;
  readonly type: string;
  readonly atMs: number;
}

export type Answer = (response: ServerResponse, received: Received) => void;

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** Connections that were opened so far. */
  connections(): number;
  answerWith(answer: Answer): void;
  close(): Promise<void>;
}

const envelopeSchema = z.object({ id: z.string(), type: z.string() });

export const answerOk: Answer = (response) => void response.writeHead(204).end();

export function answerStatus(status: number, headers: Record<string, string> = {}): Answer {
  return (response) => void response.writeHead(status, headers).end("no");
}

/** A webhook receiver on this machine that remembers everything. */
export async function startReceiver(answer: Answer = answerOk): Promise<Receiver> {
  const received: Received[] = [];
  let answers = answer;
  let opened = 0;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const body = Buffer.concat(parts).toString();
      const { id, type } = envelopeSchema.parse(JSON.parse(body));
      const { url: path = "", headers } = request;
      const one = { path, headers, body, id, type, atMs: Date.now() };
      received.push(one);
      answers(response, one);
    });
  });
  server.on("connection", () => {
    opened += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${portOf(server)}/hook`,
    received,
    connections: () => opened,
    answerWith(next) {
      answers = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function portOf(server: Server): number {
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("It listens nowhere.");
  return address.port;
}

/** Whether a library that knows nothing of us accepts the message; its clock is the real one. */
export function isVerified({ headers, body }: Received, secret: string): boolean {
  try {
    const flat = Object.entries(headers).map(([name, value]) => [name, String(value)]);
    new Webhook(secret).verify(body, Object.fromEntries(flat));
    return true;
  } catch {
    return false;
  }
}

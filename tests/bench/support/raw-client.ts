import { connect, type Socket } from "node:net";

/** What is needed to judge an answer without parsing it, which would cost the server its core. */
export interface RawAnswer {
  readonly status: number;
  /** The last bytes of the body, at most `TAIL_BYTES`. */
  readonly tail: string;
}

export interface RawClient {
  /** One request at a time. **Errors** rejects when the connection breaks. */
  send(message: Buffer): Promise<RawAnswer>;
  close(): void;
}

const TAIL_BYTES = 64;
const HEADER_END = "\r\n\r\n";

interface Waiting {
  readonly resolve: (answer: RawAnswer) => void;
  readonly reject: (error: Error) => void;
}

/** One HTTP/1.1 request as bytes, made before the clock runs. */
export function requestBytes(options: {
  port: number;
  key: string;
  body: string;
  headers?: readonly string[];
}): Buffer {
  const body = Buffer.from(options.body);
  const head = [
    "POST /api/agent HTTP/1.1",
    `Host: 127.0.0.1:${options.port}`,
    `Authorization: Bearer ${options.key}`,
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
    ...(options.headers ?? []),
  ].join("\r\n");
  return Buffer.concat([Buffer.from(head + HEADER_END), body]);
}

/** The smallest HTTP client that can load a server on the same two cores without starving it. */
export async function openRawClient(port: number): Promise<RawClient> {
  const socket = await opened(port);
  let waiting: Waiting | null = null;
  let head: Buffer = Buffer.alloc(0);
  let status = 0;
  let remaining = -1;
  let tail: Buffer = Buffer.alloc(0);

  const fail = (error: Error) => {
    waiting?.reject(error);
    waiting = null;
  };
  const takeHead = (chunk: Buffer): Buffer | null => {
    head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
    const end = head.indexOf(HEADER_END);
    if (end < 0) return null;
    const text = head.toString("latin1", 0, end);
    status = Number(text.slice(9, 12));
    remaining = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
    const rest = head.subarray(end + HEADER_END.length);
    head = Buffer.alloc(0);
    return rest;
  };
  socket.on("data", (chunk: Buffer) => {
    const part = remaining < 0 ? takeHead(chunk) : chunk;
    if (part === null) return;
    remaining -= part.length;
    tail = part.length >= TAIL_BYTES ? part : Buffer.concat([tail, part]);
    if (remaining > 0) return;
    remaining = -1;
    const answer = { status, tail: tail.toString("utf8", Math.max(0, tail.length - TAIL_BYTES)) };
    tail = Buffer.alloc(0);
    const { resolve } = waiting ?? {};
    waiting = null;
    resolve?.(answer);
  });
  socket.on("error", fail);
  socket.on("close", () => fail(new Error("The connection was closed.")));
  return {
    send: (message) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(message);
      }),
    close: () => socket.destroy(),
  };
}

function opened(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    socket.once("error", reject);
    socket.once("connect", () => {
      socket.off("error", reject);
      resolve(socket);
    });
  });
}

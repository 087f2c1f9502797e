import { connect, type Socket } from "node:net";

export interface WireAnswer {
  readonly status: number;
  /** No further request may follow on its connection. */
  readonly isLast: boolean;
  readonly body: string;
}

/**
 * One HTTP/1.1 connection by hand, which opens again after every break: a client library would
 * cost more than the server it loads, and would hide where a connection is cut.
 */
export interface Wire {
  /** One request at a time. **Errors** rejects when nobody can say what became of it. */
  send(message: Buffer): Promise<WireAnswer>;
  /** Breaks the connection under a request that waits; false when none does. */
  cut(): boolean;
  /** The next request breaks off after half of its bytes. */
  cutNextInHalf(): void;
  close(): void;
}

interface Waiting {
  readonly resolve: (answer: WireAnswer) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

const HEADER_END = "\r\n\r\n";

export function openWire(options: { port: number; timeoutMs: number }): Wire {
  let socket: Socket | null = null;
  let waiting: Waiting | null = null;
  let isNextHalf = false;

  const fail = (error: Error) => {
    socket?.destroy();
    socket = null;
    const failed = waiting;
    waiting = null;
    clearTimeout(failed?.timer);
    failed?.reject(error);
  };
  const open = (): Socket => {
    const opened = connect({ port: options.port, host: "127.0.0.1", noDelay: true });
    const read = createReader((answer) => {
      const answered = waiting;
      waiting = null;
      clearTimeout(answered?.timer);
      if (answer.isLast && socket === opened) {
        socket = null;
        opened.destroy();
      }
      answered?.resolve(answer);
    });
    const end = (error: Error) => {
      if (socket === opened) fail(error);
    };
    opened.on("data", read);
    opened.on("error", end);
    opened.on("close", () => end(new Error("The connection was closed.")));
    return opened;
  };
  return {
    send(message) {
      return new Promise((resolve, reject) => {
        const silent = () => fail(new Error(`No answer within ${options.timeoutMs} ms.`));
        waiting = { resolve, reject, timer: setTimeout(silent, options.timeoutMs) };
        socket ??= open();
        if (!isNextHalf) {
          socket.write(message);
          return;
        }
        isNextHalf = false;
        const half = message.subarray(0, Math.floor(message.length / 2));
        socket.write(half, () => fail(new Error("Cut in the middle of the request.")));
      });
    },
    cut() {
      if (waiting === null) return false;
      fail(new Error("Cut before the answer."));
      return true;
    },
    cutNextInHalf: () => {
      isNextHalf = true;
    },
    close: () => fail(new Error("The client is done.")),
  };
}

/** Reads answers with a Content-Length, which is how the exchange writes all of its own. */
function createReader(onAnswer: (answer: WireAnswer) => void): (chunk: Buffer) => void {
  let chunks: Buffer[] = [];
  let status = 0;
  let isLast = false;
  let remaining = -1;
  return (chunk) => {
    let part = chunk;
    if (remaining < 0) {
      const head = chunks.length === 0 ? chunk : Buffer.concat([...chunks, chunk]);
      const end = head.indexOf(HEADER_END);
      if (end < 0) {
        chunks = [head];
        return;
      }
      const text = head.toString("latin1", 0, end);
      status = Number(text.slice(9, 12));
      isLast = /^connection: close/im.test(text);
      remaining = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
      chunks = [];
      part = head.subarray(end + HEADER_END.length);
    }
    remaining -= part.length;
    chunks.push(part);
    if (remaining > 0) return;
    const body = Buffer.concat(chunks).toString("utf8");
    chunks = [];
    remaining = -1;
    onAnswer({ status, isLast, body });
  };
}

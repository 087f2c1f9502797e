import { EventEmitter, once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export type Target = { host: string; port: number };

/** A piece of wire between this process and a store, which can be cut. */
export type Relay = {
  /** Where it listens on 127.0.0.1. */
  port: number;
  /** Breaks every connection and every new one, as a crashed store would. */
  cut(): void;
  restore(): void;
  /** Resolves when no connection is open, or after `timeoutMs`. */
  drain(timeoutMs: number): Promise<void>;
  close(): Promise<void>;
};

/**
 * Opens the relay. Until it is cut it only carries bytes: it has no timeout, waits for a slow side,
 * and passes on what was sent before an end.
 *
 * It runs in this thread: in one of its own, a query took longer, not shorter.
 * `tests/integration/demo/outages.test.ts` holds what it adds to a query to a limit.
 */
export async function layRelay(
  target: Target,
  onError: (error: Error) => void = () => undefined,
): Promise<Relay> {
  const open = new Set<Socket>();
  const emptied = new EventEmitter();
  let isCut = false;
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
    near.on("error", () => undefined);
    if (isCut) near.resetAndDestroy();
    else join(near, connect({ ...target, allowHalfOpen: true, noDelay: true }), { open, emptied });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // One connection that could not be accepted is no reason to end.
  server.on("error", onError);
  const breakAll = () => {
    for (const socket of open) socket.resetAndDestroy();
  };
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    cut() {
      isCut = true;
      breakAll();
    },
    restore() {
      isCut = false;
    },
    async drain(timeoutMs) {
      if (open.size === 0) return;
      const signal = AbortSignal.timeout(timeoutMs);
      await once(emptied, "empty", { signal }).catch(() => undefined);
    },
    async close() {
      isCut = true;
      breakAll();
      server.close();
      await once(server, "close");
    },
  };
}

type Connections = { open: Set<Socket>; emptied: EventEmitter };

function join(near: Socket, far: Socket, { open, emptied }: Connections): void {
  for (const [socket, other] of [
    [near, far],
    [far, near],
  ] as const) {
    open.add(socket);
    // What is broken on one side is broken on the other; what has ended was handed on by `pipe`.
    socket.on("error", () => other.resetAndDestroy());
    socket.on("close", () => {
      open.delete(socket);
      if (!socket.readableEnded) other.destroy();
      if (open.size === 0) emptied.emit("empty");
    });
    socket.pipe(other);
  }
}

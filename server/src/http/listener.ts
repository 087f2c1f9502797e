import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { AnswerMalformed } from "./malformed.ts";

export interface Listener {
  readonly port: number;
  /**
   * Stops accepting connections, lets running responses finish for at most `graceMs`, and closes
   * idle connections at once. Browsers open connections in advance and never use them; Node counts
   * those as busy and would wait for each.
   */
  close(graceMs: number): Promise<void>;
}

/**
 * Starts to listen on an address; `malformed` answers bytes that are not a request.
 *
 * **Errors** those of the socket, such as `EADDRINUSE`.
 */
export async function listen(
  answer: RequestListener,
  address: { readonly host: string; readonly port: number },
  malformed?: AnswerMalformed,
): Promise<Listener> {
  // The app refuses a request without it, in the same words as every other.
  const server = createServer({ requireHostHeader: false }, answer);
  const answering = new Map<Duplex, Set<ServerResponse>>();
  let isClosing = false;
  server.on("connection", (socket) => {
    answering.set(socket, new Set());
    socket.once("close", () => answering.delete(socket));
  });
  server.on("request", ({ socket }, res) => {
    const answers = answering.get(socket);
    answers?.add(res);
    res.once("close", () => {
      answers?.delete(res);
      if (isClosing && answers?.size === 0) socket.destroy();
    });
  });
  server.on("clientError", (error, socket) => {
    const hasBegun = [...(answering.get(socket) ?? [])].some((res) => res.headersSent);
    const isGone = "code" in error && error.code === "ECONNRESET";
    if (malformed === undefined || isGone || hasBegun || !socket.writable) socket.destroy();
    else socket.end(malformed(error));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(address.port, address.host, resolve);
  });
  const bound = server.address();
  return {
    port: typeof bound === "object" && bound !== null ? bound.port : address.port,
    async close(graceMs) {
      isClosing = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const [socket, answers] of answering) {
        if (answers.size === 0) socket.destroy();
      }
      const timer = setTimeout(() => server.closeAllConnections(), graceMs);
      await closed;
      clearTimeout(timer);
    },
  };
}

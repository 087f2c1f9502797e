import { createServer, type RequestListener } from "node:http";
import type { Socket } from "node:net";

export interface Listener {
  readonly port: number;
  /**
   * Takes no new connection, lets answers under way finish for at most `graceMs`, and closes at
   * once what only waits. Browsers open connections ahead of need and never use them; Node counts
   * those as busy and would wait for each.
   */
  close(graceMs: number): Promise<void>;
}

/** Starts answering on an address. **Errors** those of the socket, such as `EADDRINUSE`. */
export async function listen(
  answer: RequestListener,
  address: { readonly host: string; readonly port: number },
): Promise<Listener> {
  const server = createServer(answer);
  const answering = new Map<Socket, number>();
  let isClosing = false;
  const settle = (socket: Socket, change: number) => {
    const requests = (answering.get(socket) ?? 0) + change;
    if (requests === 0 && isClosing) socket.destroy();
    else if (!socket.destroyed) answering.set(socket, requests);
  };
  server.on("connection", (socket) => {
    answering.set(socket, 0);
    socket.once("close", () => answering.delete(socket));
  });
  server.on("request", ({ socket }, res) => {
    settle(socket, 1);
    res.once("close", () => settle(socket, -1));
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
      for (const [socket, requests] of answering) {
        if (requests === 0) socket.destroy();
      }
      const timer = setTimeout(() => server.closeAllConnections(), graceMs);
      await closed;
      clearTimeout(timer);
    },
  };
}

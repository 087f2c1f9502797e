import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export interface Cable {
  /** The same database through this cable. */
  readonly databaseUrl: string;
  /** Breaks every connection and refuses new ones, as a database that died would. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/** A cable between an exchange and a real PostgreSQL, which a test can cut. */
export async function layCable(databaseUrl: string): Promise<Cable> {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The cable has no port.");
  const near = new URL(databaseUrl);
  near.hostname = "127.0.0.1";
  near.port = String(address.port);
  const breakAll = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    databaseUrl: near.href,
    cut() {
      isCut = true;
      breakAll();
    },
    mend() {
      isCut = false;
    },
    async close() {
      breakAll();
      server.close();
      await once(server, "close");
    },
  };
}

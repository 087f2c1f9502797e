import { connect, createServer, type Socket } from "node:net";

/** Passes bytes to a port. Its connections can go silent, as behind a firewall that lost them. */
export async function startRelay(port: number) {
  const pairs = new Set<readonly [Socket, Socket]>();
  const server = createServer((client) => {
    const upstream = connect({ port, host: "127.0.0.1", noDelay: true });
    const pair = [client.setNoDelay(true), upstream] as const;
    pairs.add(pair);
    client.pipe(upstream).pipe(client);
    for (const socket of pair) {
      socket.on("error", () => undefined);
      socket.on("close", () => {
        pairs.delete(pair);
        for (const each of pair) each.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: Number(Object(server.address()).port),
    /** All open connections stay open and pass nothing any more; new ones pass. */
    silence(): number {
      for (const [client, upstream] of pairs) {
        client.unpipe();
        upstream.unpipe();
      }
      return pairs.size;
    },
    close(): void {
      server.close();
      for (const pair of pairs) for (const socket of pair) socket.destroy();
    },
  };
}

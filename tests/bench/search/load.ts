import { openRawClient, type RawClient } from "../support/raw-client.ts";
import type { LoadOrder, LoadResult } from "./messages.ts";
import { answerOrders } from "./replies.ts";

/** The load generator, a process of its own. */
let next = 0;

answerOrders<LoadOrder, LoadResult>(async ({ port, queries, connections, durationMs }) => {
  const requests = queries.map((query) => requestFor(port, query));
  // The server closes what nobody uses, so that connections cannot wait for the next order.
  const opening = Array.from({ length: connections }, () => openRawClient(port));
  const clients = await Promise.all(opening);
  const latenciesMs: number[] = [];
  const endsAt = performance.now() + durationMs;
  const loop = async (client: RawClient) => {
    for (;;) {
      const startedAt = performance.now();
      if (startedAt >= endsAt) return;
      const request = requests[next++ % requests.length];
      if (request === undefined) throw new Error("There is nothing to search for.");
      const { status, tail } = await client.send(request);
      latenciesMs.push(performance.now() - startedAt);
      // The list ends with the query as understood: it was answered, and not from nothing.
      if (status !== 200 || !tail.endsWith("}}")) throw new Error(`${status} ${tail}`);
    }
  };
  try {
    await Promise.all(clients.map(loop));
  } finally {
    for (const client of clients) client.close();
  }
  return { latenciesMs: Float64Array.from(latenciesMs) };
});

function requestFor(port: number, query: string): Buffer {
  const path = `/api/public/shopfeed-products?q=${encodeURIComponent(query)}`;
  return Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
}

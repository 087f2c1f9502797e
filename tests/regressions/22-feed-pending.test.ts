import { expect, test } from "vitest";
import { systemClock } from "../../server/src/core/clock.ts";
import { importFeed } from "../../server/src/domain/catalog/index.ts";
import { readFeed } from "../../server/src/providers/feed/reader.ts";
import { linesOf, row } from "../integration/domain/catalog/rows.ts";
import { startExchange } from "../setup/exchange.ts";
import { setUp } from "../setup/shared.ts";

const server = setUp(startExchange);

async function listed(query: string) {
  const path = `/api/public/shopfeed-products?${query}`;
  const answer = await fetch(`${server.baseUrl}${path}`);
  const list = await answer.json();
  return { status: list.status, hasMore: list.hasMore, cache: answer.headers.get("cache-control") };
}

/** An import that has read its first rows and waits for the others. */
function startImport(feed: string, rows: readonly object[]) {
  const others = Promise.withResolvers<void>();
  const halfRead = Promise.withResolvers<void>();
  async function* source() {
    yield* linesOf(rows);
    halfRead.resolve();
    await others.promise;
  }
  const { db } = server.exchange.services;
  const done = importFeed({ db, clock: systemClock, feed, reader: readFeed, source: source() });
  const finish = () => {
    others.resolve();
    return done;
  };
  return { halfRead: halfRead.promise, finish };
}

const PENDING = { status: "feed_pending", hasMore: false, cache: "no-store" };

test("an exchange without a feed says that nothing was found", async () => {
  await server.exchange.services.catalog.refresh();
  expect((await listed("q=kettle")).status).toBe("empty");
});

test("while the first feed loads the answer is feed_pending and not cached", async () => {
  const loading = startImport("first", [row("kettle-1", { title: "Copper kettle" })]);
  await loading.halfRead;
  expect(await listed("q=kettle")).toEqual(PENDING);
  await loading.finish();
  // From the commit on, whether this process has followed it or not.
  const seen = new Set<string>();
  for (let turn = 0; turn < 400 && !seen.has("ok"); turn += 1) {
    seen.add((await listed("q=kettle")).status);
  }
  expect(seen.has("ok")).toBe(true);
  expect(seen.has("empty")).toBe(false);
});

test("what is not in the catalogue is pending while another feed loads, then empty", async () => {
  await server.exchange.services.catalog.refresh();
  expect((await listed("q=telescope")).status).toBe("empty");
  const loading = startImport("second", [row("lamp-1", { title: "Oak lamp" })]);
  await loading.halfRead;
  await server.exchange.services.catalog.refresh();
  expect(await listed("q=telescope")).toEqual(PENDING);
  expect((await listed("q=kettle")).status).toBe("ok");
  await loading.finish();
  await server.exchange.services.catalog.refresh();
  const empty = await listed("q=telescope");
  expect(empty.status).toBe("empty");
  expect(empty.cache).toContain("max-age");
});

test("an import that fails leaves nothing pending", async () => {
  const loading = startImport("broken", [{ id: "none" }]);
  await loading.halfRead;
  await expect(loading.finish()).rejects.toThrow("None of the 1 rows is a product");
  await server.exchange.services.catalog.refresh();
  expect((await listed("q=telescope")).status).toBe("empty");
});

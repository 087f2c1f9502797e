import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SEARCH_DEADLINE_MS } from "../../../../server/src/domain/catalog/index.ts";
import { createPostgresFinder } from "../../../../server/src/domain/catalog/postgres/engine.ts";
import { startExchange, type TestExchange } from "../../../setup/exchange.ts";
import { createEngineWorld, type EngineWorld } from "./engines.ts";
import { row } from "./rows.ts";

let world: EngineWorld;
let admin: pg.Client;
beforeAll(async () => {
  world = await createEngineWorld();
  await world.load("words", [row("kettle"), row("pan", { title: "Iron pan" })]);
  admin = new pg.Client({ connectionString: world.databaseUrl });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await world.close();
});

const search = (query: string) => ({ query, page: 1, limit: 6 });

test("a search that takes too long answers feed_pending in time, the next is well", async () => {
  const catalog = world.make("postgres", { searchDeadlineMs: SEARCH_DEADLINE_MS });
  await admin.query("begin; lock table product in access exclusive mode");
  const startedMs = performance.now();
  const lists = await Promise.all(
    Array.from({ length: 100 }, () => catalog.search(search("kettle"))),
  );
  const tookMs = performance.now() - startedMs;
  await admin.query("rollback");
  expect(new Set(lists.map(({ status }) => status))).toEqual(new Set(["feed_pending"]));
  expect(lists[0]).toMatchObject({ items: [], hasMore: false, query: { q: "kettle" } });
  // The deadline of 250 ms and what a busy machine adds to it.
  expect(tookMs).toBeLessThan(1_500);
  await expect.poll(async () => (await catalog.search(search("kettle"))).status).toBe("ok");
});

test("no text whatever makes PostgreSQL refuse the search", async () => {
  const finder = createPostgresFinder({ db: world.db, deadlineMs: 5_000 });
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 60 }),
    fc.string({
      unit: fc.constantFrom(..."'\"&|!<>():*\\ aé\u0000\u02bc\u0149\ufb01½㎏²5./-_"),
      maxLength: 60,
    }),
  );
  await fc.assert(
    fc.asyncProperty(text, fc.constantFrom("relevance", "price_asc"), async (query, sort) => {
      const filters = { brand: query.slice(0, 9), category: query.slice(9, 12) };
      for (const asked of [
        { text: query, filters: {} },
        { text: "", filters },
      ] as const) {
        const found = await finder.find({ ...asked, sort, offset: 0, count: 6 });
        expect(found).not.toBeNull();
      }
    }),
    { numRuns: 200 },
  );
});

test("a new price leaves the words alone, a new text and a return do not", async () => {
  const words = async (id: string) => {
    const { rows } = await admin.query<{ version: string; words: string }>(
      `select w.xmin as version, w.words::text from product_words w
       join product p using (number) where p.external_id = $1`,
      [id],
    );
    return rows[0];
  };
  await world.load("split", [row("split-1", { title: "Zinc bucket" }), row("split-2")]);
  const first = await words("split-1");
  expect(first?.words).toContain("'bucket':2A");
  await world.load("split", [row("split-1", { title: "Zinc bucket", price: 3 }), row("split-2")]);
  expect(await words("split-1")).toEqual(first);
  await world.load("split", [row("split-1", { title: "Zinc pail" }), row("split-2")]);
  expect((await words("split-1"))?.words).toContain("'pail':2A");
  await world.load("split", [row("split-2")]);
  expect(await words("split-1")).toBeUndefined();
  await world.load("split", [row("split-1", { title: "Zinc pail" }), row("split-2")]);
  expect((await words("split-1"))?.words).toContain("'pail':2A");
  const { rows } = await admin.query(
    `select count(*)::integer as differing from product p
     full join product_words w using (number)
     where (p.retired_at is null) <> (w.number is not null)
        or w.words <> search_vector(p.title, p.brand, p.category, p.color, p.description)`,
  );
  expect(rows).toEqual([{ differing: 0 }]);
});

test("an exchange with SEARCH_ENGINE=postgres is ready at once and answers over HTTP", async () => {
  let exchange: TestExchange | undefined;
  try {
    exchange = await startExchange({ env: { SEARCH_ENGINE: "postgres" }, beside: world });
    expect((await fetch(`${exchange.baseUrl}/readyz`)).status).toBe(200);
    const { call } = exchange;
    let text = "";
    // The first search of all also opens its connection, which a busy machine may take long for.
    await expect
      .poll(async () => {
        const found = await call("search_shopfeed_products", { q: "iron pan" });
        text = found.text;
        return found.body;
      })
      .toMatchObject({ status: "ok", items: [{ id: "pan" }] });
    const clickUrl = /"clickUrl":"([^"]+)"/.exec(text)?.[1] ?? "";
    const click = await fetch(clickUrl, { redirect: "manual" });
    expect(click.headers.get("location")).toBe("https://shop.test/p/pan");
  } finally {
    await exchange?.close();
  }
});

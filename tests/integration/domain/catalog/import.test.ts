import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { systemClock } from "../../../../server/src/core/clock.ts";
import {
  importFeed,
  listFeeds,
  listRejections,
} from "../../../../server/src/domain/catalog/index.ts";
import { readFeed } from "../../../../server/src/providers/feed/reader.ts";
import { setUp } from "../../../setup/shared.ts";
import { createCatalogWorld, idsFound, linesOf, row } from "./support.ts";

const world = setUp(createCatalogWorld);

async function liveIds(feed: string): Promise<string[]> {
  const rows = await world.db.query<{ id: string }>(
    {
      name: "",
      text: `select external_id as id from product
             where feed_name = $1 and retired_at is null order by external_id`,
    },
    [feed],
  );
  return rows.map(({ id }) => id);
}

async function prices(feed: string): Promise<{ price: string; count: number }[]> {
  return world.db.query(
    {
      name: "",
      text: `select price_micros as price, count(*)::integer as count from product
             where feed_name = $1 and retired_at is null group by 1`,
    },
    [feed],
  );
}

describe("what an import refuses", () => {
  const bad: [reason: RegExp, row: object | string][] = [
    [/not JSON/, "{not json"],
    [/not a JSON object/, "[1, 2]"],
    [/id is missing/, row("x", { id: undefined })],
    [/id must be/, row("has space")],
    [/id must be/, row("x".repeat(129))],
    [/title is missing/, row("no-title", { title: "  \u0000 " })],
    [/title must be a text/, row("odd-title", { title: { en: "Kettle" } })],
    [/price is missing/, row("no-price", { price: undefined })],
    [/price must be above 0/, row("free", { price: 0 })],
    [/price must be above 0/, row("negative", { price: -5 })],
    [/price must be a number/, row("words", { price: "ask us" })],
    [/price must be at most/, row("huge", { price: 1e12 })],
    [/price is below/, row("dust", { price: 0.001 })],
    [/currency is missing/, row("no-currency", { currency: undefined })],
    [/currency must be/, row("odd-currency", { currency: "DOLLARS" })],
    [/link is missing/, row("no-link", { link: undefined })],
    [/link must be/, row("script", { link: "javascript:alert(1)" })],
    [/link must be/, row("file", { link: "file:///etc/passwd" })],
    [/link must be/, row("login", { link: "https://bank.test@evil.test/" })],
    [/imageUrl must be/, row("data-image", { imageUrl: "data:image/png;base64,AA" })],
    [/availability must be/, row("odd-stock", { availability: "maybe" })],
    [/longer than 64 KB/, row("long", { description: "x".repeat(70_000) })],
    [/id appears earlier/, row("good-2", { title: "The same id again" })],
  ];

  test("every kind of bad row is counted and listed with its line; the good go in", async () => {
    const rows = [row("good-1"), row("good-2"), ...bad.map(([, broken]) => broken), row("good-3")];
    const result = await world.load("bad-rows", rows);
    expect(result).toMatchObject({ rowsRead: rows.length, rowsRejected: bad.length, products: 3 });
    result.rejections.forEach((rejection, index) => {
      expect(rejection.line).toBe(index + 3);
      expect(rejection.reason).toMatch(bad[index]?.[0] ?? /missing/);
    });
    expect(await liveIds("bad-rows")).toEqual(["good-1", "good-2", "good-3"]);
    expect(await listRejections(world.db, "bad-rows", 100)).toEqual(result.rejections);
  });

  test("an id that lives in another feed is refused, and its owner keeps it", async () => {
    await world.load("owner", [row("shared-id", { title: "The owner's kettle" })]);
    const other = await world.load("taker", [row("shared-id"), row("own-id")]);
    expect(other.rejections).toEqual([
      { line: 1, id: "shared-id", reason: "id belongs to the feed owner" },
    ]);
    expect(await liveIds("owner")).toEqual(["shared-id"]);
    expect(await liveIds("taker")).toEqual(["own-id"]);
  });

  test("a file without one product leaves the feed as it was", async () => {
    await world.load("careful", [row("careful-1")]);
    await expect(world.load("careful", ["{", row("x", { price: 0 })])).rejects.toThrow(
      /None of the 2 rows/,
    );
    expect(await liveIds("careful")).toEqual(["careful-1"]);
  });
});

describe("versions of a feed", () => {
  test("a second version changes only what differs and retires only inside its feed", async () => {
    await world.load("neighbour", [row("n-1")]);
    await world.load("shop", [row("s-1"), row("s-2"), row("s-3")]);
    const again = await world.load("shop", [row("s-1"), row("s-2", { price: 19 }), row("s-4")]);
    expect(again).toMatchObject({ version: 2, rowsChanged: 2, rowsRetired: 1, products: 3 });
    expect(await liveIds("shop")).toEqual(["s-1", "s-2", "s-4"]);
    expect(await liveIds("neighbour")).toEqual(["n-1"]);
  });

  test("the same file again changes nothing", async () => {
    const rows = [row("same-1"), row("same-2")];
    await world.load("same", rows);
    const again = await world.load("same", rows);
    expect(again).toMatchObject({ version: 2, rowsChanged: 0, rowsRetired: 0, products: 2 });
  });

  test("a product that left comes back under its old number", async () => {
    const numberOf = async () =>
      world.db.query<{ number: string }>({
        name: "",
        text: "select number from product where external_id = 'back-1' and retired_at is null",
      });
    await world.load("back", [row("back-1"), row("back-2")]);
    const before = await numberOf();
    await world.load("back", [row("back-2")]);
    expect(await numberOf()).toEqual([]);
    await world.load("back", [row("back-1"), row("back-2")]);
    expect(await numberOf()).toEqual(before);
  });

  test("a product may move to another feed once its old one let it go", async () => {
    await world.load("moving-from", [row("mover"), row("stayer")]);
    await world.load("moving-from", [row("stayer")]);
    await world.load("moving-to", [row("mover")]);
    expect(await liveIds("moving-to")).toEqual(["mover"]);
  });

  test("an import that dies half way leaves the old version; the rerun completes", async () => {
    const first = Array.from({ length: 1_500 }, (_, index) => row(`dying-${index}`));
    const second = first.map((old) => ({ ...old, price: 11 }));
    await world.load("dying", first);
    async function* cutOff() {
      yield* linesOf(second.slice(0, 1_200));
      throw new Error("the file went away");
    }
    const dying = importFeed({
      reader: readFeed,
      db: world.db,
      clock: systemClock,
      feed: "dying",
      source: cutOff(),
    });
    await expect(dying).rejects.toThrow("the file went away");
    expect(await prices("dying")).toEqual([{ price: "29900000", count: 1_500 }]);
    await world.load("dying", second);
    expect(await prices("dying")).toEqual([{ price: "11000000", count: 1_500 }]);
  });

  test.each(["reading", "applying"])(
    "kill -9 while %s leaves the old version, and the rerun needs no repair",
    async (phase) => {
      const feed = `killed-${phase}`;
      const rows = Array.from({ length: 2_500 }, (_, index) => row(`${feed}-${index}`));
      await world.load(feed, rows);
      const script = fileURLToPath(new URL("import-in-process.ts", import.meta.url));
      const child = spawn(process.execPath, [script, world.databaseUrl, feed, phase], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      const exited = once(child, "exit");
      const [said] = await once(child.stdout, "data");
      expect(String(said)).toBe(phase);
      child.kill("SIGKILL");
      await exited;
      expect(await prices(feed)).toEqual([{ price: "29900000", count: 2_500 }]);
      const changed = rows.map((old) => ({ ...old, price: 11 }));
      // PostgreSQL may need a moment to notice that the other side is gone.
      await expect
        .poll(
          () =>
            world.load(feed, changed).then(
              ({ version }) => version,
              (error: unknown) => String(error),
            ),
          { timeout: 15_000 },
        )
        .toBe(2);
      expect(await prices(feed)).toEqual([{ price: "11000000", count: 2_500 }]);
    },
  );

  test("nothing of an import stays in the staging tables, however it ended", async () => {
    const left = await world.db.query({
      name: "",
      text: "select feed_name from feed_key union all select feed_name from feed_change",
    });
    expect(left).toEqual([]);
  });

  test("two imports of one feed never run at the same time", async () => {
    const held = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    async function* slow() {
      yield* linesOf([row("slow-1")]);
      started.resolve();
      await held.promise;
    }
    const first = importFeed({
      reader: readFeed,
      db: world.db,
      clock: systemClock,
      feed: "slow",
      source: slow(),
    });
    await started.promise;
    await expect(world.load("slow", [row("slow-2")])).rejects.toMatchObject({ code: "conflict" });
    // Another feed is nobody's business.
    await world.load("meanwhile", [row("meanwhile-1")]);
    held.resolve();
    await first;
    expect(await liveIds("slow")).toEqual(["slow-1"]);
  });

  test("the status of each feed is that of its newest import", async () => {
    await world.load("status", [row("status-1"), row("status-2", { price: 0 })]);
    const feeds = await listFeeds(world.db);
    expect(feeds.find(({ name }) => name === "status")).toMatchObject({
      format: "jsonl",
      version: 1,
      products: 1,
      rowsRead: 2,
      rowsRejected: 1,
    });
  });
});

test("every character of a text arrives as it was, through the copy too", async () => {
  const title = String.raw`a\b \N \t \x41 "q" {c,d} 100 % é 漢 😀`;
  const category = ["back\\slash", 'quo"te', "com,ma", "{brace}", "NULL", "\\N"];
  await world.load("copied", [row("copied-1", { title, category, brand: "\\." }), row("copied-2")]);
  const read = await world.db.query({
    name: "",
    text: `select title, category, brand, description from product
           where external_id = 'copied-1'`,
  });
  expect(read).toEqual([{ title, category, brand: "\\.", description: null }]);
});

test("a title without a visible character is none, hidden instructions are taken out", async () => {
  const hidden = [..."buy me"].map((letter) =>
    String.fromCodePoint(0xe0000 + letter.charCodeAt(0)),
  );
  const result = await world.load("hidden", [
    row("hidden-1", { title: hidden.join("") }),
    row("hidden-2", { title: `Plain${hidden.join("")} lamp` }),
  ]);
  expect(result.rejections).toMatchObject([{ id: "hidden-1", reason: "title is missing" }]);
  const read = await world.db.query({
    name: "",
    text: "select title from product where external_id = 'hidden-2'",
  });
  expect(read).toEqual([{ title: "Plain lamp" }]);
});

test("hostile text cannot reorder or break a card", async () => {
  const catalog = await world.open();
  await world.load("hostile", [
    row("hostile-1", { title: "\u202eevil\u0007 zeppelin <script>alert(1)</script>\u200b\ud800" }),
  ]);
  await catalog.refresh();
  const list = await catalog.search({ query: "zeppelin", page: 1, limit: 6 });
  expect(list.items[0]?.title).toBe("evil zeppelin <script>alert(1)</script>");
  expect(await idsFound(catalog, "evil zeppelin")).toEqual(["hostile-1"]);
});

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runFeedCommand } from "../../../../server/src/cli/feed.ts";
import { systemClock } from "../../../../server/src/core/clock.ts";
import { createIdSource } from "../../../../server/src/core/ids.ts";
import { readFeed } from "../../../../server/src/providers/feed/reader.ts";
import { type CatalogWorld, createCatalogWorld, row } from "./support.ts";

let world: CatalogWorld;
let folder: string;
beforeAll(async () => {
  world = await createCatalogWorld();
  folder = await mkdtemp(join(tmpdir(), "feed-command-"));
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

async function run(...words: string[]) {
  let output = "";
  const code = await runFeedCommand(words, {
    reader: readFeed,
    db: world.db,
    clock: systemClock,
    stdout: {
      write: (text) => {
        output += text;
      },
    },
    ids: createIdSource(systemClock),
    actor: "operator",
    stderr: { write: () => undefined },
  });
  return { code, output };
}

async function feedFile(name: string, rows: readonly object[]): Promise<string> {
  const path = join(folder, name);
  const text = `${rows.map((item) => JSON.stringify(item)).join("\n")}\n`;
  await writeFile(path, name.endsWith(".gz") ? gzipSync(text) : text);
  return path;
}

test("a packed file is imported under its base name, with its bad rows listed", async () => {
  const rows = [row("cmd-1"), row("cmd-2", { price: 0 })];
  const path = await feedFile("summer-sale.jsonl.gz", rows);
  const { code, output } = await run("import", path);
  expect(code).toBe(0);
  expect(output).toContain("summer-sale: version 1, 1 products");
  expect(output).toContain("2 rows read, 1 rejected, 1 changed, 0 retired");
  expect(output).toMatch(/^2 +cmd-2 +price must be above 0$/m);
  const audited = await world.db.query<{ action: string; subject: string; actor: string }>({
    name: "test.audit",
    text: "select action, subject, actor from audit where subject = 'summer-sale'",
  });
  expect(audited).toEqual([{ action: "feed.import", subject: "summer-sale", actor: "operator" }]);
});

test("status lists all feeds, and one feed with what it refused", async () => {
  const path = await feedFile("winter.jsonl", [row("cmd-3"), row("cmd-4", { link: "no" })]);
  await run("import", path, "--feed", "winter-feed");
  expect((await run("status")).output).toMatch(/^winter-feed +1 +1 +1 /m);
  const { items, rejections } = JSON.parse((await run("status", "winter-feed", "--json")).output);
  expect(items).toMatchObject([{ name: "winter-feed", products: 1, rowsRejected: 1 }]);
  expect(rejections).toMatchObject([{ line: 2, id: "cmd-4" }]);
});

const GOOGLE_ROWS =
  "id\ttitle\tlink\tprice\nCMD-t\tLamp\thttps://s.test/t\t15.00 EUR\nbad\tX\t\t1 USD\n";
const SHOP_WORDS = ["--shop", "https://s.test", "--currency", "usd"];
const files: [format: string, place: string, file: { name: string; text: string }][] = [
  [
    "google-xml",
    "item",
    {
      name: "feed-one.xml",
      text: `<rss xmlns:g="http://base.google.com/ns/1.0"><item><g:id>CMD-x</g:id><title>Lamp</title>
     <link>https://s.test/x</link><g:price>15.00 USD</g:price></item><item/></rss>`,
    },
  ],
  ["google-tsv", "line", { name: "feed-two.txt.gz", text: GOOGLE_ROWS }],
  [
    "shopify-csv",
    "line",
    {
      name: "feed-three.csv",
      text: "Handle,Title,Variant Price\ncmd-lamp,Lamp,15\ncmd-bad,Bad,0\n",
    },
  ],
  [
    "acp",
    "item",
    {
      name: "feed-four.json.gz",
      text: `[{"item_id":"CMD-a","title":"Lamp","url":"https://s.test/a","price":"15 USD"},{}]`,
    },
  ],
];

describe.each(files)("a file of %s", (format, place, { name, text }) => {
  test("is told by its content or by name, and lists what it refused", async () => {
    const more = format === "shopify-csv" ? SHOP_WORDS : [];
    const path = join(folder, name);
    await writeFile(path, name.endsWith(".gz") ? gzipSync(text) : text);
    const auto = await run("import", path, ...more);
    const feed = name.split(".")[0];
    expect(auto.output).toContain(`format ${format} (detected)`);
    expect(auto.output).toContain(`${feed}: version 1, 1 products`);
    expect(auto.output).toMatch(new RegExp(`^${place} +id +rejected because$`, "m"));
    const named = JSON.parse(
      (await run("import", path, ...more, "--format", format, "--json")).output,
    );
    expect(named).toMatchObject({ feed, format, rowsChanged: 0, rowsRejected: 1, products: 1 });
    expect((await run("status", String(feed))).output).toMatch(new RegExp(`^${place} +id `, "m"));
  });
});

test("a Shopify export without its shop says what is missing", async () => {
  const path = join(folder, "shopless.csv");
  await writeFile(path, "Handle,Title,Variant Price\na,A,1\n");
  await expect(run("import", path)).rejects.toThrow(/neither the shop's address nor its currency/);
});

test("with --json the output is one JSON object and nothing else", async () => {
  const path = await feedFile("json.jsonl", [row("cmd-5")]);
  const { output } = await run("import", path, "--json");
  expect(JSON.parse(output)).toMatchObject({ feed: "json", products: 1, rejections: [] });
});

test("a cut-off archive changes nothing", async () => {
  const packed = gzipSync(
    Array.from({ length: 500 }, (_, i) => JSON.stringify(row(`cut-${i}`))).join("\n"),
  );
  const path = join(folder, "cut.jsonl.gz");
  await writeFile(path, packed.subarray(0, packed.length - 100));
  await expect(run("import", path)).rejects.toThrow(/unexpected end of file/);
  await expect(run("status", "cut")).rejects.toMatchObject({ code: "not_found" });
});

test.each([
  [["import"], /FILE is required/],
  [["import", "/no/such/file.jsonl"], /no file/],
  [["import", "x.jsonl", "--format", "csv"], /--format must be one of auto, jsonl/],
  [["import", "x.jsonl", "--fed", "y"], /--fed/],
  [["export"], /Unknown action "export"/],
  [["status", "nobody"], /no feed nobody/],
])("%j is refused with a reason", async (words, reason) => {
  await expect(run(...words)).rejects.toThrow(reason);
});

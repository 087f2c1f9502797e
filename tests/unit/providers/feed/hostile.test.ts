import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ExchangeError } from "../../../../server/src/contract/errors.ts";
import { FEED_FORMATS } from "../../../../server/src/domain/catalog/index.ts";
import { textOfHtml } from "../../../../server/src/providers/feed/google.ts";
import { readFeed } from "../../../../server/src/providers/feed/reader.ts";
import { NOW, productsOf, type Reading, read } from "./reading.ts";

const ROW = "https://s.test/1";
const SAMPLES = [
  `{"id":"1","title":"T \\u202e","price":1,"currency":"USD","link":"${ROW}"}\n`,
  `<rss xmlns:g="http://base.google.com/ns/1.0"><item><g:id>1</g:id><title><![CDATA[T]]></title>
   <link>${ROW}</link><g:price>1 USD</g:price><!-- c --></item></rss>`,
  `id\ttitle\tlink\tprice\n1\t"T ""x"""\t${ROW}\t1 USD\n2\tU\t${ROW}\t2 EUR\n`,
  `Handle,Title,Variant Price,Option1 Value\n"a","T, x",1,Red\na,,2,Blue\n`,
  `[{"item_id":"1","title":"T","url":"${ROW}","price":"1 USD"},{"id":"p","variants":[{}]}]`,
  `{"item_id":"1","title":"T","url":"${ROW}","price":"1 USD"}\n`,
].map((text) => Buffer.from(text));

/** Pieces that mean something to one of the readers. */
const PIECES = [
  ...[
    '"',
    "'",
    "\n",
    "\r",
    "\t",
    ",",
    "<",
    ">",
    "</",
    "/>",
    "&",
    "&#0;",
    "]]>",
    "<![CDATA[",
    "<!--",
  ],
  ...[
    "-->",
    "<item>",
    "</item>",
    "{",
    "}",
    "[",
    "]",
    "\\",
    "\0",
    "\ufeff",
    "\u202e",
    "\u{e0041}",
    "é",
  ],
].map((text) => Buffer.from(text));
const piece = fc.oneof(fc.constantFrom(...PIECES), fc.uint8Array({ maxLength: 8 }));
const mutation = fc.record({ at: fc.nat(400), remove: fc.nat(30), insert: piece });

const mutated = fc
  .record({ sample: fc.constantFrom(...SAMPLES), mutations: fc.array(mutation, { maxLength: 3 }) })
  .map(({ sample, mutations }) =>
    mutations.reduce((bytes, { at, remove, insert }) => {
      const from = at % (bytes.length + 1);
      return Buffer.concat([bytes.subarray(0, from), insert, bytes.subarray(from + remove)]);
    }, sample),
  );
const random = fc
  .array(
    fc.oneof(
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 40 }) },
      { weight: 3, arbitrary: piece },
    ),
  )
  .map((pieces) => Buffer.concat(pieces));

/** The rows of what may be no feed at all; only a refusal that names its reason may be thrown. */
async function readAny(...parameters: Parameters<typeof read>): Promise<Reading | null> {
  try {
    return await read(...parameters);
  } catch (error) {
    if (error instanceof ExchangeError && error.code === "invalid_request") return null;
    throw error;
  }
}

test("no bytes make a reader fail, and what is taken is always harmless", async () => {
  const formats = fc.constantFrom(undefined, ...FEED_FORMATS);
  const cuts = fc.array(fc.nat(300), { maxLength: 4 });
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(fc.oneof(mutated, random), formats, cuts, async (bytes, format, wanted) => {
      const inside = wanted.filter((at) => at <= bytes.length);
      const options = format === undefined ? { cuts: inside } : { format, cuts: inside };
      const reading = await readAny(bytes, options);
      if (reading === null) return;
      const places = reading.rows.map(({ place }) => place);
      expect(new Set(places).size).toBe(places.length);
      expect(places).toEqual(places.toSorted((left, right) => left - right));
      for (const product of productsOf(reading)) {
        taken += 1;
        expect(product.link).toMatch(/^https?:\/\/[^@]+$/);
        expect(product.id).toMatch(/^[A-Za-z0-9._~:-]{1,128}$/);
        expect(product.priceMicros).toBeGreaterThan(0);
        expect(`${product.title}${product.description}`).not.toMatch(
          /[\p{Cc}\u061c\u200b\u202a-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/u,
        );
      }
    }),
    { numRuns: 2_000 },
  );
  expect(taken).toBeGreaterThan(100);
});

const CHUNK_BYTES = 64 * 1024;
const HELD_BYTES_MAX = 8 * 1024 * 1024;

/** Bytes in use once everything that nobody needs is thrown away. */
function usedBytes(): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  // The bytes of buffers are given back beside the program; the next collection waits for it.
  collect();
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Reads a head and then one piece again and again; **Units** the most that was held, bytes. */
async function heldWhileReading(head: string, piece: string, chunks: number): Promise<number> {
  const chunk = Buffer.from(piece.repeat(Math.ceil(CHUNK_BYTES / piece.length)));
  const before = usedBytes();
  let held = 0;
  async function* source() {
    yield Buffer.from(head);
    for (let count = 1; count <= chunks; count += 1) {
      yield chunk;
      if (count === chunks) held = usedBytes() - before;
    }
  }
  try {
    const { batches } = await readFeed(source(), { now: NOW });
    for await (const rows of batches) expect(rows.length).toBeLessThanOrEqual(chunk.length);
  } catch (error) {
    expect(error).toBeInstanceOf(ExchangeError);
  }
  return held;
}

describe("a row without end costs its limit, not its size", () => {
  test.each([
    ["line", '{"id":"', "x"],
    ["record", "id,title,link\n1,", "x"],
    ["item", "<rss><item><a>", "x"],
    ["comment", "<rss><!--", "<item>"],
    ["CDATA", "<rss><item><a><![CDATA[", "]]"],
    ["object", '[{"a":"', "x"],
    ["nesting", '[{"a":', "["],
  ])("%s", async (_name, head, piece) => {
    expect(await heldWhileReading(head, piece, 320)).toBeLessThan(HELD_BYTES_MAX);
  });
});

describe("broken rows, each as broken as the next, are read once and not again and again", () => {
  const long = "x".repeat(60);
  test.each([
    ["a quote that is never closed", 'id,title,link\n1,"', `${long}\n`],
    ["doubled quotes", 'id,title,link\n1,"', `""${long}\n`],
    ["a quote in each line", "id,title,link\n", `"${long}\n`],
    ["elements", "<rss><item>", `<a>${long}</a>`],
    ["items without end", "<rss>", `<item><a>${long}</a>`],
    [
      "hidden elements",
      "id,title,link,price,description\n",
      `1,T,https://s.test,1 USD,"${"<script>".repeat(4_000)}"\n`,
    ],
  ])("%s", async (_name, head, piece) => {
    const beganMs = performance.now();
    await heldWhileReading(head, piece, 32);
    // Read again from each line, two megabytes would be gigabytes.
    expect(performance.now() - beganMs).toBeLessThan(8_000);
  });
});

test("markup of a description becomes its text, and cannot be put together from its pieces", () => {
  expect(textOfHtml("<p>One</p><p>two &amp; &lt;b&gt; 3 < 4</p>").trim()).toMatch(
    /^One +two & <b> 3 < 4$/,
  );
  expect(textOfHtml("a<script>alert(1)</script>b<style>p{}").replace(/ +/g, " ")).toBe("a b ");
  expect(textOfHtml("<scr<script>x</script>ipt>alert(1)</script>")).not.toContain("<script");
  expect(textOfHtml("<!-- <p> -->x<br/>y<a title='").trim()).toMatch(/^x +y$/);
});

import { expect, test } from "vitest";
import { readBrandFile } from "../../server/src/domain/brands/index.ts";
import { checkRow } from "../../server/src/domain/catalog/feed/row.ts";
import { familyOf } from "../../server/src/domain/catalog/index/family.ts";
import { createTermCollector } from "../../server/src/domain/catalog/index/fields.ts";
import { Vocabulary } from "../../server/src/domain/catalog/index/vocabulary.ts";
import { pgWordsOf } from "../../server/src/domain/catalog/postgres/word-queries.ts";
import {
  parseQuery,
  withBrandPreference,
} from "../../server/src/domain/catalog/query/parse-query.ts";
import { cleanLine } from "../../server/src/domain/review/index.ts";
import { isHtml, isSaleOn, readPrice, textOfHtml } from "../../server/src/providers/feed/google.ts";
import { checkPostbackUrl } from "../../server/src/providers/postback/address.ts";
import { repetition, shareOf, superlinear } from "../setup/linear.ts";
import { product } from "../unit/domain/catalog/support.ts";
import { NOW, read } from "../unit/providers/feed/reading.ts";

/** One character of every class that a pattern names, and the beginnings of what they match. */
const UNITS = [
  ..." \t\n\r\0\u00a0\u200b\u0301\ud83d\u202e",
  ..."aA1é漢½€ʼ",
  ..."<>&;\"'`()[]{}|/\\_-—*~#$%^+=.,:?!@",
  ...'a |a\n|1,|1.|1/|a-|a.|a\'|\'s| >|> | - |\r\n|\n\n|""|"\n|"a",|\t \t'.split("|"),
  ...["$1 ", "under $1 ", "between ", "or ", "no ", "for a ", "http://", "x1", "| >"],
  ...[
    "<a",
    "<a>",
    "</a>",
    "<!--",
    "<script>",
    "<![CDATA[",
    "]]>",
    'a="',
    "&amp;",
    "&#1;",
    "<item>",
  ],
  ...["[INST]", "[IN", "<|", "### ", "endoftext", "[[", '{"', '{"a":', '{"products":['],
];

type Parse = (text: string) => unknown;

const field = (name: string): [string, Parse] => [
  `the ${name} of a product`,
  (text) =>
    checkRow(rowWith(name === "link" ? { link: `https://a.test/${text}` } : { [name]: text })),
];
const rowWith = (changes: object) => ({
  id: "a",
  names: {},
  fields: () => ({
    id: "a",
    title: "x",
    price: 1,
    currency: "USD",
    link: "https://a.test",
    ...changes,
  }),
});
const collector = createTermCollector(new Vocabulary());

/** Whatever is refused is refused in linear time too. */
const feed =
  (format: Parameters<typeof read>[1], wrap: (text: string) => string): Parse =>
  (text) =>
    read(wrap(text), format).catch(() => undefined);
const HEADER = "id\ttitle\tlink\tprice\tdescription\n";
const ITEM = "<rss><channel><item><title>";

const PARSERS: readonly (readonly [string, Parse])[] = [
  ["a search", (text) => parseQuery({ query: text })],
  ["brand words", (text) => withBrandPreference({ q: text, sort: "relevance" }, [{ brand: text }])],
  ["words for PostgreSQL", pgWordsOf],
  [
    "terms of the index",
    (text) => collector.collect(product(1, { title: text, description: text }), () => undefined),
  ],
  ["variants of a product", (text) => familyOf(product(1, { title: text, color: text }))],
  ["cleaning", cleanLine],
  ["HTML", (text) => [isHtml(text), textOfHtml(text)]],
  ["a price", (text) => [readPrice(text), isSaleOn(text, NOW)]],
  field("id"),
  field("title"),
  field("category"),
  field("price"),
  field("currency"),
  field("availability"),
  field("rating"),
  field("link"),
  ["JSON lines", feed({ format: "jsonl" }, (text) => text)],
  ["XML", feed({ format: "google-xml" }, (text) => `<rss><channel>${text}`)],
  [
    "an XML field",
    feed({ format: "google-xml" }, (text) => `${ITEM}${text}</title></item></channel></rss>`),
  ],
  ["delimited text", feed({ format: "google-tsv" }, (text) => `${HEADER}${text}`)],
  ["a header", feed({ format: "google-tsv" }, (text) => text)],
  // A longer row is refused, and its lines are read one by one.
  [
    "a quoted field",
    feed({ format: "shopify-csv" }, (text) => {
      const quoted = text.slice(0, text.length * 0.6);
      return `Handle,Title,Price\na,"${quoted}",1\n`;
    }),
  ],
  ["a JSON document", feed({ format: "acp" }, (text) => `{"products":[${text}]}`)],
  ["detection of a format", feed({}, (text) => text)],
  ["a file of brands", (text) => refusedOrRead(() => readBrandFile(`name,domain\n${text}`, "csv"))],
  [
    "a webhook's address",
    (text) => refusedOrRead(() => checkPostbackUrl(`https://${text}`, new Set())),
  ],
];

function refusedOrRead(parse: () => unknown): unknown {
  try {
    return parse();
  } catch {
    return undefined;
  }
}

test.each(PARSERS.map(([name, parse], index) => [name, parse, index] as const))(
  "%s takes linear time for any repetition",
  { timeout: 240_000 },
  async (_name, parse, index) => {
    const texts = shareOf(UNITS, index, 4).map((unit) => repetition(unit));
    expect(await superlinear(parse, texts)).toEqual([]);
  },
);

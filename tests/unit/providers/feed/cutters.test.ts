import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Cutter,
  createLineCutter,
  ROW_BYTES_MAX,
} from "../../../../server/src/providers/feed/format.ts";
import { createXmlItemCutter } from "../../../../server/src/providers/feed/google-xml.ts";
import { createJsonItemCutter } from "../../../../server/src/providers/feed/json-document.ts";
import { createRecordCutter } from "../../../../server/src/providers/feed/records.ts";
import { chunksOf, cutAll } from "./reading.ts";

const XML = `<?xml version="1.0" encoding="UTF-8"?>
<rss xmlns:g="http://base.google.com/ns/1.0"><channel><title>Ünser</title>
<item><g:id>1</g:id><title><![CDATA[A <b>漢</b> &amp; ]]]]><![CDATA[> c]]></title>
<!-- <item> --></item>
<item note="a > b"><g:id>2</g:id><title>Bébé &amp; &#x6f22;</title></item></channel></rss>`;
const CSV = 'id,title\r\n1,"two\nlines, ""quoted"""\r\n\r\n2,plain ü 漢\n3,"last"';
const JSON_TEXT =
  '{"a":["x"],"products":[{"id":"1","t":"] } \\" 漢"},\n {"id":{"n":[1]}}],"z":[{}]}';
const LINES = "eins\nzwei ü 漢\r\n\n  \nfünf";

type MakeCutter = () => Cutter<unknown>;

describe("rows are the same however the bytes arrive", () => {
  const cases: [name: string, text: string, make: MakeCutter][] = [
    ["lines", LINES, createLineCutter],
    ["records", CSV, () => createRecordCutter(",")],
    ["XML", XML, createXmlItemCutter],
    ["JSON", JSON_TEXT, () => createJsonItemCutter(1_000)],
  ];
  test.each(cases)("%s", (_name, text, make) => {
    const bytes = Buffer.from(text);
    const whole = cutAll(make(), [bytes]);
    expect(whole).not.toEqual([]);
    const places = fc.array(fc.integer({ min: 0, max: bytes.length }), { maxLength: 12 });
    fc.assert(
      fc.property(places, (cuts) => {
        expect(cutAll(make(), chunksOf(bytes, cuts))).toEqual(whole);
      }),
    );
    const single = [...bytes].map((byte) => Buffer.of(byte));
    expect(cutAll(make(), single)).toEqual(whole);
  });
});

test("lines are counted with the empty ones, which are left out", () => {
  expect(cutAll(createLineCutter(), [Buffer.from(LINES)])).toEqual([
    { place: 1, value: "eins" },
    { place: 2, value: "zwei ü 漢" },
    { place: 5, value: "fünf" },
  ]);
});

test("a line above the limit is named, and the next one is read", () => {
  const long = "x".repeat(ROW_BYTES_MAX + 1);
  const fits = "y".repeat(ROW_BYTES_MAX);
  expect(cutAll(createLineCutter(), [Buffer.from(`${long}\n${fits}\nz\n`)])).toEqual([
    { place: 1, problem: "line is longer than 64 KB" },
    { place: 2, value: fits },
    { place: 3, value: "z" },
  ]);
});

test("quoted fields hold delimiters, line breaks and quotes; the first line counts", () => {
  expect(cutAll(createRecordCutter(","), [Buffer.from(CSV)])).toEqual([
    { place: 1, value: ["id", "title"] },
    { place: 2, value: ["1", 'two\nlines, "quoted"'] },
    { place: 5, value: ["2", "plain ü 漢"] },
    { place: 6, value: ["3", "last"] },
  ]);
});

test("a quote inside a field is a character like any other", () => {
  expect(cutAll(createRecordCutter("\t"), [Buffer.from('1\t12" pan\t\n')])).toEqual([
    { place: 1, value: ["1", '12" pan', ""] },
  ]);
});

describe("a broken quote costs its own line alone", () => {
  test("one that is never closed", () => {
    const rows = Array.from({ length: 9_000 }, (_, index) => `${index},fine`).join("\n");
    const cuts = cutAll(createRecordCutter(","), [Buffer.from(`a,"open\n${rows}\n`)]);
    expect(cuts[0]).toEqual({ place: 1, problem: "a quote is not closed" });
    expect(cuts).toHaveLength(9_001);
    expect(cuts.at(-1)).toEqual({ place: 9_001, value: ["8999", "fine"] });
  });

  test("one that is still open when the file ends", () => {
    expect(cutAll(createRecordCutter(","), [Buffer.from('1,"a\n2,b\n3,"c\n4,d')])).toEqual([
      { place: 1, problem: "a quote ends before its field does" },
      { place: 2, value: ["2", "b"] },
      { place: 3, problem: "a quote is not closed" },
      { place: 4, value: ["4", "d"] },
    ]);
  });
});

describe("an item of XML", () => {
  const rss = (items: string) =>
    Buffer.from(`<rss xmlns:g="http://base.google.com/ns/1.0"><channel>${items}</channel></rss>`);
  const problemsOf = (items: string) => cutAll(createXmlItemCutter(), [rss(items)]);

  test("is its direct children, with entities and CDATA resolved once", () => {
    expect(cutAll(createXmlItemCutter(), [Buffer.from(XML)])).toEqual([
      {
        place: 1,
        value: new Map([
          ["g:id", "1"],
          ["title", "A <b>漢</b> &amp; ]]> c"],
        ]),
      },
      {
        place: 2,
        value: new Map([
          ["g:id", "2"],
          ["title", "Bébé & 漢"],
        ]),
      },
    ]);
    expect(problemsOf("<item><t>&amp;lt;</t><s><p>5</p></s></item>")).toEqual([
      {
        place: 1,
        value: new Map([
          ["t", "&lt;"],
          ["s", ""],
        ]),
      },
    ]);
  });

  test.each([
    ["<item><t>&nbsp;</t></item>", /t: there is no entity &nbsp;/],
    ["<item><t>&#0;</t></item>", /no entity &#0;/],
    ["<item><t>&#xd800;</t></item>", /no entity/],
    ["<item><t>x</item>", /<t> is not closed/],
    ["<item><t>x</t>", /<item> is not closed/],
    ["<item></t></item>", /an end tag closes nothing/],
    [`<item><t>${"x".repeat(70_000)}</t></item>`, /longer than 64 KB/],
    [`<item>${"<a>".repeat(100)}</item>`, /nested too deeply/],
  ])("that is broken costs itself alone: %.30s", (broken, reason) => {
    const [first, second] = problemsOf(`${broken}<item><t>fine</t></item>`);
    expect(first).toEqual({ place: 1, problem: expect.stringMatching(reason) });
    expect(second).toEqual({ place: 2, value: new Map([["t", "fine"]]) });
  });

  test("in another encoding is refused", () => {
    const [before, after] = [rss("<item><t>caf"), Buffer.from("</t></item></channel></rss>")];
    const open = before.subarray(0, before.indexOf("</channel>"));
    const cuts = cutAll(createXmlItemCutter(), [open, Buffer.from("é", "latin1"), after]);
    expect(cuts).toEqual([{ place: 1, problem: "t: the text is not UTF-8" }]);
  });
});

describe("a file that no feed is refuses the import", () => {
  test.each([
    ['<!DOCTYPE r [<!ENTITY a "b">]><rss></rss>', /document type/],
    ['<?xml version="1.0" encoding="ISO-8859-1"?><rss></rss>', /ISO-8859-1/],
    ["<rss><channel><item><a>1</a></item>", /cut off/],
    ["<rss><channel></rss>", /does not close <channel>/],
    ["<rss></channel></rss>", /not open/],
    ["<rss></rss><rss></rss>", /more than one root/],
    ["<rss><!-- ", /cut off/],
    [`<rss><a b="${"x".repeat(70_000)}`, /cut off/],
    [`<rss>${"<a>".repeat(100)}`, /nested too deeply/],
    ["no markup at all", /cut off/],
  ])("%.40s", (text, reason) => {
    expect(() => cutAll(createXmlItemCutter(), [Buffer.from(text)])).toThrow(reason);
  });

  test("a tag without end, before it fills the memory", () => {
    const chunks = [Buffer.from("<rss><a b='"), ...Array(17).fill(Buffer.alloc(65_536, "x"))];
    expect(() => cutAll(createXmlItemCutter(), chunks)).toThrow(/no end/);
  });

  test.each([
    ['{"products":[{"id":"1"}', /before its last bracket/],
    ['{"offers":[{"id":"1"}]}', /no list of products/],
    ['[{"id":"1"}]]', /closes more/],
  ])("%s", (text, reason) => {
    expect(() => cutAll(createJsonItemCutter(1_000), [Buffer.from(text)])).toThrow(reason);
  });
});

test("an object of a document that is too long is refused and the next one read", () => {
  const text = `[{"a":"${"x".repeat(2_000)}"},{"b":1}]`;
  expect(cutAll(createJsonItemCutter(1_024), chunksOf(Buffer.from(text), [700, 1_400]))).toEqual([
    { place: 1, problem: "product is longer than 1 KB" },
    { place: 2, value: '{"b":1}' },
  ]);
});

import type { CitationOffer } from "@placard/publisher-kit/citations";
import { describe, expect, test } from "vitest";
import { PARSERS, shapeOf } from "./markdown.ts";
import { K, korvane, offers, read, V, velmora } from "./reading.ts";
import { SPELLINGS, spell } from "./spellings.ts";

const REC = "[[rec:velmora-k7qd]]";

/** Spaces that a removed mark leaves behind are not what these tests are about. */
function collapsed(text: string): string {
  return text.replace(/ +/g, " ");
}

function kindsOf(answer: string, among: readonly CitationOffer[] = offers): string[] {
  return read(among, answer).citations.map(({ offerId, kind }) => `${offerId} ${kind}`);
}

describe("a mark", () => {
  test("becomes a label with a link where it stands", () => {
    expect(read(offers, `Take Velmora ${REC} now.`)).toEqual({
      text: `Take Velmora ${V} now.`,
      citations: [{ offerId: "velmora", kind: "rec", position: 13, rendered: true }],
    });
  });

  test.each(["ad", "rec", "pick"] as const)("is cited with its kind %s", (kind) => {
    expect(kindsOf(`Take Velmora [[${kind}:velmora-k7qd]].`)).toEqual([`velmora ${kind}`]);
  });

  test.each(["plain", "escaped", "spaced", "upper-case", "full-width", "linked"])(
    "is accepted when it is %s",
    (spelling) => {
      const mark = spell(spelling, "rec", velmora.tag);
      expect(read(offers, `Take Velmora ${mark} now.`)).toEqual({
        text: `Take Velmora ${V} now.`,
        citations: [{ offerId: "velmora", kind: "rec", position: 13, rendered: true }],
      });
    },
  );

  test.each([
    "［［rec:velmora-k7qd］］",
    "[[rec：velmora-k7qd]]",
    "[[Rec:Velmora-k7qd]]",
    "[[rec: velmora-k7qd]]",
    "[[rec :velmora-k7qd ]]",
  ])("is accepted as %s", (mark) => {
    expect(read(offers, `Take Velmora ${mark} now.`).text).toBe(`Take Velmora ${V} now.`);
  });

  test("is accepted in bold", () => {
    const { text, citations } = read(offers, `Take Velmora **${REC}** now.`);
    expect(text.replaceAll("**", "")).toBe(`Take Velmora ${V} now.`);
    expect(citations).toMatchObject([{ kind: "rec", rendered: true }]);
    expect(text.slice(citations[0]?.position)).toMatch(/^\(\[Ad/);
  });

  test("leaves a code span that holds nothing else", () => {
    const { text, citations } = read(offers, `Take Velmora \`${REC}\` now.`);
    expect(text).toMatch(
      /^Take Velmora ` ` ?\(\[Ad · Velmora\]\(https:\/\/go\.example\/1\)\) now\.$/,
    );
    expect(citations).toMatchObject([{ kind: "rec", rendered: true }]);
  });

  test("directly after a word gets a space", () => {
    expect(read(offers, `Take Velmora${REC}.`).text).toBe(`Take Velmora ${V}.`);
    expect(read(offers, `私はVelmora${REC}を使う。`).text).toBe(`私はVelmora ${V}を使う。`);
  });

  test("may begin or end an answer", () => {
    expect(read(offers, `${REC} Velmora`).text).toBe(`${V} Velmora`);
    expect(read(offers, `Velmora ${REC}`).text).toBe(`Velmora ${V}`);
    expect(read(offers, REC).text).toBe(V);
  });

  test("that is repeated gets its label again and counts once", () => {
    const { text, citations } = read(offers, `Velmora ${REC} and Velmora ${REC} again.`);
    expect(text).toBe(`Velmora ${V} and Velmora ${V} again.`);
    expect(citations).toEqual([{ offerId: "velmora", kind: "rec", position: 8, rendered: true }]);
  });

  test.each([
    [["ad", "rec"], "rec"],
    [["ad", "pick", "rec"], "pick"],
    [["pick", "ad"], "pick"],
    [["rec", "ad"], "rec"],
  ] as const)("of kinds %j counts as %s at its first label", (kinds, strongest) => {
    const answer = kinds.map((kind) => `Velmora [[${kind}:velmora-k7qd]]`).join(", ");
    expect(read(offers, answer).citations).toEqual([
      { offerId: "velmora", kind: strongest, position: 8, rendered: true },
    ]);
  });

  test("that is shared by two offers cites both", () => {
    const twin = { ...velmora, offerId: "twin", clickUrl: "https://go.example/3" };
    const { citations, text } = read([velmora, korvane, twin], `Velmora ${REC}.`);
    expect(new Set(citations.map(({ offerId }) => offerId))).toEqual(new Set(["velmora", "twin"]));
    expect(text).toMatch(/^Velmora \(\[Ad · Velmora\]\(https:\/\/go\.example\/[13]\)\)\.$/);
  });

  test("counts as named only when its offer was cited in an earlier turn", () => {
    const earlier = { ...velmora, labelOnly: true };
    expect(read([earlier], "Velmora [[pick:velmora-k7qd]]")).toEqual({
      text: `Velmora ${V}`,
      citations: [{ offerId: "velmora", kind: "ad", position: 8, rendered: true }],
    });
  });

  test("of the first offer cited comes first", () => {
    const answer = `Korvane [[ad:korvane-2b8x]], Velmora ${REC}, Korvane [[pick:korvane-2b8x]]`;
    expect(kindsOf(answer)).toEqual(["korvane pick", "velmora rec"]);
  });
});

describe("in Markdown a label", () => {
  test.each([
    `## Velmora ${REC}`,
    `- Velmora ${REC}\n- other`,
    `1. Velmora ${REC}`,
    `- [ ] Velmora ${REC}`,
    `- [x] Velmora ${REC}`,
    `> Velmora ${REC} and more`,
    `[1] Velmora ${REC} and more`,
    `[Lamps](https://x.example/) Velmora ${REC}`,
    `| Brand | Price |\n|---|---|\n| Velmora ${REC} | 20 |`,
    `Brand | Price\n--- | ---\nVelmora ${REC} | 20`,
    `**Velmora** ${REC} and _more_`,
  ])("stands where the mark stood: %j", (answer) => {
    const { text, citations } = read(offers, answer);
    expect(text).toBe(answer.replace(REC, V));
    expect(citations).toEqual([
      { offerId: "velmora", kind: "rec", position: text.indexOf(V), rendered: true },
    ]);
  });

  test.each([
    [
      `See [Velmora ${REC}](https://x.example/a) now.`,
      /^See \[Velmora ?\]\(https:\/\/x\.example\/a\) ?L now\.$/,
    ],
    [
      `See [Velmora${REC}](https://x.example/a), now.`,
      /^See \[Velmora\]\(https:\/\/x\.example\/a\) ?L, now\.$/,
    ],
    [
      `- [**Velmora** ${REC} lamp](https://x.example/a)`,
      /^- \[\*\*Velmora\*\* +lamp\]\(https:\/\/x\.example\/a\) ?L$/,
    ],
    [
      `| [Velmora ${REC}](https://x.example/a) | 2 |`,
      /^\| \[Velmora ?\]\(https:\/\/x\.example\/a\) ?L \| 2 \|$/,
    ],
  ])("follows the link whose text has the mark: %j", (answer, expected) => {
    const { text, citations } = read(offers, answer);
    expect(text.replace(V, "L")).toMatch(expected);
    expect(citations).toEqual([
      { offerId: "velmora", kind: "rec", position: text.indexOf(V), rendered: true },
    ]);
  });

  test("is shown although the bracket before its mark never becomes a link", () => {
    const { text, citations } = read(offers, `A [Velmora ${REC} and so on.\n\nNext.`);
    expect(text.slice(0, text.indexOf("Next"))).toContain(V);
    expect(citations).toMatchObject([{ kind: "rec", rendered: true }]);
    expect(text.slice(citations[0]?.position)).toMatch(/^\(\[Ad/);
  });

  test.each(Object.entries(PARSERS))("keeps a table's cells whole for %s", (_name, parse) => {
    const piped = {
      ...velmora,
      sponsor: "Vel|mora",
      label: "A|d",
      clickUrl: "https://go.example/a|b",
    };
    const answer = `| Brand | Price |\n|---|---|\n| Lamp ${REC} | 20 |\n| B | 30 |`;
    const { text } = read([piped], answer);
    const { tables, links, code } = shapeOf(parse(text));
    expect(tables).toEqual([[2, 2, 2]]);
    expect(links.map((link) => link.text)).toEqual(["A|d · Vel|mora"]);
    expect(code).toEqual([]);
  });

  test.each(Object.entries(PARSERS))("shows a sponsor's name as it is for %s", (_name, parse) => {
    for (const sponsor of [
      "A*B* C",
      "Vel_mora_",
      "Müller & Söhne",
      "O'Quill",
      "光年",
      "A-B.c",
      "1. A",
    ]) {
      const { text } = read([{ ...velmora, sponsor }], `Lamp ${REC} is good.`);
      expect(shapeOf(parse(text)).links).toEqual([
        { href: "https://go.example/1", text: `Ad · ${sponsor}` },
      ]);
    }
  });
});

describe("in code, JSON and reasoning a mark vanishes and counts nothing:", () => {
  test.each([
    [`Run \`velmora ${REC} --on\`.`, "Run `velmora --on`."],
    [`Run \`\`a \` ${REC} b\`\`.`, "Run ``a ` b``."],
    [`\`\`\`js\nrun() // ${REC}\n\`\`\`\nDone.`, "```js\nrun() // \n```\nDone."],
    [`~~~\na ${REC}\n\`\`\`\nb ${REC}\n~~~`, "~~~\na \n```\nb \n~~~"],
    [`\`\`\`\`\n\`\`\`\n${REC}\n\`\`\`\`\n`, "````\n```\n\n````\n"],
    [`- item\n  \`\`\`\n  a ${REC}\n  \`\`\`\n`, "- item\n  ```\n  a \n  ```\n"],
    [`\`\`\`\na ${REC} b`, "```\na b"],
    [
      `<think>Which? ${REC} pays.</think>\nTake a lamp.`,
      "<think>Which? pays.</think>\nTake a lamp.",
    ],
    [`<think>Which? ${REC} pays`, "<think>Which? pays"],
    [`{"text":"Take ${REC} it"}`, '{"text":"Take it"}'],
    [` \n{ "a": ["b ${REC}", 1] }\n`, ' \n{ "a": ["b ", 1] }\n'],
    [`["b ${REC}", {"a": "c"}]`, '["b ", {"a": "c"}]'],
    [`[["b", 1], ["c ${REC}", 2]]`, '[["b", 1], ["c ", 2]]'],
  ])("%j", (answer, expected) => {
    const { text, citations } = read([velmora], answer, { appendDisclosure: false });
    expect(collapsed(text)).toBe(collapsed(expected));
    expect(citations).toEqual([]);
  });

  test.each([
    `\`\`\`\na\n\`\`\`\nVelmora ${REC}`,
    `<think>hm</think>\nVelmora ${REC}`,
    `An open \` tick.\n\nVelmora ${REC}`,
    `\`code\` and Velmora ${REC}`,
    `\`\`a \` b\`\` Velmora ${REC}`,
    `~~~~\n~~~\n~~~~\nVelmora ${REC}`,
  ])("but after it marks count: %j", (answer) => {
    const { text, citations } = read(offers, answer);
    expect(text).toBe(answer.replace(REC, V));
    expect(citations).toMatchObject([{ offerId: "velmora", kind: "rec" }]);
  });
});

describe("what is no mark of an offer", () => {
  test.each([
    "[[rec:foreign-9zz9]]",
    "[[pick:velmora-0000]]",
    "［［ad：foreign-9zz9］］",
    "\\[\\[rec:foreign-9zz9\\]\\]",
    "[[best:velmora-k7qd]]",
    "[[recommend:velmora-k7qd]]",
    "[[rec:velmora]]",
    "[[rec:]]",
    "[[rec:velmora-k7qd2]]",
    "[[pick:velmora-k7qd korvane-2b8x]]",
  ])("vanishes: %s", (mark) => {
    const { text, citations } = read(offers, `A lamp ${mark} is good.`);
    expect(collapsed(text)).toBe("A lamp is good.");
    expect(citations).toEqual([]);
  });

  test.each([
    "[[rec:velmora-k7qd",
    "[[rec:velmora-k7qd]",
    "[[rec:velm",

    "\\[\\[rec:velmora",
  ])("vanishes when it is never closed: %s", (mark) => {
    const { text, citations } = read(offers, `A lamp ${mark}`);
    expect(text.trim()).toBe("A lamp");
    expect(citations).toEqual([]);
  });

  test("vanishes alone, and the text after an unclosed one stays", () => {
    const { text, citations } = read(
      offers,
      "A lamp [[rec:velmora-k7qd and more of this text.\n\nB.",
    );
    expect(text).not.toMatch(/\[\[|rec:|k7qd/);
    expect(text).toContain("more of this text.\n\nB.");
    expect(citations).toEqual([]);
  });

  test("leaves no pieces when it is nested", () => {
    const { text } = read(offers, "A lamp [[rec:[[pick:foreign-9zz9]]]] is good.");
    expect(text).not.toMatch(/\[|rec|pick|foreign/);
    expect(text).toContain("is good.");
  });

  test.each([
    "[[Wiki link]] and [[Wiki link|text]].",
    "[[Ad Astra]], [[adder]], [[record 5]], [[Picking]]",
    "[[File:lamp.png]]",
    "See [[1,2],[3]] and a[0][1] = [[x]].",
    "As shown [1], [2] and [^3].\n\n[^3]: Note",
    "- [ ] open\n- [x] done",
    "\\[x^2\\] and \\(y\\) and C:\\dir\\[a]",
    "[text][ref] and [ref]\n\n[ref]: https://x.example/",
    "注［１］と［［二］］",
    "if [[ -f a ]]; then b; fi",
    "![image](https://img.example/a.png) [[0.1, 0.2], [0.3]]",
    "[",
    "[[",
    "\\",
    "a [[",
    "［",
  ])("and doesn't begin like one stays: %j", (answer) => {
    expect(read(offers, answer)).toEqual({ text: answer, citations: [] });
  });

  test("vanishes also without any offer", () => {
    expect(collapsed(read([], `A lamp ${REC} is good.`).text)).toBe("A lamp is good.");
  });
});

test("every accepted spelling has a test", () => {
  expect(Object.keys(SPELLINGS)).toHaveLength(8);
});

test("two offers in one sentence each have their label", () => {
  const { text } = read(offers, `Velmora ${REC} or Korvane [[ad:korvane-2b8x]]?`);
  expect(text).toBe(`Velmora ${V} or Korvane ${K}?`);
});

import { describe, expect, test } from "vitest";
import { PARSERS, shapeOf } from "./markdown.ts";
import { K, korvane, offers, read, V, velmora } from "./reading.ts";

function labelled(answer: string): string {
  const { text, citations } = read(offers, answer);
  expect(citations).toEqual([]);
  return text;
}

describe("a name without a mark", () => {
  test("gets its label at the end of its paragraph, and bills nothing", () => {
    expect(labelled("Velmora makes lamps.")).toBe(`Velmora makes lamps. ${V}`);
  });

  test("in the first of two paragraphs is labelled there", () => {
    const [first = "", second] = labelled("Velmora makes lamps.\n\nLamps shine.").split(V);
    expect(first.trimEnd()).toBe("Velmora makes lamps.");
    // A line's end may have been shown already: the label begins the next line of the paragraph.
    expect(first).toMatch(/\.[ \n]$/);
    expect(second).toBe("\n\nLamps shine.");
  });

  test.each(["# Velmora\n\nLamps shine.", "> Velmora shines.\n\nLamps shine."])(
    "is labelled before what follows: %j",
    (answer) => {
      const text = labelled(answer);
      expect(text.indexOf(V)).toBeGreaterThan(0);
      expect(text.indexOf(V)).toBeLessThan(text.indexOf("Lamps"));
    },
  );

  test.each([
    "Velmora, Velmora and Velmora.",
    "**Velmora** shines.",
    "(Velmora) shines.",
    "[Velmora](https://x.example/) shines.",
    '"Velmora" shines.',
    "Velmora's lamp shines.",
    "The Lumen 300 shines.",
    "Lumen 300, then.",
    "Velmora and its Lumen 300.",
    "我喜欢Velmora的灯。",
    "私はVelmoraが好き。",
    "Velmora는 좋다.",
    "Velmora！",
    "l'Velmora brille.",
    "مصباح Velmora جميل.",
  ])("is found once: %j", (answer) => {
    expect(labelled(answer).split(V)).toHaveLength(2);
  });

  test.each([
    "velmora shines.",
    "VELMORA shines.",
    "Velmoras shine.",
    "Velmorá shines.",
    "Velmora2 shines.",
    "NewVelmora shines.",
    "ÉVelmora shines.",
    "The Lumen 3000 shines.",
    "The lumen 300 shines.",
    "The Lumen shines.",
    "Run `Velmora --on` now.",
    "```\nVelmora\n```\nLamps.",
    "<think>Velmora pays.</think>\nLamps.",
    '{"brand":"Velmora"}',
  ])("is no name: %j", (answer) => {
    expect(labelled(answer)).toBe(answer);
  });

  test("is labelled beside others, each once", () => {
    const text = labelled("Velmora or Korvane?");
    expect(text.split(V)).toHaveLength(2);
    expect(text.split(K)).toHaveLength(2);
  });

  test("is labelled in each paragraph that has no mark", () => {
    const { text, citations } = read(
      offers,
      "Velmora [[rec:velmora-k7qd]] shines.\n\nVelmora is quiet.\n\nLamps.",
    );
    expect(text.split(V)).toHaveLength(3);
    expect(text.lastIndexOf(V)).toBeGreaterThan(text.indexOf("quiet"));
    expect(text.lastIndexOf(V)).toBeLessThan(text.indexOf("Lamps"));
    expect(citations).toEqual([{ offerId: "velmora", kind: "rec", position: 8, rendered: true }]);
  });

  test.each(["ad", "rec", "pick"])("has its label when the paragraph has its mark %s", (kind) => {
    for (const answer of [
      `Velmora [[${kind}:velmora-k7qd]] shines. Velmora is quiet.`,
      `Velmora is quiet. The Lumen 300 [[${kind}:velmora-k7qd]].`,
      `[[${kind}:velmora-k7qd]] Velmora shines.`,
    ]) {
      expect(read(offers, answer).text.split(V)).toHaveLength(2);
    }
  });

  test("is not labelled by the mark of another offer", () => {
    const { text } = read(offers, "Velmora [[rec:korvane-2b8x]] shines.");
    expect(text).toContain(K);
    expect(text).toContain(V);
  });

  test("of two offers is labelled by the mark of either", () => {
    const reseller = { ...korvane, title: "Lumen 300" };
    const { text } = read([velmora, reseller], "The Lumen 300 [[rec:korvane-2b8x]] shines.");
    expect(text).toBe(`The Lumen 300 ${K} shines.`);
  });

  test("is not labelled by a mark in code", () => {
    const { text, citations } = read(offers, "Velmora runs `x [[rec:velmora-k7qd]] y`.");
    expect(text.endsWith(` ${V}`)).toBe(true);
    expect(citations).toEqual([]);
  });

  test("is not labelled by a mark that vanishes", () => {
    const { text } = read(offers, "Velmora [[rec:velmora-0000]] shines.");
    expect(text.endsWith(` ${V}`)).toBe(true);
  });

  test("stays alone when the host wants no labels at the end", () => {
    const answer = "Velmora makes lamps.\n\nKorvane too.";
    expect(read(offers, answer, { appendDisclosure: false }).text).toBe(answer);
  });

  test("stays alone when labels are not rendered", () => {
    expect(read(offers, "Velmora makes lamps.", { render: "none" }).text).toBe(
      "Velmora makes lamps.",
    );
  });

  test.each([
    ["text", "(Ad · Velmora: https://go.example/1)"],
    ["speech", "(Ad · Velmora)"],
    ["slack", "(<https://go.example/1|Ad · Velmora>)"],
  ] as const)("is labelled as %s", (render, label) => {
    expect(read(offers, "Velmora shines.", { render }).text).toBe(`Velmora shines. ${label}`);
  });
});

describe.each(Object.entries(PARSERS))("for %s a label of the safety net", (_name, parse) => {
  const table = "| Brand | Price |\n|---|---|\n| Velmora | 20 |\n| Other | 30 |";

  test.each([table, `${table}\n`, `${table}\n\nDone.`, `Lamps:\n\n${table}\n\nDone.`])(
    "stands after the table: %j",
    (answer) => {
      const text = labelled(answer);
      const { tables, links } = shapeOf(parse(text));
      expect(tables).toEqual([[2, 2, 2]]);
      expect(links).toHaveLength(1);
      expect(text.indexOf(V)).toBeGreaterThan(text.indexOf("| Other | 30 |"));
      if (answer.includes("Done")) expect(text.indexOf(V)).toBeLessThan(text.indexOf("Done"));
    },
  );

  test.each(["- Velmora is nice\n- Other\n\nDone.", "1. Velmora is nice\n2. Other\n\nDone."])(
    "stands in or after the list: %j",
    (answer) => {
      const text = labelled(answer);
      const { tags, links } = shapeOf(parse(text));
      expect(tags.li).toBe(2);
      expect(links).toHaveLength(1);
      expect(text.indexOf(V)).toBeLessThan(text.indexOf("Done"));
    },
  );

  test("leaves code after a paragraph whole", () => {
    const text = labelled("Velmora:\n```js\nrun()\n```\nDone.");
    const { code, links } = shapeOf(parse(text));
    expect(code).toEqual(["run()"]);
    expect(links).toHaveLength(1);
  });
});

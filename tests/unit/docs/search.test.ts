import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { createDocsSite, findInDocs } from "../../../server/src/render/docs-site.ts";
import { CATALOGUE } from "../../../server/src/tools/catalogue.ts";

const questionSchema = z.object({ question: z.string(), sections: z.array(z.string()).min(1) });
const RIGHT_MIN = 40;

/** Written before the search was tuned. */
const asked = readFileSync(new URL("../../eval/docs/questions.jsonl", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => questionSchema.parse(JSON.parse(line)));

/** A page about one subject answers with each of its sections; a long page only with its own. */
const SHORT = /^\/docs\/(?:guides|kit|widget)\/[^#]+$/;

function answers(path: string, wanted: string): boolean {
  return path === wanted || (SHORT.test(wanted) && path.startsWith(`${wanted}#`));
}

test("of 50 questions 40 have the right section first", () => {
  const missed = asked.filter(({ question, sections }) => {
    const [first] = findInDocs(question, 1);
    return !sections.some((wanted) => answers(first?.path ?? "", wanted));
  });
  expect(asked).toHaveLength(50);
  const names = missed.map(({ question }) => question).join("\n");
  expect(asked.length - missed.length, names).toBeGreaterThanOrEqual(RIGHT_MIN);
});

test("the section of every answer, and every section found, exists", () => {
  const site = createDocsSite({ environment: "live", baseUrl: "https://ads.example.com" });
  const paths = asked.flatMap(({ question, sections }) => [
    ...sections,
    ...findInDocs(question, 10).map(({ path }) => path),
  ]);
  for (const path of new Set(paths)) {
    const [page = "", anchor] = path.split("#");
    const text = site.find(page)?.text;
    expect(text, path).toBeDefined();
    if (anchor !== undefined) expect(text, path).toContain(` id="${anchor}"`);
  }
});

test("the name of a tool, as it is or in words, finds its page first", () => {
  for (const { name } of CATALOGUE.filter((tool) => tool.name !== "ask_help")) {
    for (const query of [name, name.replaceAll("_", " ")]) {
      expect(findInDocs(query, 3)[0]?.path, query).toBe(`/docs/tools/${name}`);
    }
  }
});

test("the name of another protocol finds its section of the guide first", () => {
  for (const [query, section] of [
    ["AdCP", "adcp"],
    ["book an AdCP media buy", "adcp"],
    ["UCP catalogue", "ucp"],
    ["adServerUrl Kontext", "kontext"],
  ] as const) {
    const [first] = findInDocs(query, 1);
    const places = [
      `/docs/guides/dialects#${section}`,
      "/docs/guides/dialects",
      "/docs/kit/kontext",
    ];
    expect(
      places.some((place) => first?.path.startsWith(place)),
      `${query}: ${first?.path}`,
    ).toBe(true);
  }
});

test("who asks why an event was not billed finds the reasons among the first three", () => {
  for (const query of [
    "why was my click not billed",
    "why was a click not charged",
    "click not billed",
    "report not billed reason",
  ]) {
    const paths = findInDocs(query, 3).map(({ path }) => path);
    expect(paths, query).toContain("/docs/errors#why-a-report-was-not-charged");
  }
});

test("what matches nothing finds nothing", () => {
  for (const query of ["", "?", "zxqv kwfj", "🦜"]) expect(findInDocs(query, 5)).toEqual([]);
});

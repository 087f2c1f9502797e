import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { z } from "zod";
import { AD_UNIT_RECIPE } from "./ad-unit.ts";
import { ADAPTER_RECIPE } from "./adapter.ts";
import { type Change, type Copy, copyRepository } from "./copy.ts";
import { FEED_FORMAT_RECIPE } from "./feed-format.ts";
import { PAGE_RECIPE } from "./page.ts";
import { listedFiles } from "./table.ts";
import { TOOL_RECIPE } from "./tool.ts";

const RECIPES = [TOOL_RECIPE, AD_UNIT_RECIPE, FEED_FORMAT_RECIPE, ADAPTER_RECIPE, PAGE_RECIPE];
/**
 * Tests of everything in a list: what was added is in them without a change. They run in
 * `npm run prove -- contributing`.
 */
const DERIVED: readonly string[] =
  process.env.RECIPES === "whole"
    ? [
        "tests/integration/tools/sell/ad-units.test.ts",
        "tests/integration/tools/sell/list_placement.test.ts",
        "tests/unit/docs/ad-units.test.ts",
        "tests/unit/domain/platform/match.test.ts",
        "tests/mcp/parity.test.ts",
      ]
    : [];
const TAKES_MAX_MS = 600_000;

const reportSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), failureMessages: z.unknown() })),
    }),
  ),
});
type FileResult = z.infer<typeof reportSchema>["testResults"][number];

let copy: Copy;
let types = "";
let results: readonly FileResult[] = [];

/** The tests that a recipe lists, which show that what was added works. */
const testsOf = ({ files }: Change) =>
  Object.keys(files).filter((path) => path.endsWith(".test.ts"));

beforeAll(async () => {
  copy = await copyRepository();
  for (const recipe of RECIPES) await copy.apply(recipe);
  await copy.run("node", ["server/src/render/write.ts"]);
  // Several threads compute half as much again.
  types = await copy.run("node_modules/.bin/tsc", ["--noEmit", "--singleThreaded"]).catch(String);
  const report = join(copy.folder, "report.json");
  const options = ["--config", "tests/vitest.config.ts", "--reporter=json"];
  const vitest = [
    "run",
    ...options,
    `--outputFile=${report}`,
    ...RECIPES.flatMap(testsOf),
    ...DERIVED,
  ];
  const database = inject("postgres").adminUrl;
  await copy
    .run("node_modules/.bin/vitest", vitest, { TEST_DATABASE_URL: database })
    // Failed tests are in the report; without one, nothing ran.
    .catch((error: unknown) => {
      if (!existsSync(report)) throw error;
    });
  results = reportSchema.parse(JSON.parse(await readFile(report, "utf8"))).testResults;
}, TAKES_MAX_MS);
afterAll(() => copy.remove());

test("a copy with all five recipes has no error of types", () => {
  expect(types).toBe("");
});

describe.each(RECIPES)("$recipe", (recipe) => {
  test("touches the files that its page lists and no other", () => {
    const { needed, allowed } = listedFiles(recipe);
    const touched = Object.keys(recipe.files);
    expect(touched.filter((path) => ![...needed, ...allowed].includes(path))).toEqual([]);
    expect(needed.filter((path) => !touched.includes(path))).toEqual([]);
  });

  test("works, as its tests in the copy show", () => {
    for (const path of [...testsOf(recipe), ...DERIVED]) {
      const result = results.find(({ name }) => name.endsWith(path));
      expect(result, path).toMatchObject({ status: "passed" });
      expect(result?.assertionResults.length, path).toBeGreaterThan(0);
    }
  });
});

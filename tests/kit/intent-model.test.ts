import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { detectIntent } from "@placard/publisher-kit/intent";
import { expect, test } from "vitest";
import {
  INTENT_MODEL,
  INTENT_PROVENANCE,
} from "../../publisher-kit/src/language/intent/generated/intent.ts";
import {
  encodeSteps,
  STEPS_MAX,
  unpackModel,
} from "../../publisher-kit/src/language/intent/model.ts";
import { measureIntent } from "../bench/kit/intent-speed.ts";
import { buildIntent } from "../bench/kit/sizes.ts";
import { foldOf } from "../train/fit.ts";
import { authoredBytes, authoredRows } from "../train/intent/data.ts";
import { fitIntent, isShopping, OPTIONS, prepare } from "../train/intent/fit.ts";
import { featuresSha256, sha256 } from "../train/write.ts";

/** For everything in `/intent`, which has `/query` in it for the open need. */
const BROTLI_BYTES_MAX = 60_500;
const SCANS_MAX = 300;
const FOLDS = 2;

const own = authoredRows();
const prepared = own.map(prepare);

test("the shipped weights are the ones their provenance names", () => {
  const { weights } = INTENT_MODEL;
  const { steps } = unpackModel(INTENT_MODEL);
  expect(sha256(weights)).toBe(INTENT_PROVENANCE.weightsSha256);
  expect(encodeSteps(steps)).toBe(weights);
  expect(steps).toHaveLength(2 ** OPTIONS.bits);
  for (const step of steps) expect(Math.abs(step)).toBeLessThanOrEqual(STEPS_MAX);
  expect(INTENT_PROVENANCE.options).toEqual(OPTIONS);
});

test("they were learnt from our turns as they stand here, and from licensed ones", () => {
  expect(sha256(authoredBytes())).toBe(INTENT_PROVENANCE.authoredSha256);
  const { sources, turns } = INTENT_PROVENANCE;
  expect(sources.find(({ source }) => source === "authored")).toMatchObject({
    turns: own.length,
    positive: own.filter(({ label }) => label === 1).length,
  });
  expect(sources.reduce((sum, source) => sum + source.turns, 0)).toBe(turns);
  for (const { license } of sources) {
    expect(license).toMatch(/^(Apache|MIT|CC0|CC BY \d)/);
  }
});

test("they were learnt with the lexicon and rules as they stand here", () => {
  const { command, featuresSha256: learnt } = INTENT_PROVENANCE;
  expect(featuresSha256(prepared), `learn them again: ${command}`).toBe(learnt);
});

test("our turns are many, different, and of every kind", () => {
  expect(own.length).toBeGreaterThanOrEqual(1200);
  const said = own.map(({ text, prev }) => JSON.stringify([text.toLowerCase(), prev]));
  expect(new Set(said).size).toBe(own.length);
  expect(own.filter(({ prev }) => prev !== undefined).length).toBeGreaterThan(500);
  for (const kind of ["first_ask", "refine", "purchase", "store_bot", "task_prompt", "mention"]) {
    expect(own.filter((row) => row.kind === kind).length, kind).toBeGreaterThan(30);
  }
});

test("learning twice gives the same model", () => {
  const some = prepared.filter((_, index) => index % 3 === 0);
  const [first, second] = [fitIntent(some), fitIntent(some)];
  expect(encodeSteps(second.steps)).toBe(encodeSteps(first.steps));
  expect(second).toEqual(first);
});

test("a model learnt from half of our turns judges the other half", () => {
  const count = { found: 0, said: 0, positive: 0 };
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const isMeasured = ({ row }: { row: { group: string } }) => foldOf(row.group, FOLDS) === fold;
    const model = fitIntent(prepared.filter((one) => !isMeasured(one)));
    for (const one of prepared.filter(isMeasured)) {
      const shopping = isShopping(model, one);
      count.said += Number(shopping);
      count.positive += one.row.label;
      count.found += shopping ? one.row.label : 0;
    }
  }
  const f1 = (2 * count.found) / (count.said + count.positive);
  // A detector that always says yes reaches 0.58 here; these turns are harder than a chat's.
  expect(f1).toBeGreaterThan(0.75);
  expect(count.found / count.said).toBeGreaterThan(0.78);
});

test("the shipped detector agrees with nearly all turns it was learnt from", () => {
  const wrong = own.filter(
    ({ text, prev, label }) => detectIntent(text, prev).shopping && label === 0,
  );
  // A turn goes on with an open need whatever the model says, so some facts asked then count.
  expect(wrong.length / own.length).toBeLessThan(0.015);
});

test("plain sentences that nothing was learnt from are mostly told apart", () => {
  // Lines of `+ ask` and `- other`; " / " parts the turns of a chat.
  const lines = readFileSync(new URL("./plain-turns.txt", import.meta.url), "utf8").trim();
  const found = lines.split("\n").map((line) => {
    const turns = line.slice(2).split(" / ");
    const previous = turns.slice(0, -1).map((text) => ({ role: "user" as const, text }));
    return { asks: line.startsWith("+"), ...detectIntent(turns.at(-1) ?? "", previous) };
  });
  const share = (asks: boolean) => {
    const all = found.filter((one) => one.asks === asks);
    return all.filter(({ shopping }) => shopping).length / all.length;
  };
  const learnt = new Set(own.map(({ text }) => text));
  expect(lines.split("\n").filter((line) => learnt.has(line.slice(2)))).toEqual([]);
  expect(share(true)).toBeGreaterThan(0.7);
  expect(share(false)).toBeLessThan(0.1);
});

test("reading a turn costs a bounded number of keyword scans", () => {
  expect(measureIntent(5).intentVsKeywordScan).toBeLessThan(SCANS_MAX);
});

test("a hostile text is read in time linear to its length", () => {
  const hostile = ["a ", "i want to ", "looking for ", "'", "best ", "?! ", "9$ ", "ſ"];
  for (const part of hostile) {
    const text = part.repeat(20_000);
    const start = process.hrtime.bigint();
    detectIntent(text, [{ role: "user", text }]);
    expect(Number(process.hrtime.bigint() - start) / 1e6, part).toBeLessThan(100);
  }
});

test("all of it fits the size a server package may have", async () => {
  const code = await buildIntent();
  expect(code).not.toContain("dataSha256");
  expect(brotliCompressSync(code).length).toBeLessThanOrEqual(BROTLI_BYTES_MAX);
});

import { expect, test } from "vitest";
import {
  MENTION_MODEL,
  MENTION_PROVENANCE,
} from "../../publisher-kit/src/mention/generated/weights.ts";
import { read } from "../../publisher-kit/src/mention/net.ts";
import { BUCKETS } from "../../publisher-kit/src/mention/places.ts";
import {
  BLOCK,
  decodeNumbers,
  decodeSteps,
  decodeWords,
  modelOf,
  STEPS_MAX,
  shippedModel,
} from "../../publisher-kit/src/mention/scorer.ts";
import { MEASURED_SETS } from "../eval/mention/score.ts";
import { seeded } from "../eval/search/noise.ts";
import { sha256 } from "../train/intent/write.ts";
import { prepareFrames, prepareSet } from "../train/mention/data.ts";
import { encodeNumbers, encodeSteps, encodeWords } from "../train/mention/encode.ts";
import { fitModel, OPTIONS } from "../train/mention/fit.ts";
import { frameAnswers } from "../train/mention/frames.ts";
import { learnNet, type NetExample } from "../train/mention/learn-net.ts";
import { createProducts } from "../train/mention/products.ts";
import { sources } from "../train/mention/write.ts";
import { WRITTEN_SETS, writtenAnswers } from "../train/mention/written.ts";

/** Characters; the kit runs on servers, and this is what a better reading may cost there. */
const MODEL_LENGTH_MAX = 900_000;

test("the weights are the ones their provenance names, from the answers as they stand", () => {
  const { weights, words, numbers } = MENTION_MODEL;
  const plain = [weights, words, numbers].map((text) => text.replaceAll("\n", ""));
  expect(sha256(plain.join(" "))).toBe(MENTION_PROVENANCE.weightsSha256);
  expect(MENTION_PROVENANCE.sources).toEqual(sources());
  expect(MENTION_PROVENANCE.options).toEqual(OPTIONS);
  for (const set of MEASURED_SETS) expect(Object.keys(sources())).not.toContain(set);
  expect(plain.join("").length).toBeLessThanOrEqual(MODEL_LENGTH_MAX);
});

test("scorers and words are read as they were written", () => {
  const { affirmed, decided, nets } = shippedModel();
  const plain = (text: string): string => text.replaceAll("\n", "");
  expect(encodeSteps(affirmed.steps, decided.steps)).toBe(plain(MENTION_MODEL.weights));
  expect(nets).toHaveLength(OPTIONS.nets);
  for (const { names } of nets) expect(encodeWords(names.words)).toBe(plain(MENTION_MODEL.words));
  const edges = new Int8Array(BUCKETS);
  edges.set([STEPS_MAX], 0);
  edges.set([-STEPS_MAX], BUCKETS - 1);
  const none = new Int8Array(BUCKETS);
  expect(decodeSteps(encodeSteps(edges, none))).toEqual([edges, none]);
  const rows = new Uint16Array(BUCKETS);
  rows.set([1], 5);
  rows.set([2], BUCKETS - 1);
  expect(decodeWords(encodeWords(rows))).toEqual({ rows, count: 2 });
});

test("the numbers of a net lose at most half a step of the largest beside them", () => {
  const random = seeded(3);
  const numbers = Float32Array.from({ length: 10 * BLOCK + 3 }, (_, at) =>
    at < BLOCK ? 0 : (random() - 0.5) * 4 ** (at % 5),
  );
  const again = decodeNumbers(encodeNumbers(numbers), numbers.length);
  for (const [at, number] of numbers.entries()) {
    const from = at - (at % BLOCK);
    const largest = Math.max(...numbers.subarray(from, from + BLOCK).map(Math.abs));
    expect(Math.abs(number - (again[at] ?? 0))).toBeLessThanOrEqual((largest / STEPS_MAX) * 0.51);
  }
});

const BRIEFLY = { ...OPTIONS, net: { ...OPTIONS.net, epochs: 1 } };

test("learning twice gives the same model", async () => {
  const rows = prepareSet("tune").candidates.slice(0, 120);
  const first = await fitModel(rows, BRIEFLY);
  expect(await fitModel(rows, BRIEFLY)).toEqual(first);
  const thresholds = { affirmed: 0, decided: 0 };
  const [one, other] = modelOf({ ...first, thresholds }).nets;
  expect(one?.numbers.some((number) => number !== 0)).toBe(true);
  expect(other?.numbers).not.toEqual(one?.numbers);
});

test("a net learns what stands before the name of an offer, wherever that is", async () => {
  const random = seeded(11);
  const draw = (count: number): number => Math.floor(random() * count);
  const make = (): NetExample => {
    const length = 4 + draw(5);
    const own = 1 + draw(length - 1);
    const rows = {
      words: Uint16Array.from({ length }, () => draw(6)),
      classes: Uint8Array.from({ length }, () => draw(4)),
      zones: new Uint8Array(length),
      roles: Uint8Array.from({ length }, (_, at) => (at === own ? 1 : 0)),
      distances: Uint8Array.from({ length }, (_, at) => at - own + 12),
    };
    const affirmed = rows.classes[own - 1] === 1;
    return { rows, affirmed, decided: affirmed && rows.words[own - 1] !== 3 };
  };
  const names = { words: new Uint16Array(), classes: ["a", "b", "c"], zones: [] };
  const examples = Array.from({ length: 250 }, make);
  const options = { ...OPTIONS.net, epochs: 6, dropped: 0, batch: 16, rate: 0.005 };
  const net = learnNet({ names, wordCount: 6 }, examples, options, await createProducts());
  const right = Array.from({ length: 200 }, make).filter(
    ({ rows, affirmed }) => (read(net, rows).answers[0] ?? 0) > 0 === affirmed,
  );
  expect(right.length).toBeGreaterThanOrEqual(194);
});

test.each(["tune", "eighth", "tenth", "nineteenth"] as const)(
  "names are found in the labelled answers of %s, whatever is said of them",
  (set) => {
    const { candidates, missed } = prepareSet(set);
    const labelled = candidates.filter(({ affirmed }) => affirmed).length + missed.affirmed;
    expect(missed.affirmed / labelled).toBeLessThan(0.06);
  },
);

test("every written answer is another, and every mark in it is read", () => {
  const seen = new Set<string>();
  for (const set of WRITTEN_SETS) {
    const answers = writtenAnswers(set);
    expect(answers.length, set).toBeGreaterThan(500);
    for (const { id, answer, mentions, offers } of answers) {
      expect(answer, id).not.toMatch(/\{\w+[*!]?:/);
      expect(mentions.length, id).toBeLessThanOrEqual(offers.length);
      seen.add(answer);
    }
  }
  const count = WRITTEN_SETS.reduce((sum, set) => sum + writtenAnswers(set).length, 0);
  expect(seen.size).toBe(count);
});

test("every frame is another, and its names are found", () => {
  const answers = frameAnswers();
  expect(new Set(answers.map(({ id }) => id)).size).toBe(answers.length);
  for (const { answer, offers } of answers) {
    expect(answer).not.toMatch(/\{[a-z]\}/);
    for (const { brand } of offers) expect(answer).toContain(brand);
  }
  const { affirmed } = prepareFrames().missed;
  expect(affirmed / answers.length).toBeLessThan(0.03);
});

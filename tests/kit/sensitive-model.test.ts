import { expect, test } from "vitest";
import {
  SENSITIVE_MODEL,
  SENSITIVE_PROVENANCE,
} from "../../publisher-kit/src/language/intent/generated/sensitive.ts";
import { encodeSteps, unpackModel } from "../../publisher-kit/src/language/intent/model.ts";
import {
  doubtOf,
  HESITANT_DOUBT,
  LASTING_DOUBT,
  SILENT,
  sensitivityOf,
} from "../../publisher-kit/src/language/intent/sensitive.ts";
import { foldOf } from "../train/fit.ts";
import { frameRows, writtenRows, writtenSha256 } from "../train/sensitive/data.ts";
import { fitSensitive, marginOfRow, OPTIONS, prepare } from "../train/sensitive/fit.ts";
import { featuresSha256, sha256 } from "../train/write.ts";

/** The text of the weights, as large as the intent model's was. */
const WEIGHTS_MAX = 16_384;
const FOLDS = 5;

const written = [...writtenRows(), ...frameRows()];
const prepared = written.map(prepare);

test("the shipped weights are the ones their provenance names", () => {
  const { weights, bits } = SENSITIVE_MODEL;
  const { steps } = unpackModel(SENSITIVE_MODEL);
  expect(sha256(weights)).toBe(SENSITIVE_PROVENANCE.weightsSha256);
  expect(encodeSteps(steps)).toBe(weights);
  expect(weights.length).toBeLessThanOrEqual(WEIGHTS_MAX);
  expect(steps).toHaveLength(2 ** bits);
  expect(SENSITIVE_PROVENANCE.options).toEqual(OPTIONS);
});

test("they were learnt from our turns as they stand here, and from permissive licences", () => {
  expect(writtenSha256()).toBe(SENSITIVE_PROVENANCE.writtenSha256);
  expect(featuresSha256(prepared)).toBe(SENSITIVE_PROVENANCE.featuresSha256);
  for (const { license } of SENSITIVE_PROVENANCE.sources) {
    expect(license).toMatch(/^(Apache|MIT|CC BY \d)/);
  }
});

test("a model learnt from four fifths of our turns judges the last fifth", () => {
  const count = { silent: 0, sensitive: 0, blocked: 0, harmless: 0 };
  const isMeasured = ({ row }: { row: { group: string } }) => foldOf(row.group, FOLDS) === 0;
  // Two thirds of the rest are enough and spare time.
  const model = fitSensitive(prepared.filter((one, at) => !isMeasured(one) && at % 3 > 0));
  for (const { row } of prepared.filter(isMeasured)) {
    const silent = Number(marginOfRow(model, row) >= 0);
    if (row.label === 1) {
      count.sensitive += 1;
      count.silent += silent;
    } else {
      count.harmless += 1;
      count.blocked += silent;
    }
  }
  // Our turns are written to be hard: the words of each class stand in the other, too.
  expect(count.silent / count.sensitive).toBeGreaterThan(0.5);
  expect(count.blocked / count.harmless).toBeLessThan(0.12);
});

test("nearly all our sensitive turns are silent or doubted, and few harmless ones", () => {
  const turns = writtenRows();
  const share = (label: 0 | 1, least: number) => {
    const own = turns.filter((row) => row.label === label);
    const hits = own.filter(({ turns: said }) => {
      const previous = said.slice(0, -1).map((text) => ({ role: "user" as const, text }));
      return doubtOf(said.at(-1) ?? "", previous) >= least;
    });
    return hits.length / own.length;
  };
  expect(share(1, SILENT)).toBeGreaterThan(0.6);
  expect(share(1, HESITANT_DOUBT)).toBeGreaterThan(0.85);
  expect(share(0, SILENT)).toBeLessThan(0.02);
  expect(share(0, HESITANT_DOUBT)).toBeLessThan(0.15);
});

test("one in 200 of our harmless turns at most silences a whole conversation", () => {
  const harmless = writtenRows().filter(({ label }) => label === 0);
  const lasting = harmless.filter(({ text }) => sensitivityOf(text) >= LASTING_DOUBT);
  expect(lasting.length / harmless.length).toBeLessThan(0.005);
});

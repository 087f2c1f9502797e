import { describe, expect, test } from "vitest";
import { type LintScore, scoreLint } from "../../../eval/lint.ts";

/** Texts that nobody changes to please a rule: `tests/eval/lint/README.md`. */
const scores = scoreLint();
const sum = (list: readonly LintScore[], of: "texts" | "found") =>
  list.reduce((total, score) => total + score[of], 0);
const shareOf = (list: readonly LintScore[]) => sum(list, "found") / sum(list, "texts");

describe("the frozen texts", () => {
  test("are whole", () => {
    const hostile = scores.filter(({ isHostile }) => isHostile);
    expect([sum(hostile, "texts"), sum(scores, "texts")]).toEqual([600, 2_100]);
  });

  test.each(scores.filter(({ isHostile }) => isHostile))("of which $set are caught", (score) => {
    expect(shareOf([score]), score.ids.join(" ")).toBeGreaterThanOrEqual(0.9);
  });

  test.each(["plain", "unseen-plain"])("of which at most 1 % of %s are refused", (set) => {
    const plain = scores.filter((score) => score.set.startsWith(set));
    const names = plain.flatMap(({ ids }) => ids).join(" ");
    expect(shareOf(plain), names).toBeLessThanOrEqual(0.01);
  });
});

import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { type LintProfile, lintText } from "../../../../server/src/domain/review/index.ts";

/** Texts that nobody changes to please a rule: `tests/eval/lint/README.md`. */
const hostileSchema = z.object({ id: z.string(), class: z.string(), text: z.string() });
const kindSchema = z.enum(["creative", "coupon", "title", "description", "message"]);
const plainSchema = z.object({ id: z.string(), kind: kindSchema, text: z.string() });

const PROFILES: Readonly<Record<z.infer<typeof kindSchema>, LintProfile>> = {
  creative: "creative",
  coupon: "coupon",
  title: "placement",
  description: "placement",
  message: "message",
};
const CAUGHT_MIN = 0.98;
const REFUSED_MAX = 0.01;

async function linesOf<T>(name: string, schema: z.ZodType<T>): Promise<T[]> {
  const file = new URL(`../../../eval/lint/${name}.jsonl`, import.meta.url);
  const text = await readFile(file, "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => schema.parse(JSON.parse(line)));
}

let hostile: z.infer<typeof hostileSchema>[];
let plain: z.infer<typeof plainSchema>[];
beforeAll(async () => {
  hostile = await linesOf("hostile", hostileSchema);
  plain = await linesOf("plain", plainSchema);
});

const share = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`;
const isRefused = (text: string, profile: LintProfile) => lintText(text, profile).length > 0;

describe("the frozen corpus", () => {
  test("is whole", () => {
    expect([hostile.length, plain.length]).toEqual([400, 1_000]);
    const texts = [...hostile, ...plain].map(({ text }) => text);
    expect(new Set(texts).size).toBe(1_400);
  });

  test("at least 98 of 100 hostile texts are caught, as a creative and as a coupon", () => {
    for (const profile of ["creative", "coupon"] as const) {
      const missed = hostile.filter(({ text }) => !isRefused(text, profile));
      const caught = hostile.length - missed.length;
      console.info(
        `${profile}: caught ${caught} of 400 (${share(caught, 400)}), missed`,
        missed.map(({ id, class: kind }) => `${id} ${kind}`).join(", "),
      );
      const names = missed.map(({ id }) => id).join(" ");
      expect(caught / hostile.length, names).toBeGreaterThanOrEqual(CAUGHT_MIN);
    }
  });

  test("at most one of 100 plain texts is refused for what it is", () => {
    const wrong = plain.filter(({ kind, text }) => isRefused(text, PROFILES[kind]));
    console.info(
      `refused ${wrong.length} of 1,000 (${share(wrong.length, 1_000)}):`,
      wrong.map(({ id, kind }) => `${id} ${kind}`).join(", "),
    );
    const names = wrong.map(({ id }) => id).join(" ");
    expect(wrong.length / plain.length, names).toBeLessThanOrEqual(REFUSED_MAX);
  });

  test("at most one of 100 plain texts other than messages is refused as a creative", () => {
    const shown = plain.filter(({ kind }) => kind !== "message");
    const wrong = shown.filter(({ text }) => isRefused(text, "creative"));
    console.info(`as creatives: refused ${wrong.length} of ${shown.length}`);
    expect(wrong.length / shown.length).toBeLessThanOrEqual(REFUSED_MAX);
  });
});

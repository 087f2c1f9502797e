import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";
import { z } from "zod";
import { type LintProfile, lintText } from "../../server/src/domain/review/index.ts";

const lineSchema = z.object({
  id: z.string(),
  text: z.string(),
  kind: z.string().default("creative"),
  class: z.string().optional(),
  split: z.enum(["dev", "held"]).optional(),
});
type Line = z.infer<typeof lineSchema>;

/** Which rules a kind of text is judged by. */
const PROFILES: Readonly<Record<string, LintProfile>> = {
  creative: "creative",
  coupon: "coupon",
  title: "placement",
  description: "placement",
  name: "name",
  topic: "name",
  message: "message",
};

export interface LintScore {
  readonly set: string;
  readonly isHostile: boolean;
  readonly texts: number;
  /** Refused, or for messages, which are never refused for their words, flagged. */
  readonly found: number;
  /** The texts that were judged wrongly. */
  readonly ids: readonly string[];
}

/**
 * `npm run eval -- lint [--data DIR] [--misses]`: the share of hostile texts that are found and of
 * plain texts that are refused or, as messages, flagged. `held` lines are never looked at one by
 * one, so `--misses` leaves them out. With `--data`, real product titles (`feed-*.jsonl.gz`) are
 * judged as well.
 */
export function evaluateLint(words: readonly string[]): number {
  const { values } = parseArgs({
    args: [...words],
    options: { data: { type: "string" }, misses: { type: "boolean", default: false } },
  });
  for (const score of [...scoreLint(), ...scoreTitles(values.data)]) {
    const share = ((100 * score.found) / score.texts).toFixed(2);
    process.stdout.write(`${score.set}: ${score.found} of ${score.texts} (${share} %)\n`);
    if (values.misses && !score.set.includes("held")) {
      process.stdout.write(`  ${score.ids.join(" ")}\n`);
    }
  }
  return 0;
}

/** One score for each half of each set; plain messages apart. */
export function scoreLint(): LintScore[] {
  return ["hostile", "plain", "unseen-hostile", "unseen-plain"].flatMap((set) => {
    const lines = readLines(set);
    const halves = [...new Set(lines.map(({ split }) => split))].sort();
    return halves.flatMap((half) => {
      const name = half === undefined ? set : `${set} ${half}`;
      const own = lines.filter(({ split }) => split === half);
      if (set.endsWith("hostile")) return [scoreOf(name, own, true)];
      const isMessage = ({ kind }: Line) => kind === "message";
      return [
        scoreOf(
          name,
          own.filter((line) => !isMessage(line)),
          false,
        ),
        scoreOf(`${name}, messages flagged`, own.filter(isMessage), false),
      ];
    });
  });
}

function scoreTitles(folder: string | undefined): LintScore[] {
  if (folder === undefined) return [];
  const feeds = readdirSync(folder).filter((name) => /^feed-.*\.jsonl\.gz$/.test(name));
  return feeds.map((name) => {
    const rows = gunzipSync(readFileSync(join(folder, name))).toString("utf8");
    const titles = rows.trimEnd().split("\n");
    const lines = titles.map((row) => ({
      ...z.object({ id: z.coerce.string(), title: z.string() }).parse(JSON.parse(row)),
    }));
    return scoreOf(
      name,
      lines.map(({ id, title }) => ({ id, text: title, kind: "title" })),
      false,
    );
  });
}

function scoreOf(set: string, lines: readonly Line[], isHostile: boolean): LintScore {
  const isFound = ({ text, kind }: Line) => lintText(text, PROFILES[kind] ?? "creative").length > 0;
  const found = lines.filter(isFound);
  const wrong = isHostile ? lines.filter((line) => !found.includes(line)) : found;
  const ids = wrong.map(({ id }) => id);
  return { set, isHostile, texts: lines.length, found: found.length, ids };
}

function readLines(set: string): Line[] {
  const text = readFileSync(new URL(`./lint/${set}.jsonl`, import.meta.url), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => lineSchema.parse(JSON.parse(line)));
}

import { formulateQuery } from "@placard/publisher-kit/query";
import { readDataOptions } from "./data-options.ts";
import { partOf, type ReferencedTurn, referencedTurns } from "./query/data.ts";
import { type FrozenScore, scoreKept, scorePrices, scorePrivate } from "./query/frozen.ts";
import { bestTokenF1 } from "./query/token-f1.ts";
import { meanOf } from "./search/metric.ts";

interface SourceScore {
  readonly source: string;
  readonly part: "all" | "tune" | "held";
  readonly turns: number;
  /** Stop words removed on both sides. */
  readonly tokenF1: number;
  /** Stop words removed from the references only: one in the query counts as a wrong word. */
  readonly strictTokenF1: number;
}

interface QueryReport {
  readonly sources: readonly SourceScore[];
  /** Price bounds read exactly, of the frozen 500. */
  readonly prices: FrozenScore;
  /** Turns of which nothing private leaves, of the frozen 300. */
  readonly private: FrozenScore;
  /** Turns of the same 300 whose product is still in the query. */
  readonly kept: FrozenScore;
}

/**
 * `npm run eval -- query --data DIR [--json] [--misses]`: how close the kit's query comes to what
 * people searched for after the same turn, whether it reads prices exactly, and whether what is
 * private stays. What a follow-up carries was chosen on the "tune" half of the groups; "held" is
 * only measured. `--misses` names the worst turns of the first.
 */
export function evaluateQuery(words: readonly string[]): number {
  const values = readDataOptions("query", words);
  if (values === undefined) return 2;
  const turns = referencedTurns(values.data).map(scoredTurn);
  const report: QueryReport = {
    sources: sourceScores(turns),
    prices: scorePrices(),
    private: scorePrivate(),
    kept: scoreKept(),
  };
  const text = values.json ? `${JSON.stringify(report)}\n` : textOf(report, turns, values.misses);
  process.stdout.write(text);
  return 0;
}

interface ScoredTurn extends ReferencedTurn {
  readonly query: string;
  readonly tokenF1: number;
  readonly strictTokenF1: number;
}

function scoredTurn(turn: ReferencedTurn): ScoredTurn {
  const query = formulateQuery(turn.text, turn.prev).q;
  const tokenF1 = bestTokenF1(query, turn.queries, "overlooked");
  return { ...turn, query, tokenF1, strictTokenF1: bestTokenF1(query, turn.queries, "wrong") };
}

function sourceScores(turns: readonly ScoredTurn[]): SourceScore[] {
  const scores: SourceScore[] = [];
  for (const source of [...new Set(turns.map((turn) => turn.source))].sort()) {
    const own = turns.filter((turn) => turn.source === source);
    scores.push(...partScores(source, own));
    const followUps = own.filter(({ prev }) => prev.length > 0);
    if (followUps.length > 0) scores.push(...partScores(`${source} follow-ups`, followUps));
  }
  return scores;
}

/** The templates are one group and were looked at whole: they have no half that was held out. */
function partScores(source: string, turns: readonly ScoredTurn[]): SourceScore[] {
  const isSplit = new Set(turns.map(({ group }) => group)).size > 1;
  const parts = isSplit ? (["all", "tune", "held"] as const) : (["all"] as const);
  return parts.flatMap((part) => {
    const own = turns.filter(({ group }) => part === "all" || partOf(group) === part);
    if (own.length === 0) return [];
    const tokenF1 = meanOf(own.map((turn) => turn.tokenF1));
    const strictTokenF1 = meanOf(own.map((turn) => turn.strictTokenF1));
    return [{ source, part, turns: own.length, tokenF1, strictTokenF1 }];
  });
}

const MISS_F1_MAX = 0.5;

function textOf(report: QueryReport, turns: readonly ScoredTurn[], misses: boolean): string {
  const lines = report.sources.map(({ source, part, turns: count, tokenF1, strictTokenF1 }) => {
    const strict = `${strictTokenF1.toFixed(3)} with stop words in the query counted as wrong`;
    return `${source}, ${part}: token F1 ${tokenF1.toFixed(3)} (${strict}) over ${count} turns`;
  });
  const { prices, kept } = report;
  const safe = report.private;
  lines.push(`prices: ${prices.right} of ${prices.asked} exact`);
  lines.push(`private data: ${safe.asked - safe.right} of ${safe.asked} turns leak`);
  lines.push(`private data: ${kept.right} of ${kept.asked} turns keep their product`);
  if (misses) {
    lines.push(...[...prices.wrong, ...safe.wrong, ...kept.wrong].map((text) => `  ${text}`));
    const worst = turns.filter(
      ({ group, tokenF1 }) => partOf(group) === "tune" && tokenF1 < MISS_F1_MAX,
    );
    lines.push(
      ...worst.map(({ text, query, queries }) => `  ${text}\n    ${query}\n    ${queries[0]}`),
    );
  }
  return `${lines.join("\n")}\n`;
}

import type { BenchOptions, BenchResult } from "../bench.ts";
import { measureCitations } from "./citation-speed.ts";
import { measureEdgeBundle } from "./edge-bundle.ts";
import { measureFirstTurn } from "./first-turn.ts";
import { measureIntent } from "./intent-speed.ts";
import { measureSidecar } from "./sidecar-speed.ts";
import { measureSizes } from "./sizes.ts";

const ROUNDS = 11;
const QUICK_ROUNDS = 1;

/** What the kit and the widget cost: a turn's time against a keyword scan, and bytes. */
export async function benchKit({ isQuick, say }: BenchOptions): Promise<BenchResult> {
  const rounds = isQuick ? QUICK_ROUNDS : ROUNDS;
  const { scanMicros, ...speed } = measureIntent(rounds);
  say(`timed: ${JSON.stringify(speed)}`);
  const sizes = await measureSizes();
  return {
    ...speed,
    ...sizes,
    ...(await measureEdgeBundle()),
    ...measureCitations(),
    ...(await measureFirstTurn()),
    ...(await measureSidecar()),
    raw: { scanMicros },
    settings: { rounds, turns: "tests/train/intent/authored.jsonl", node: process.version },
  };
}

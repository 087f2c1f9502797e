import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { z } from "zod";
import { stagePackage } from "../../../scripts/publish/stage.ts";
import type { BenchOptions, BenchResult } from "../bench.ts";
import { median, rounded } from "../support/statistics.ts";

const run = promisify(execFile);
const CHATS = 30;
const MANY_CHATS = 60;
const ROUNDS = 7;
const QUICK_ROUNDS = 1;
/** The kit's own default. */
const DEADLINE_MS = 800;

const EXCHANGE = fileURLToPath(new URL("./streams-exchange.mjs", import.meta.url));
const CHAT = fileURLToPath(new URL("./streams-chat.mjs", import.meta.url));

const sideSchema = z.object({
  cpuMs: z.number(),
  chats: z.array(
    z.object({ gapMs: z.number(), tookMs: z.number(), lateMs: z.number(), status: z.string() }),
  ),
});
const roundSchema = z.object({ without: sideSchema, withKit: sideSchema });
type Round = z.infer<typeof roundSchema>;
type Side = z.infer<typeof sideSchema>;
/** `requests`: no kit, but what a turn requests. */
type Scene = { mode: "sidebar" | "both" | "requests"; chats: number; hangs: boolean };

/**
 * What turns do to the answers that the same process streams: 30 chats at once at 50 tokens a
 * second, a third of which begin their turns in the same moment, in turns without and with the kit.
 * In `sidebar` mode a turn runs beside its answer, in `both` before it.
 */
export async function benchStreams({ isQuick, say }: BenchOptions): Promise<BenchResult> {
  const rounds = isQuick ? QUICK_ROUNDS : ROUNDS;
  const folder = await mkdtemp(join(tmpdir(), "placard-streams-"));
  try {
    await stagePackage("kit", folder);
    const kitUrl = pathToFileURL(join(folder, "dist/index.js")).href;
    const play = async (scene: Scene) => {
      const played = await playScene(kitUrl, scene, rounds);
      say(`${JSON.stringify(scene)}: ${JSON.stringify(summaryOf(played))}`);
      return summaryOf(played);
    };
    const sidebar = await play({ mode: "sidebar", chats: CHATS, hangs: false });
    const both = await play({ mode: "both", chats: CHATS, hangs: false });
    const requests = await play({ mode: "requests", chats: CHATS, hangs: false });
    const many = await play({ mode: "both", chats: MANY_CHATS, hangs: false });
    const hanging = await play({ mode: "both", chats: MANY_CHATS, hangs: true });
    return {
      gapRatioSidebar: sidebar.gapRatio,
      gapRatioBoth: both.gapRatio,
      gapRatio60Chats: many.gapRatio,
      cpuMsOfTurnSidebar: sidebar.cpuMsOfTurn,
      cpuMsOfTurnBoth: both.cpuMsOfTurn,
      cpuMsOfTurnWarm: both.cpuMsOfTurnWarm,
      cpuMsOfRequestsAlone: requests.cpuMsOfTurn,
      turnMaxMs60Chats: many.turnMaxMs,
      // Of all turns: how much later than a bare timer of the deadline's length it ended.
      turnBeyondTimerMaxMs: Math.max(
        ...[sidebar, both, many, hanging].map((scene) => scene.beyondTimerMaxMs),
      ),
      raw: { sidebar, both, requests, many, hanging },
      settings: { rounds, chats: CHATS, manyChats: MANY_CHATS, node: process.version },
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function playScene(kitUrl: string, scene: Scene, rounds: number): Promise<Round[]> {
  const exchange = spawn(process.execPath, [EXCHANGE, ...(scene.hangs ? ["hang"] : [])], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const baseUrl = `http://127.0.0.1:${await firstLineOf(exchange)}`;
    const args = [CHAT, kitUrl, baseUrl, scene.mode, String(scene.chats), String(rounds)];
    const { stdout } = await run(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 });
    const played = stdout.trim().split("\n");
    return played.map((line) => roundSchema.parse(JSON.parse(line)));
  } finally {
    exchange.kill();
  }
}

async function firstLineOf({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error("the exchange has no output");
  const [chunk] = await once(stdout, "data");
  return String(chunk).trim();
}

/**
 * **Units** milliseconds. The gap of a chat is the longest between two tokens of its answer; the
 * ratio is the middle of the rounds' ratios of their p50. The first round is cold and counts.
 */
function summaryOf(rounds: readonly Round[]) {
  const chats = rounds.flatMap(({ withKit }) => withKit.chats);
  const ratios = rounds.map((round) => p50GapOf(round.withKit) / p50GapOf(round.without));
  const filled = chats.filter(({ status }) => status === "filled").length;
  return {
    gapRatio: rounded(median(ratios)),
    gapMsWithout: rounded(median(rounds.map(({ without }) => p50GapOf(without)))),
    gapMsWithKit: rounded(median(rounds.map(({ withKit }) => p50GapOf(withKit)))),
    cpuMsOfTurn: rounded(median(rounds.map(addedCpuMs))),
    // Compiled code and open connections: what a process costs that serves for a while.
    cpuMsOfTurnWarm: rounded(median(rounds.slice(rounds.length >> 1).map(addedCpuMs))),
    turnMaxMs: rounded(Math.max(...chats.map(({ tookMs }) => tookMs))),
    overDeadlineMaxMs: rounded(Math.max(...chats.map(({ tookMs }) => tookMs - DEADLINE_MS))),
    beyondTimerMaxMs: rounded(
      Math.max(...chats.map(({ tookMs, lateMs }) => tookMs - DEADLINE_MS - lateMs)),
    ),
    timerLateMaxMs: rounded(Math.max(...chats.map(({ lateMs }) => lateMs))),
    filledShare: rounded(filled / chats.length),
  };
}

const p50GapOf = ({ chats }: Side): number => median(chats.map(({ gapMs }) => gapMs));

const addedCpuMs = ({ without, withKit }: Round): number =>
  (withKit.cpuMs - without.cpuMs) / withKit.chats.length;

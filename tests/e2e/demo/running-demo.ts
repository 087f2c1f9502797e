import { type ChildProcess, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { freePort } from "../../../local/free-port.ts";
import { waitUntil } from "../../setup/processes.ts";

const start = fileURLToPath(new URL("../../../demo-chat/console/start.ts", import.meta.url));

/** A first start makes a database, bundles and a catalogue; slow machines take their time. */
const READY_MAX_MS = 60_000;

export interface Ended {
  readonly exitCode: number | null;
  readonly tookMs: number;
}

export interface RunningDemo {
  readonly url: string;
  readonly pid: number;
  output(): string;
  errors(): string;
  /** Resolves when it says that it is ready, or has ended. */
  ready(): Promise<void>;
  /** Like Ctrl-C. */
  stop(): Promise<Ended>;
  ended(): Promise<Ended>;
  kill(): Promise<void>;
}

/** Runs `node demo-chat/console/start.ts`, as `npm start` does, on a port of its own. */
export async function runDemo(
  dataDir: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<RunningDemo> {
  const port = variables.PORT ?? String(await freePort());
  const child = spawn(process.execPath, [start], {
    // Nothing else of the tests' own environment may decide what is started.
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATA_DIR: dataDir,
      PORT: port,
      ...variables,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const killWithUs = () => child.kill("SIGKILL");
  process.once("exit", killWithUs);
  const text = { out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    text.out += chunk;
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    text.err += chunk;
  });
  const exit = new Promise<number | null>((resolve) => {
    child.once("close", (code) => {
      process.off("exit", killWithUs);
      resolve(code);
    });
  });
  const ended = async (): Promise<Ended> => {
    const askedAtMs = performance.now();
    const exitCode = await exit;
    return { exitCode, tookMs: performance.now() - askedAtMs };
  };
  return {
    url: variables.PUBLIC_BASE_URL ?? `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    output: () => text.out,
    errors: () => text.err,
    async ready() {
      await waitUntil(() => text.out.includes("Ready after") || isOver(child), READY_MAX_MS);
    },
    stop() {
      child.kill("SIGINT");
      return ended();
    },
    ended,
    async kill() {
      child.kill("SIGKILL");
      await exit;
    },
  };
}

function isOver(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** Calls a tool with a key, as any agent would. */
export async function callTool(
  url: string,
  key: string,
  tool: string,
  args: object = {},
): Promise<unknown> {
  const response = await fetch(`${url}/api/agent`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify({ tool, arguments: args }),
  });
  const body: unknown = await response.json();
  if (!response.ok) throw new Error(`${tool}: ${JSON.stringify(body)}`);
  return body;
}

/** The keys of the demo's agents, from the file only their owner may read. */
export async function demoKeys(dataDir: string): Promise<Readonly<Record<string, string>>> {
  const text = await readFile(join(dataDir, "demo-keys.json"), "utf8");
  return z.record(z.string(), z.string()).parse(JSON.parse(text));
}

export const ADVERTISERS = {
  cpm: "northfold-outfitters",
  cpc: "solegarden",
  cpia: "copperspoon",
  cpr: "quietwave-audio",
  cpd: "deskbound",
  cpa: "pedalhouse",
  cppromo: "emberpan",
  cpl: "tablespoon-school",
  cpi: "pantrypage",
} as const;
export type Unit = keyof typeof ADVERTISERS;

/** The slots of the publishers' keys, and who sells what. */
const PUBLISHERS = ["publisher", "publisher ladle"] as const;
const LADLE_UNITS: readonly Unit[] = ["cppromo", "cpl", "cpi"];

const balanceSchema = z.object({
  balance: z.object({
    availableCredits: z.number(),
    escrowedCredits: z.number(),
    pendingEarningsCredits: z.number(),
    earnedCredits: z.number(),
  }),
});
const campaignsSchema = z.object({
  items: z.array(
    z.object({
      campaignId: z.string(),
      status: z.string(),
      rateCredits: z.number(),
      feeBps: z.number(),
      spentCredits: z.number(),
      creative: z.object({ url: z.string() }),
    }),
  ),
});

export type Campaign = z.infer<typeof campaignsSchema>["items"][number];

/** What one advertiser and its publisher have. **Units** micro-credits. */
export interface Books {
  readonly escrowed: bigint;
  readonly available: bigint;
  readonly spent: bigint;
  readonly earned: bigint;
  readonly campaign: Campaign;
}

/** Reads both sides of one unit's booking through the API. */
export async function readBooks(url: string, dataDir: string, unit: Unit): Promise<Books> {
  const keys = await demoKeys(dataDir);
  const { items, balance } = await readAdvertiser(url, keys, unit);
  const campaign = items.find(({ status }) => status === "active");
  if (campaign === undefined) throw new Error(`No live campaign of ${unit}.`);
  const [larkspur, ladle] = PUBLISHERS;
  return {
    escrowed: micros(balance.escrowedCredits),
    available: micros(balance.availableCredits),
    spent: spentOf(items),
    earned: await readEarned(url, keys, LADLE_UNITS.includes(unit) ? ladle : larkspur),
    campaign,
  };
}

/** All advertisers and all publishers together. **Units** micro-credits. */
export async function readTotals(url: string, dataDir: string) {
  const keys = await demoKeys(dataDir);
  let spent = 0n;
  let earned = 0n;
  for (const unit of unitNames()) spent += spentOf((await readAdvertiser(url, keys, unit)).items);
  for (const slot of PUBLISHERS) earned += await readEarned(url, keys, slot);
  return { spent, earned };
}

export function unitNames(): Unit[] {
  return ["cpm", "cpc", "cpia", "cpr", "cpd", "cpa", "cppromo", "cpl", "cpi"];
}

type Keys = Readonly<Record<string, string>>;

async function readAdvertiser(url: string, keys: Keys, unit: Unit) {
  const key = keys[`advertiser ${ADVERTISERS[unit]}`] ?? "";
  const { items } = campaignsSchema.parse(await callTool(url, key, "list_campaigns"));
  const { balance } = balanceSchema.parse(await callTool(url, key, "whoami"));
  return { items, balance };
}

async function readEarned(url: string, keys: Keys, slot: string): Promise<bigint> {
  const { balance } = balanceSchema.parse(await callTool(url, keys[slot] ?? "", "whoami"));
  return micros(balance.pendingEarningsCredits) + micros(balance.earnedCredits);
}

function spentOf(campaigns: readonly Campaign[]): bigint {
  return campaigns.reduce((sum, { spentCredits }) => sum + micros(spentCredits), 0n);
}

export function micros(credits: number): bigint {
  return BigInt(Math.round(credits * 1_000_000));
}

/** What one event of a campaign costs and brings, by the rule of the contract. */
export function priceOf({ rateCredits, feeBps }: Campaign, unit: Unit) {
  const cost = unit === "cpm" ? micros(rateCredits) / 1_000n : micros(rateCredits);
  const fee = (cost * BigInt(feeBps)) / 10_000n;
  return { cost, share: cost - fee };
}

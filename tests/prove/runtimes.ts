import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { writeApp } from "../kit/runtimes/app.ts";
import { type DurableExchange, openDurableExchange } from "../kit/runtimes/durable-exchange.ts";
import { type RuntimeName, startApp } from "../kit/runtimes/hosts.ts";
import { eventsOf, openReader } from "../kit/runtimes/reader.ts";
import { waitUntil } from "../setup/processes.ts";

/**
 * `npm run prove -- runtimes`: installs the runtimes of runtimes.md in an empty folder and runs the
 * packed kit in each: turns, cards, views, a streamed answer with citations, and `images: "proxy"`
 * where the table says so. Each report must be at the exchange once.
 */
const STEPS = 5;
const ARRIVE_MAX_MS = 10_000;
const run = promisify(execFile);

type Runtime = {
  label: string;
  name: RuntimeName;
  /** What npm installs; nothing for what the tests have. */
  install?: string;
  /** Below `node_modules`. */
  program?: string;
};

const node = `node-${process.platform}-${process.arch}`;
const RUNTIMES: readonly Runtime[] = [
  { label: "Node, ours", name: "node" },
  { label: "Node 20", name: "node", install: `old@npm:${node}@20.20.2`, program: "old/bin/node" },
  { label: "workerd", name: "workerd" },
  { label: "Bun", name: "bun", install: "bun@1.4.5", program: ".bin/bun" },
  { label: "Deno", name: "deno", install: "deno@2.9.6", program: ".bin/deno" },
];

const home = await mkdtemp(join(tmpdir(), "placard-runtimes-"));
const exchange = await openDurableExchange();
try {
  const app = join(home, "app");
  await mkdir(app);
  await writeApp(app);
  await writeFile(join(home, "package.json"), '{ "private": true }');
  for (const runtime of RUNTIMES) await prove(runtime, app, exchange);
} finally {
  await exchange.close();
  await rm(home, { recursive: true, force: true });
}

async function prove(
  { label, name, install, program }: Runtime,
  folder: string,
  { baseUrl, databaseUrl, market }: DurableExchange,
): Promise<void> {
  if (install !== undefined) {
    const args = ["install", "--no-save", "--no-audit", "--no-fund", install];
    await run("npm", args, { cwd: home });
  }
  const before = await eventsOf(databaseUrl, market);
  const env = { PLACARD_URL: baseUrl, PLACARD_KEY: market.apiKey };
  const path = program === undefined ? undefined : join(home, "node_modules", program);
  const running = await startApp(name, { folder, env }, path);
  try {
    const reader = openReader(
      running.url,
      RUNTIMES.findIndex((one) => one.label === label),
    );
    for (let step = 0; step < STEPS; step += 1) {
      await reader.look();
      await reader.chat();
    }
    const { views, answers, labels } = reader.seen;
    const arrived = async (): Promise<number> => {
      const now = await eventsOf(databaseUrl, market);
      return now.cpm + now.cpia + now.cpr - before.cpm - before.cpia - before.cpr;
    };
    await waitUntil(async () => (await arrived()) >= views + answers, ARRIVE_MAX_MS);
    const count = await arrived();
    const pictures = new Set(await reader.pictures());
    const source = name === "workerd" ? "https://pictures.test" : running.url;
    const isShown = pictures.size === 1 && pictures.has(source);
    const isProved = count === views + answers && views > 0 && labels === STEPS && isShown;
    if (!isProved) process.exitCode = 1;
    const words = `${views} views, ${answers} reports of answers, ${labels} labels`;
    const found = `${count} arrived, pictures from ${[...pictures]}`;
    process.stdout.write(`${isProved ? "ok  " : "FAIL"} ${label}: ${words}; ${found}\n`);
  } finally {
    await running.end();
  }
}

import { readLocalEnv, startLocal } from "../../local/exchange.ts";
import { APP_PAGE, ensureBundles, PAGES } from "../../server/src/wiring/bundles.ts";
import { demoHeader } from "../../server/src/wiring/header.ts";
import { StartError } from "../../server/src/wiring/program.ts";
import type { Loading } from "../goods/market/load.ts";
import { BUNDLES } from "./bundles.ts";
import { nowMs } from "./clock.ts";
import { createDemo, type Demo } from "./demo.ts";
import { createOutages } from "./outages/outages.ts";

/**
 * `npm start`: the exchange with its worker and database, the demo chat and the demo shop in one
 * process tree.
 */

/** The process exits after this time, even if a part does not stop. */
const STOP_MAX_MS = 4_500;
/** The terminal and npm each send Ctrl-C: only one that comes later than that ends at once. */
const INSIST_AFTER_MS = 1_000;
const startedAtMs = performance.now();

type Env = Awaited<ReturnType<typeof readLocalEnv>>["env"];

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const isTerminal = process.stdout.isTTY === true;
let lastShownMs = 0;
let isStopping = false;
let stoppingSinceMs = 0;

/** Resources to close, in the order in which they were opened. */
const held: (() => Promise<void>)[] = [];

function fail(error: unknown): void {
  const isPlain = error instanceof StartError;
  const text = isPlain ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${text}\n`);
  void stop(1);
}

async function stop(exitCode: number): Promise<void> {
  if (isStopping) {
    const insists = performance.now() - stoppingSinceMs > INSIST_AFTER_MS;
    if (insists) process.exit(exitCode === 0 ? 130 : exitCode);
    return;
  }
  isStopping = true;
  stoppingSinceMs = performance.now();
  const giveUp = setTimeout(() => process.exit(exitCode), STOP_MAX_MS);
  giveUp.unref();
  for (const release of held.reverse()) await release().catch(complain);
  process.exit(exitCode);
}

function complain(error: unknown): void {
  process.stderr.write(`While stopping: ${String(error)}\n`);
}

/** A terminal shows motion on one line; a log gets a line for each step. */
function showLoading({ text, done, total }: Loading): void {
  const counts =
    done === undefined ? "" : ` ${done.toLocaleString("en")} of ${total?.toLocaleString("en")}`;
  const isStep = done === undefined;
  if (!isStep && performance.now() - lastShownMs < (isTerminal ? 100 : 1_000)) return;
  lastShownMs = performance.now();
  if (isTerminal && !isStep) process.stdout.write(`\r\u001b[2K  ${text}${counts}`);
  else say(`${isTerminal ? "\r\u001b[2K" : ""}  ${text}${counts}`);
}

function welcome(url: string, hasDemo: boolean): void {
  const seconds = ((performance.now() - startedAtMs) / 1_000).toFixed(1);
  say(`${isTerminal ? "\r\u001b[2K" : ""}\nReady after ${seconds} s.\n`);
  if (hasDemo) {
    say(`  Demo chat   ${url}/demo`);
    say(`  Demo shop   ${url}/shop`);
  }
  say(`  Explorer    ${url}/explore`);
  say(`  Console     ${url}/console`);
  say(`  Docs        ${url}/docs`);
  say(`  For agents  ${url}/llms.txt`);
  say("\nStop with Ctrl-C; the next start continues where this one ends.");
}

async function main(): Promise<void> {
  const { env, logger } = await readLocalEnv(process.env);
  const url = env.PUBLIC_BASE_URL;
  const host = env.HOST === "0.0.0.0" || env.HOST === "::" ? "127.0.0.1" : env.HOST;
  const localHost = host.includes(":") ? `[${host}]` : host;
  say(`Placard is starting on ${url}`);
  const warn = (message: string, fields?: object) => logger.warn(fields ?? {}, message);
  const outages = createOutages({ now: nowMs, environment: process.env, warn });
  held.push(() => outages.close());
  const demo: Demo | undefined = env.DEMO
    ? createDemo({
        publicUrl: url,
        header: demoHeader(),
        localUrl: `http://${localHost}:${env.PORT}`,
        dataDir: env.DATA_DIR,
        products: env.DEMO_PRODUCTS,
        isPublic: env.DEMO_PUBLIC,
        ...endpointOf(env),
        outages,
        warn,
      })
    : undefined;
  const bundles = buildPages(demo !== undefined);
  const starting = startLocal({
    env,
    logger,
    mounted: demo?.middleware ?? [],
    ...(demo !== undefined && {
      isDemoLoaded: () => demo.isLoaded(),
      way: outages,
    }),
  });
  held.push(async () => (await starting.catch(() => undefined))?.close());
  const local = await starting;
  if (isStopping) return;
  await local.listen();
  say(`  Answering on ${url}, loading what is missing`);
  if (demo !== undefined) held.push(() => demo.close());
  await Promise.all([bundles, demo?.load(local, showLoading)]);
  if (!isStopping) welcome(url, demo !== undefined);
}

/** A language model instead of the script, where one is named. */
function endpointOf({ DEMO_MODEL_URL: url, DEMO_MODEL_KEY: apiKey, DEMO_MODEL_NAME: name }: Env) {
  if (url === undefined) return {};
  return { endpoint: { url, name, ...(apiKey !== undefined && { apiKey }) } };
}

function buildPages(hasDemo: boolean): Promise<void> {
  const building = ensureBundles([PAGES, APP_PAGE, ...(hasDemo ? BUNDLES : [])], (config) =>
    say(`  Building ${config.split("/")[0]} for browsers`),
  );
  // Waited for later; a failure before that must not end the process without a word.
  building.catch(() => undefined);
  return building;
}

for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(name, () => {
    if (!isStopping) say(`${isTerminal ? "\r\u001b[2K" : ""}Stopping`);
    void stop(0);
  });
}
main().catch((error: unknown) => {
  if (!isStopping) fail(error);
});

import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const SERVE = fileURLToPath(new URL("../../../server/src/serve.ts", import.meta.url));
const START_TIMEOUT_MS = 90_000;
const POLL_MS = 25;

/** Fixed, so that a program beside the server can mint deliveries that the server believes. */
export const SIGNING_KEYS = `1:${Buffer.alloc(32, 7).toString("base64url")}`;

export interface ExchangeProcess {
  readonly baseUrl: string;
  readonly pid: number;
  /** Resolves when the process ended, for whatever reason. */
  readonly ended: Promise<void>;
  kill(signal: NodeJS.Signals): void;
}

export interface ExchangeProcessOptions {
  readonly databaseUrl: string;
  readonly port: number;
  /** Another program to run in place of `serve`, which takes the same environment. */
  readonly entry?: string;
  /** Variables besides the usual ones. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the exchange as a process of its own and waits until it answers. */
export async function startExchangeProcess(
  options: ExchangeProcessOptions,
): Promise<ExchangeProcess> {
  const baseUrl = `http://127.0.0.1:${options.port}`;
  const child = spawn(process.execPath, [options.entry ?? SERVE], {
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: String(options.port),
      PUBLIC_BASE_URL: baseUrl,
      DATABASE_URL: options.databaseUrl,
      SIGNING_KEYS,
      DEMO: "1",
      LOG_LEVEL: "error",
      ...options.env,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = endOf(child);
  await waitUntilHealthy(child, baseUrl);
  const { pid } = child;
  if (pid === undefined) throw new Error("The exchange could not be run.");
  return { baseUrl, pid, ended, kill: (signal) => void child.kill(signal) };
}

export async function stopExchangeProcess(exchange: ExchangeProcess): Promise<void> {
  exchange.kill("SIGTERM");
  const timer = setTimeout(() => exchange.kill("SIGKILL"), START_TIMEOUT_MS);
  await exchange.ended;
  clearTimeout(timer);
}

function endOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", () => resolve());
  });
}

async function waitUntilHealthy(child: ChildProcess, baseUrl: string): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`The exchange ended at its start (code ${child.exitCode}).`);
    }
    const answer = await fetch(`${baseUrl}/healthz`).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok === true) return;
    await sleep(POLL_MS);
  }
  child.kill("SIGKILL");
  throw new Error("The exchange did not answer in time.");
}

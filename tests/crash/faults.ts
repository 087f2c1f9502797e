import { setTimeout as sleep } from "node:timers/promises";
import type { EmbeddedPostgres } from "../../server/src/core/embedded-postgres/index.ts";
import {
  type ExchangeProcess,
  type ExchangeProcessOptions,
  startExchangeProcess,
  stopExchangeProcess,
} from "../bench/support/exchange-process.ts";
import type { Random } from "./random.ts";

const PAUSE_MIN_MS = 1_500;
const PAUSE_MAX_MS = 5_000;
/** Nothing is hurt in the last moments, so that the load ends on a server that works. */
const QUIET_MS = 2_000;

export interface Faults {
  readonly serverKills: number;
  readonly postgresKills: number;
}

/** Kills the exchange and PostgreSQL at random moments and starts the exchange again. */
export async function injectFaults(options: {
  exchange: ServedExchange;
  postgres: EmbeddedPostgres;
  random: Random;
  seconds: number;
}): Promise<Faults> {
  const { exchange, postgres, random } = options;
  const until = performance.now() + options.seconds * 1_000 - QUIET_MS;
  let serverKills = 0;
  let postgresKills = 0;
  for (;;) {
    await sleep(random.between(PAUSE_MIN_MS, PAUSE_MAX_MS));
    if (performance.now() > until) return { serverKills, postgresKills };
    const isFirstOfBoth = serverKills === 0 || postgresKills === 0;
    const kind = isFirstOfBoth
      ? serverKills <= postgresKills
        ? "server"
        : "postgres"
      : random.pick(["server", "postgres", "both"]);
    const pid = postgres.processId();
    if (kind !== "server" && pid !== null) {
      process.kill(pid, "SIGKILL");
      postgresKills += 1;
    }
    if (kind !== "postgres") {
      await exchange.killAndRestart();
      serverKills += 1;
    }
  }
}

/** The exchange on one port, whichever process serves it at the moment. */
export interface ServedExchange {
  readonly baseUrl: string;
  killAndRestart(): Promise<void>;
  stop(): Promise<void>;
}

export async function serveExchange(options: ExchangeProcessOptions): Promise<ServedExchange> {
  let current: ExchangeProcess = await startExchangeProcess(options);
  return {
    baseUrl: current.baseUrl,
    async killAndRestart() {
      current.kill("SIGKILL");
      await current.ended;
      current = await startExchangeProcess(options);
    },
    stop: () => stopExchangeProcess(current),
  };
}

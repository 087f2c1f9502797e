import { setTimeout as sleep } from "node:timers/promises";
import {
  type ExchangeProcess,
  type ExchangeProcessOptions,
  startExchangeProcess,
  stopExchangeProcess,
} from "../bench/support/exchange-process.ts";

const START_TRIES_MAX = 10;
const START_AGAIN_MS = 300;

/** The exchange on one port, whichever process serves it at the moment. */
export interface ServedExchange {
  readonly baseUrl: string;
  killAndRestart(): Promise<void>;
  /** How often it ended without being killed, which no fault of the database may cause. */
  endedAlone(): number;
  stop(): Promise<void>;
}

export async function serveExchange(options: ExchangeProcessOptions): Promise<ServedExchange> {
  let current: ExchangeProcess | null = null;
  let endedAlone = 0;
  let isMeant = false;
  let isStopping = false;

  const start = async (): Promise<ExchangeProcess> => {
    const started = await startAgain(options, () => isStopping);
    current = started;
    isMeant = isStopping;
    if (isStopping) started.kill("SIGKILL");
    void started.ended.then(() => {
      if (isMeant) return;
      endedAlone += 1;
      start().catch(() => undefined);
    });
    return started;
  };
  const { baseUrl } = await start();
  return {
    baseUrl,
    endedAlone: () => endedAlone,
    async killAndRestart() {
      isMeant = true;
      current?.kill("SIGKILL");
      await current?.ended;
      await start();
    },
    async stop() {
      isMeant = true;
      isStopping = true;
      if (current !== null) await stopExchangeProcess(current);
    },
  };
}

/** What a process manager does: the database may be away when the exchange starts. */
async function startAgain(
  options: ExchangeProcessOptions,
  isStopping: () => boolean,
): Promise<ExchangeProcess> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await startExchangeProcess(options);
    } catch (error) {
      if (tries === START_TRIES_MAX || isStopping()) throw error;
      await sleep(START_AGAIN_MS);
    }
  }
}

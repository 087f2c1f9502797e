import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { freePort } from "../../local/free-port.ts";
import {
  type ExchangeProcess,
  startExchangeProcess,
  stopExchangeProcess,
} from "../bench/support/exchange-process.ts";

/** A program that can be killed and comes back. */
export interface Mortal {
  /** Kills it without warning and starts it again. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

const WORKER = fileURLToPath(new URL("worker.ts", import.meta.url));

export async function startWorker(databaseUrl: string, forbiddenAddress: string): Promise<Mortal> {
  const args = [databaseUrl, forbiddenAddress];
  const open = () =>
    new Promise<ChildProcess>((resolve, reject) => {
      const child = fork(WORKER, args);
      child.once("message", () => resolve(child));
      child.once("exit", (code) => reject(new Error(`The worker ended at its start: ${code}`)));
    });
  let child = await open();
  const end = async (signal: NodeJS.Signals) => {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill(signal);
    await ended;
  };
  return {
    async kill() {
      await end("SIGKILL");
      child = await open();
    },
    stop: () => end("SIGTERM"),
  };
}

export async function startServer(
  databaseUrl: string,
): Promise<Mortal & { readonly baseUrl: string }> {
  const env = { POSTBACK_ALLOW_HOSTS: "127.0.0.1" };
  const options = { databaseUrl, port: await freePort(), env };
  let running: ExchangeProcess = await startExchangeProcess(options);
  return {
    baseUrl: running.baseUrl,
    async kill() {
      running.kill("SIGKILL");
      await running.ended;
      running = await startExchangeProcess(options);
    },
    stop: () => stopExchangeProcess(running),
  };
}

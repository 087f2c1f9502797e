import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { createClient } from "redis";
import { freePort } from "../../local/free-port.ts";
import { makeTestFolder, removeTestFolder } from "./postgres.ts";
import { waitUntil } from "./processes.ts";

const START_TIMEOUT_MS = 10_000;

export interface TestRedis {
  readonly url: string;
  /** Ends Redis in an orderly way; its content is gone, since it keeps nothing on disk. */
  stop(): Promise<void>;
  /** Ends Redis like a crash: open connections break. */
  kill(): Promise<void>;
  /** Makes it hang: connections stay open, nothing answers. */
  pause(): void;
  resume(): void;
  /** Starts it again on the same port, empty. */
  restart(): Promise<void>;
}

/**
 * A real Redis on a free port, in memory only.
 *
 * Errors: fails with what to install when the machine has none; a test that needs Redis never
 * passes by being skipped.
 */
export async function startRedis(settings: readonly string[] = []): Promise<TestRedis> {
  const port = await freePort();
  let child = await launch(port, settings);
  const end = async (name: "SIGTERM" | "SIGKILL") => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, "exit");
    child.kill(name);
    await exit;
  };
  const killWithUs = () => child.kill("SIGKILL");
  process.once("exit", killWithUs);
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: async () => {
      process.off("exit", killWithUs);
      await end("SIGTERM");
    },
    kill: () => end("SIGKILL"),
    pause: () => child.kill("SIGSTOP"),
    resume: () => child.kill("SIGCONT"),
    restart: async () => {
      await end("SIGKILL");
      child = await launch(port, settings);
    },
  };
}

/** Two Redis with a password and a Sentinel of its own that replaces the primary. */
export async function startRedisPair(password: string) {
  const login = ["--requirepass", password, "--masterauth", password];
  const primary = await startRedis(login);
  const { port } = new URL(primary.url);
  const replica = await startRedis([...login, "--replicaof", "127.0.0.1", port]);
  const folder = await makeTestFolder();
  const sentinelPort = await freePort();
  const file = join(folder, "sentinel.conf");
  const lines = [
    `port ${sentinelPort}`,
    `sentinel monitor main 127.0.0.1 ${port} 1`,
    `sentinel auth-pass main ${password}`,
    "sentinel down-after-milliseconds main 500",
    "sentinel failover-timeout main 2000",
  ];
  writeFileSync(file, lines.join("\n"));
  const child = spawn("redis-server", [file, "--sentinel"], { stdio: "ignore", cwd: folder });
  const client = createClient({ url: `redis://127.0.0.1:${sentinelPort}` });
  client.on("error", () => undefined);
  return {
    primary,
    replica,
    /** The first address is that of a Sentinel that is down. */
    address: `sentinel://127.0.0.1:1,127.0.0.1:${sentinelPort}/main`,
    /** Sentinel looks for replicas every ten seconds and fails over only to those it knows. */
    async knowsReplica(): Promise<boolean> {
      if (!client.isOpen) await client.connect();
      const found = await client.sendCommand(["SENTINEL", "REPLICAS", "main"]);
      return Array.isArray(found) && found.length > 0;
    },
    async primaryPort(): Promise<number> {
      const found = await client.sendCommand(["SENTINEL", "GET-MASTER-ADDR-BY-NAME", "main"]);
      return Number(Array.isArray(found) ? found[1] : 0);
    },
    async close(): Promise<void> {
      if (client.isOpen) client.destroy();
      child.kill("SIGKILL");
      await Promise.all([primary.stop(), replica.stop()]);
      await removeTestFolder(folder);
    },
  };
}

async function launch(port: number, more: readonly string[]): Promise<ChildProcess> {
  const settings = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly"];
  const child = spawn("redis-server", [...settings, "no", ...more], { stdio: "ignore", cwd: "/" });
  let failure: Error | null = null;
  child.once("error", (error) => {
    failure = error;
  });
  const isReady = () => failure !== null || child.exitCode !== null || accepts(port);
  await waitUntil(isReady, START_TIMEOUT_MS);
  if (failure !== null || child.exitCode !== null || !(await accepts(port))) {
    child.kill("SIGKILL");
    throw new Error("redis-server cannot be run: install the Debian package redis-server.");
  }
  return child;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const answer = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once("connect", () => answer(true));
    socket.once("error", () => answer(false));
  });
}

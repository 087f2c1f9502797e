import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { freePort } from "../../local/free-port.ts";
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

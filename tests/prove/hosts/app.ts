import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { freePort } from "../../../local/free-port.ts";
import type { Host } from "./host.ts";
import { commandsOf, filesOf, snippetsOf } from "./page-blocks.ts";

const run = promisify(execFile);
const SYSTEM_NODE = "/usr/bin/node";
const START_TIMEOUT_MS = 60_000;
const POLL_MS = 100;
const SAID_MAX = 6_000;
const OUTPUT_MAX = 64 * 1024 * 1024;

/** The ways in which TypeScript finds packages; every example compiles under each. */
const RESOLUTIONS = [
  { module: "esnext", moduleResolution: "bundler" },
  { module: "node16", moduleResolution: "node16" },
  { module: "nodenext", moduleResolution: "nodenext" },
] as const;

export interface App {
  readonly folder: string;
  /** Runs a command of the host in its folder. */
  run(command: string): Promise<void>;
  start(env: Readonly<Record<string, string>>, command?: string): Promise<RunningApp>;
  remove(): Promise<void>;
}

export interface RunningApp {
  readonly url: string;
  /** What the program printed. */
  said(): string;
  isRunning(): boolean;
  stop(): Promise<void>;
}

/**
 * The app of a host in an empty folder: its pages' files and commands, its packages from the
 * registry and ours from `archives`.
 *
 * **Errors** throws with what npm or the compiler printed.
 */
export async function makeApp(host: Host, archives: ReadonlyMap<string, string>): Promise<App> {
  const app = await emptyApp(host);
  const installs = host.pages.flatMap(commandsOf).filter(isInstall).join(" ");
  const ours = [...archives].flatMap(([name, archive]) => (installs.includes(name) ? archive : []));
  if (ours.length === 0) throw new Error(`The page of ${host.name} does not say what to install.`);
  const packages = [...ours, ...host.packages].map((name) => `'${name}'`).join(" ");
  const options = "--prefer-offline --no-audit --no-fund --ignore-scripts --loglevel=error";
  await app.run(`npm install ${options} ${packages}`);
  await runCommands(host, app);
  return app;
}

/** The same without the registry: ours are unpacked, and others lie where `places` says. */
export async function linkApp(
  host: Host,
  archives: ReadonlyMap<string, string>,
  places: Readonly<Record<string, string>>,
): Promise<App> {
  const app = await emptyApp(host);
  for (const [name, archive] of archives) {
    const place = `node_modules/${name}`;
    await app.run(`mkdir -p ${place} && tar xzf '${archive}' --strip-components=1 -C ${place}`);
  }
  for (const [name, place] of Object.entries(places)) {
    await app.run(`ln -s '${place}' node_modules/${name}`);
  }
  await runCommands(host, app);
  return app;
}

const isInstall = (command: string): boolean => command.startsWith("npm install ");

/** What the page does after it has installed. */
async function runCommands(host: Host, app: App): Promise<void> {
  for (const command of host.pages.flatMap(commandsOf)) {
    if (!isInstall(command)) await app.run(command);
  }
}

async function emptyApp(host: Host): Promise<App> {
  const folder = await mkdtemp(join(tmpdir(), `placard-host-${host.name}-`));
  const blocks = [...filesOf(host.pages), ...host.pages.flatMap(snippetsOf)];
  const files = Object.fromEntries(blocks.map(({ file, code }) => [file, code]));
  const manifest = JSON.stringify({ private: true, type: "module", ...host.manifest });
  await writeFiles(folder, { "package.json": manifest, ...host.files, ...files });
  await mkdir(join(folder, "public"), { recursive: true });
  return {
    folder,
    run: (command) => runIn(folder, command),
    start: (env, command = host.start) => startIn(folder, command, env),
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }),
  };
}

/** Compiles what is TypeScript strictly, once for each way of finding packages. */
export async function checkTypes(host: Host, app: App): Promise<void> {
  for (const resolution of RESOLUTIONS) {
    const compilerOptions = {
      ...resolution,
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: "es2023",
      lib: ["es2023", "esnext.disposable", "esnext.asynciterable", "dom", "dom.iterable"],
      jsx: "react-jsx",
      types: ["node"],
      allowImportingTsExtensions: true,
      ...host.compilerOptions,
    };
    const config = `check-${resolution.moduleResolution}.json`;
    const include = ["**/*.ts", "**/*.tsx"];
    const exclude = ["node_modules", "dist", ".next"];
    await writeFile(
      join(app.folder, config),
      JSON.stringify({ compilerOptions, include, exclude }),
    );
    await app.run(`npx ${host.compiler ?? "tsc"} -p ${config}`);
  }
}

async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [file, text] of Object.entries(files)) {
    const path = join(folder, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}

/** Hosts run on the machine's own Node if the packages promise it, else on ours. */
function environment(): NodeJS.ProcessEnv {
  const { PATH = "", ...rest } = process.env;
  const node = existsSync(SYSTEM_NODE) ? dirname(SYSTEM_NODE) : dirname(process.execPath);
  const others = PATH.split(":").filter((one) => !one.includes("node_modules"));
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([name]) => !name.startsWith("npm_"))),
    PATH: [node, ...others].join(":"),
    NEXT_TELEMETRY_DISABLED: "1",
    COPILOTKIT_TELEMETRY_DISABLED: "true",
  };
}

async function runIn(cwd: string, command: string): Promise<void> {
  const options = { cwd, env: environment(), maxBuffer: OUTPUT_MAX };
  await run("bash", ["-ec", command], options).catch((error: unknown) => {
    const { stdout = "", stderr = "" } = Object(error);
    throw new Error(`\`${command}\` failed:\n${`${stdout}${stderr}`.slice(-SAID_MAX)}`);
  });
}

async function startIn(
  cwd: string,
  command: string,
  env: Readonly<Record<string, string>>,
): Promise<RunningApp> {
  const port = await freePort();
  const child = spawn("bash", ["-c", `exec ${command}`], {
    cwd,
    env: { ...environment(), ...env, PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"],
    // Of its own group, because some hosts start further processes.
    detached: true,
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (part) => {
      said = `${said}${part}`.slice(-SAID_MAX);
    });
  }
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const stop = async () => {
    if (!isRunning() || child.pid === undefined) return;
    process.kill(-child.pid, "SIGTERM");
    const timer = setTimeout(() => child.pid && process.kill(-child.pid, "SIGKILL"), 5_000);
    await ended;
    clearTimeout(timer);
  };
  const url = `http://127.0.0.1:${port}`;
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (isRunning() && performance.now() < deadline) {
    const answer = await fetch(url).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer !== undefined) return { url, said: () => said, isRunning, stop };
    await sleep(POLL_MS);
  }
  await stop();
  throw new Error(`\`${command}\` did not answer:\n${said}`);
}

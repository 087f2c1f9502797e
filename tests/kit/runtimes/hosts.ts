import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "../../../local/free-port.ts";
import { waitUntil } from "../../setup/processes.ts";
import { bundled } from "./app.ts";

const START_MAX_MS = 30_000;
const SETTLE_MAX_MS = 30_000;
const COMPATIBILITY_DATE = "2026-11-01";

export type RuntimeName = "node" | "workerd" | "bun" | "deno";

/** An app that runs in a runtime of its own. */
export type RunningApp = {
  url: string;
  pid: number;
  /** Resolves when so many requests have ended, with what they gave to `waitUntil`; on Node. */
  settled(requests: number): Promise<void>;
  end(signal?: NodeJS.Signals): Promise<void>;
};

type App = {
  /** What `writeApp` wrote. */
  folder: string;
  /** Variables of the app. */
  env: Record<string, string>;
};

/** What tests/tools installs, as a package of another folder is. */
const programs = createRequire(new URL("../../tools/package.json", import.meta.url));

/** Starts the app of a folder. `program` is the runtime's own, where it is not installed here. */
export async function startApp(
  name: RuntimeName,
  { folder, env }: App,
  program = process.execPath,
): Promise<RunningApp> {
  const port = await freePort();
  if (name === "workerd") {
    await writeFile(join(folder, "bundle.js"), await bundled(folder, "worker.js"));
    const config = join(folder, `worker-${port}.capnp`);
    await writeFile(config, configOf(env, port));
    return watch(run(workerdProgram(), ["serve", config], folder), port);
  }
  const server = join(folder, `${name}.js`);
  await writeFile(server, SERVERS[name]);
  const args = { node: [server], bun: [server], deno: ["run", "--allow-all", server] }[name];
  const own = { ...env, PORT: String(port) };
  return watch(run(program, args, folder, own), port);
}

function workerdProgram(): string {
  const machine = process.arch === "x64" ? "64" : process.arch;
  return programs.resolve(`@cloudflare/workerd-${process.platform}-${machine}/bin/workerd`);
}

const run = (program: string, args: readonly string[], cwd: string, env = {}): ChildProcess =>
  spawn(program, args, {
    cwd,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });

/** What each runtime's own documents say a server of a fetch handler is. */
const SERVERS = {
  bun: `import worker from "./worker.js";
const context = { waitUntil() {} };
const port = Number(process.env.PORT);
Bun.serve({ port, hostname: "127.0.0.1", fetch: (request) => worker.fetch(request, {}, context) });
console.log("listening");
`,
  deno: `import worker from "./worker.js";
const context = { waitUntil() {} };
const port = Number(process.env.PORT);
const onListen = () => console.log("listening");
Deno.serve({ port, hostname: "127.0.0.1", onListen }, (request) =>
  worker.fetch(request, {}, context));
`,
  // Says when requests and the work that they gave to waitUntil have ended, as a platform knows.
  node: `import { createServer } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import worker from "./worker.js";
let open = 0;
let requests = 0;
const track = (work) => {
  open += 1;
  Promise.resolve(work).catch(console.error).finally(() => {
    open -= 1;
    if (open === 0) console.log("settled " + requests);
  });
};
createServer((req, res) => {
  if (req.url === "/up") return res.end("up");
  requests += 1;
  const url = "http://" + req.headers.host + req.url;
  const body = req.method === "POST" ? Readable.toWeb(req) : undefined;
  const { method, headers } = req;
  const request = new Request(url, { method, headers, body, duplex: "half" });
  const answer = async () => {
    const response = await worker.fetch(request, {}, { waitUntil: track });
    res.writeHead(response.status, Object.fromEntries(response.headers));
    await pipeline(Readable.fromWeb(response.body), res);
  };
  track(answer());
}).listen(Number(process.env.PORT), "127.0.0.1", () => console.log("listening"));
`,
} as const;

const configOf = (env: Record<string, string>, port: number): string => {
  const bindings = Object.entries(env)
    .map(([name, text]) => `(name = ${JSON.stringify(name)}, text = ${JSON.stringify(text)})`)
    .join(", ");
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "app", worker = .app),
    (name = "internet", network = (allow = ["public", "private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "app")],
);
const app :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "bundle.js")],
  compatibilityDate = "${COMPATIBILITY_DATE}",
  compatibilityFlags = ["nodejs_compat"],
  bindings = [${bindings}],
);
`;
};

async function watch(child: ChildProcess, port: number): Promise<RunningApp> {
  const { pid, stdout } = child;
  if (pid === undefined || stdout === null) throw new Error("The runtime could not be run.");
  const url = `http://127.0.0.1:${port}`;
  const ended = once(child, "exit");
  let done = 0;
  createInterface(stdout).on("line", (line) => {
    if (line.startsWith("settled ")) done = Number(line.slice("settled ".length));
  });
  await answers(url, ended);
  return {
    url,
    pid,
    async settled(requests) {
      if (await waitUntil(() => done >= requests, SETTLE_MAX_MS)) return;
      throw new Error(`${done} of ${requests} requests have settled.`);
    },
    async end(signal = "SIGKILL") {
      child.kill(signal);
      await ended;
    },
  };
}

async function answers(url: string, ended: Promise<unknown>): Promise<void> {
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  const isUp = async (): Promise<boolean> => {
    const response = await fetch(`${url}/up`).catch(() => undefined);
    return isOver || (await response?.text()) === "up";
  };
  if (!(await waitUntil(isUp, START_MAX_MS)) || isOver) throw new Error("The app did not start.");
}

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../../../local/free-port.ts";
import { SIGNING_KEYS } from "../../bench/support/exchange-process.ts";
import { canMount, type SmallDisk, smallDiskFor } from "../../crash/disk.ts";
import { waitForRow } from "../../crash/node.ts";
import type { BtcpayServer } from "../../integration/domain/cashout/btcpay-server.ts";
import { execute, makeTestFolder, removeTestFolder } from "../../setup/postgres.ts";
import { isOk, prepareProduction, type Started, until } from "../../setup/production.ts";
import { startRedisPair } from "../../setup/redis.ts";
import { startRelay } from "../../setup/relay.ts";
import { type Cluster, startCluster } from "../databases/cluster.ts";
import { liveSettings } from "../databases/payouts.ts";
import { startBouncer } from "../databases/pgbouncer.ts";

export const BIN = "/usr/lib/postgresql/15/bin";
const SERVER = fileURLToPath(new URL("../../../server/", import.meta.url));
const REDIS_PASSWORD = "redis-secret";
/** Small, so that checkpoints and new log segments are part of the run. */
const WAL = { max_wal_size: "128MB", min_wal_size: "32MB", wal_keep_size: "64MB" };

/** A program of the exchange that can be restarted. */
export interface Program {
  readonly name: "serve" | "work";
  /** Of its readiness, or of its metrics. */
  readonly url: string;
  start(more?: Readonly<Record<string, string>>): Promise<void>;
  /** Ends it by SIGTERM. **Errors** throws for another exit code than 0. */
  stop(): Promise<void>;
}

export type Stack = Awaited<ReturnType<typeof startStack>>;
type Undo = (() => unknown)[];

/** All of production: what the operations page names, from Debian's packages. */
export async function startStack(btcpay: BtcpayServer, undo: Undo) {
  const folder = await makeTestFolder();
  undo.push(() => removeTestFolder(folder));
  const { primary, standby, disk } = await startDatabases(undo);
  const settled = await prepareProduction(primary.adminUrl);
  await execute(primary.adminUrl, "alter system set synchronous_standby_names = 'standby'");
  await execute(primary.adminUrl, "select pg_reload_conf()");
  await waitForRow(primary.adminUrl, "select from pg_stat_replication where sync_state = 'sync'");
  const { username, password } = new URL(settled.variables.DATABASE_URL ?? "");
  const database = { now: primary };
  const users = { [username]: password };
  const bouncer = await startBouncer({ target: () => database.now.port, users });
  undo.push(bouncer.remove);
  const redis = await startRedisPair(REDIS_PASSWORD);
  undo.push(redis.close);
  const relay = await startRelay(primary.port);
  undo.push(relay.close);
  const login = (user: string, ...ports: number[]) =>
    `postgres://${user}@${ports.map((port) => `127.0.0.1:${port}`).join()}/placard`;
  const variables = {
    ...liveSettings(btcpay),
    SIGNING_KEYS,
    DATABASE_URL: login(`${username}:${password}`, bouncer.port),
    DATABASE_DIRECT_URL: login(`${username}:${password}`, primary.port, standby.port),
    DATABASE_OWNER_URL: login("placard_owner:owner-secret", primary.port, standby.port),
    REDIS_URL: `redis+${redis.address.replace("//", `//:${REDIS_PASSWORD}@`)}`,
    ALLOWED_HOSTS: "127.0.0.1",
    TRUST_PROXY_HOPS: "1",
    WEB_CONCURRENCY: "2",
    LOG_LEVEL: "warn",
    DATA_DIR: folder,
    UNPROVEN_PLACEMENTS_MAX: "100000",
    UNPROVEN_DAY_CREDITS: "1000000000",
    RATE_LIMITS: ["read", "write", "report", "register", "event", "unbilled"]
      .map((name) => `${name}=100000/100000`)
      .join(),
  };
  const production = await prepareProduction(primary.adminUrl, variables, { isPrepared: true });
  undo.push(production.stop);
  const migrated = await production.run("npm run migrate");
  if (migrated.code !== 0) throw new Error(migrated.stderr);
  const ended: string[] = [];
  const make = (name: Program["name"], port: number, more: Record<string, string> = {}): Program =>
    programOf({ name, port, more, start: production.start, onEnd: (text) => ended.push(text) });
  const ports = [await freePort(), await freePort()];
  // The first reaches the database through the relay.
  const direct = login(`${username}:${password}`, relay.port, standby.port);
  const programs = [
    make("serve", ports[0] ?? 0, { DATABASE_DIRECT_URL: direct }),
    make("serve", ports[1] ?? 0),
    make("work", await freePort()),
    make("work", await freePort()),
  ];
  await Promise.all(programs.map((program) => program.start()));
  const proxy = await startHaproxy(folder, ports);
  undo.push(proxy.stop);
  const baseUrl = `http://127.0.0.1:${proxy.port}`;
  await until(
    () => isOk(`${baseUrl}/readyz`),
    () => "HAProxy finds no server",
  );
  const servers = { bouncer, redis, relay, proxy, primary, standby, disk, database };
  return { ...servers, programs, production, baseUrl, ended, folder };
}

async function startDatabases(undo: Undo) {
  const primary = await startCluster({ bin: BIN, settings: { ...WAL, wal_level: "replica" } });
  undo.push(primary.remove);
  let disk: SmallDisk | null = null;
  if (await canMount()) {
    await primary.stop();
    disk = await smallDiskFor(join(primary.data, "pg_wal"));
    undo.splice(-1, 0, disk.unmount);
    await primary.start();
  }
  const from = ["-h", "127.0.0.1", "-p", String(primary.port), "-U", "postgres"];
  const address = `host=127.0.0.1 port=${primary.port} user=postgres`;
  const primary_conninfo = `${address} application_name=standby`;
  const standby = await startCluster({
    bin: BIN,
    settings: { ...WAL, primary_conninfo, wal_retrieve_retry_interval: "100ms" },
    fill: ({ program, data }) =>
      program("pg_basebackup", [...from, "-D", data, "-X", "stream", "-c", "fast", "-R"]),
  });
  undo.push(standby.remove);
  return { primary, standby, disk };
}

/** libfaketime reads the offset from the file again every second. It slows a process down. */
export function clockSettings(file: string): Record<string, string> {
  const found = execFileSync("dpkg", ["-L", "libfaketime"], { encoding: "utf8" });
  return {
    LD_PRELOAD: found.split("\n").find((path) => path.endsWith("MT.so.1")) ?? "",
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: "1",
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
  };
}

function programOf(options: {
  name: Program["name"];
  port: number;
  more: Readonly<Record<string, string>>;
  start(command: string): Started;
  onEnd(said: string): void;
}): Program {
  const { name, port, more } = options;
  const own = { ...more, [name === "serve" ? "PORT" : "WORK_METRICS_PORT"]: String(port) };
  const url = `http://127.0.0.1:${port}/${name === "serve" ? "readyz" : "metrics"}`;
  let running: Started | undefined;
  return {
    name,
    url,
    async start(also = {}) {
      const words = Object.entries({ ...own, ...also }).map(([key, value]) => `${key}='${value}'`);
      const started = options.start(
        `env ${words.join(" ")} ${process.execPath} ${SERVER}src/${name}.ts`,
      );
      running = started;
      started.child.once("exit", (code) => {
        if (running === started) options.onEnd(`${name}: ${code} ${started.said().slice(-500)}`);
      });
      // The metrics of `work` want a token, which shows as well that it runs.
      const isUp = () => (name === "serve" ? isOk(url) : answers(url));
      await until(isUp, () => `${name} is not ready: ${started.said()}`);
    },
    async stop() {
      const stopping = running;
      running = undefined;
      if (stopping === undefined) return;
      const exit = once(stopping.child, "exit");
      stopping.child.kill("SIGTERM");
      const [code] = await exit;
      if (code !== 0) throw new Error(`${name} ended with ${code}: ${stopping.said()}`);
    },
  };
}

function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  );
}

/** The file of compose.yaml with the addresses of this machine. */
async function startHaproxy(folder: string, ports: readonly number[]) {
  const port = await freePort();
  const servers = ports.map((one, index) => `  server serve${index} 127.0.0.1:${one}\n`).join("");
  const file = join(folder, "haproxy.cfg");
  const config = readFileSync(`${SERVER}ops/compose/haproxy.cfg`, "utf8")
    .replace(/^resolvers [\s\S]*?\n\n/m, "")
    .replace(":8080", `127.0.0.1:${port}`)
    .replace("maxconn 20000", "maxconn 2000")
    .replaceAll(" resolvers docker init-addr none", "")
    .replaceAll(/^ {2}server-template .*\n/gm, servers);
  writeFileSync(file, config);
  const child = spawn("haproxy", ["-W", "-db", "-f", file], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let log = "";
  child.stderr.setEncoding("utf8").on("data", (part: string) => {
    log += `${new Date().toISOString()} ${part}`;
  });
  const reload = () => child.kill("SIGUSR2");
  return { port, reload, stop: () => ended(child), said: () => log };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  await exit;
}

/** Whether PostgreSQL is up; after a full disk it may be down. */
export async function startAgain(cluster: Cluster): Promise<void> {
  const isUp = await execute(cluster.adminUrl, "select 1").then(
    () => true,
    () => false,
  );
  if (!isUp) await cluster.start();
}

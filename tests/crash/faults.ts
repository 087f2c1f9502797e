import { setTimeout as sleep } from "node:timers/promises";
import { signal } from "../setup/processes.ts";
import type { ServedExchange } from "./exchange.ts";
import type { LoadProcess } from "./load-process.ts";
import { type DatabaseNode, makeStandby, promote, waitForRow, withClient } from "./node.ts";
import { type DatabaseProxy, startProxy } from "./proxy.ts";
import type { Random } from "./random.ts";

export const FAULT_KINDS = [
  "exchange killed",
  "PostgreSQL killed",
  "exchange and PostgreSQL killed",
  "process of PostgreSQL killed",
  "connections terminated",
  "answer to a commit lost",
  "database paused",
  "clients cut",
  "disk of the log full",
  "failover to the standby",
  "failover after cancelled waits",
] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

/** Everything a fault can hurt. */
export interface Scene {
  readonly exchange: ServedExchange;
  readonly load: LoadProcess;
  readonly proxy: DatabaseProxy;
  readonly random: Random;
  /** Holds the primary, which a failover replaces. */
  readonly database: { node: DatabaseNode };
}

/** Hurts something. False when it could not, for then it is not counted. */
type Fault = (scene: Scene) => Promise<boolean>;

const LOSE_WITHIN_MS = 5_000;
const PAUSE_MIN_MS = 2_000;
const PAUSE_MAX_MS = 5_000;
const FULL_WITHIN_MS = 10_000;
const FULL_PROBE_MS = 20;
const FULL_MIN_MS = 500;
const FULL_MAX_MS = 3_000;
const REPLICATED_MIN_MS = 1_500;
const REPLICATED_MAX_MS = 4_000;
const CANCELS = 3;
const CANCEL_AFTER_MS = 400;

export const FAULTS: Readonly<Record<FaultKind, Fault>> = {
  "exchange killed": async ({ exchange }) => {
    await exchange.killAndRestart();
    return true;
  },
  "PostgreSQL killed": ({ database }) => Promise.resolve(database.node.kill()),
  "exchange and PostgreSQL killed": async ({ exchange, database }) => {
    const isDone = database.node.kill();
    await exchange.killAndRestart();
    return isDone;
  },
  "process of PostgreSQL killed": async ({ database, random }) => {
    const [, ...others] = (await database.node.processes()).sort((left, right) => left - right);
    if (others.length === 0) return false;
    signal(random.pick(others), "SIGKILL");
    return true;
  },
  "connections terminated": ({ database }) => terminateConnections(database.node),
  "answer to a commit lost": ({ proxy }) => proxy.loseNextAnswer(LOSE_WITHIN_MS),
  "database paused": pauseDatabase,
  "clients cut": async ({ load, random }) =>
    (await load.cut(random.between(1, 8), random.isOneIn(2))) > 0,
  "disk of the log full": fillDisk,
  "failover to the standby": (scene) => failOver(scene),
  "failover after cancelled waits": (scene) => failOver(scene, cancelWaits),
};

export async function terminateConnections(node: DatabaseNode): Promise<boolean> {
  await waitForRow(node.url(), "select 1");
  return withClient(node.url(), async (client) => {
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid)
       from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    return (rowCount ?? 0) > 0;
  });
}

/** All processes of PostgreSQL stand still, while every connection stays open. */
async function pauseDatabase({ database, random }: Scene): Promise<boolean> {
  const stopped = await database.node.processes();
  if (stopped.length === 0) return false;
  try {
    for (const pid of stopped) signal(pid, "SIGSTOP");
    await sleep(random.between(PAUSE_MIN_MS, PAUSE_MAX_MS));
  } finally {
    for (const pid of stopped) signal(pid, "SIGCONT");
  }
  return true;
}

/**
 * The disk of the log is full: PostgreSQL first uses up the segments it has, then panics, and does
 * not come back before there is space. Changing segments by hand gets it there at once.
 */
async function fillDisk({ database, random }: Scene): Promise<boolean> {
  const { node } = database;
  const { disk } = node;
  if (disk === null) return false;
  await waitForRow(node.url(), "select 1");
  const deadline = performance.now() + FULL_WITHIN_MS;
  let isRefused = false;
  try {
    disk.fill();
    while (!isRefused && performance.now() < deadline) {
      isRefused = await withClient(node.url(), async (client) => {
        await client.query("select pg_logical_emit_message(true, 'full', ''), pg_switch_wal()");
        return false;
      }).catch(() => true);
      await sleep(FULL_PROBE_MS);
    }
    await sleep(random.between(FULL_MIN_MS, FULL_MAX_MS));
  } finally {
    disk.clear();
  }
  return isRefused;
}

/**
 * A standby is made, every commit waits for it for a while, then the primary dies under load with
 * all that only it knew. Whatever was acknowledged must be on the standby.
 */
async function failOver(scene: Scene, beforeDeath?: BeforeDeath): Promise<boolean> {
  const { database, proxy, random } = scene;
  const primary = database.node;
  const link = await startProxy(primary.port);
  const standby = await makeStandby(primary, link);
  try {
    await sleep(random.between(REPLICATED_MIN_MS, REPLICATED_MAX_MS));
    await beforeDeath?.(scene, link);
    await primary.fence();
    const timeline = await promote(standby);
    if (timeline < 2) throw new Error(`The standby is on timeline ${timeline}.`);
  } catch (error) {
    await standby.remove();
    throw error;
  } finally {
    await link.close();
  }
  proxy.pointTo(standby.port);
  database.node = standby;
  await primary.remove();
  return true;
}

type BeforeDeath = (scene: Scene, link: DatabaseProxy) => Promise<void>;

/**
 * The primary loses its standby, so that commits wait, and the waits are cancelled. Now the primary
 * shows as committed what the standby never got: who asks again may not be told that it counted.
 */
async function cancelWaits({ database }: Scene, link: DatabaseProxy): Promise<void> {
  link.sever();
  for (let times = 0; times < CANCELS; times += 1) {
    await sleep(CANCEL_AFTER_MS);
    await terminateConnections(database.node);
  }
  await sleep(CANCEL_AFTER_MS);
}

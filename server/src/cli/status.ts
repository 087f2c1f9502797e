import { statfs } from "node:fs/promises";
import { creditsFromMicros, type Micros, micros } from "../contract/money.ts";
import { openDatabase, type Queryable } from "../core/db.ts";
import type { Env } from "../core/env.ts";
import type { Logger } from "../core/log.ts";
import { findMissingParts } from "../core/migrate.ts";
import { createRedisCache } from "../core/redis.ts";
import { listFeeds } from "../domain/catalog/index.ts";
import {
  countAgents,
  countCampaigns,
  findDatabaseSize,
  findMoney,
  findReplayLag,
  findStanding,
} from "../domain/status/index.ts";
import { countOpenTickets } from "../domain/support/index.ts";
import { type CommandContext, defineCommand, tableOf } from "./command.ts";

/** The exit code is 1 when something needs attention; `problems` says what. */
export const runStatusCommand = defineCommand<StatusContext>("status", {
  "": {
    usage: "",
    async run(_given, context) {
      const facts = await readFacts(context);
      const status: Status = { ...facts, problems: problemsOf(facts) };
      const exitCode = status.problems.length === 0 ? 0 : 1;
      return { json: status, text: textOfStatus(status), exitCode };
    },
  },
});

/** A run is due every minute; three that are missing are no coincidence. */
const VERIFICATION_LATE_MS = 200_000;
const DISK_FREE_MIN = 0.05;

function problemsOf(status: Facts): string[] {
  const { money, verification, disk, at } = status;
  const lastRunMs = verification?.lastRunAt?.getTime() ?? 0;
  const isLate = new Date(at).getTime() - lastRunMs > VERIFICATION_LATE_MS;
  const checks: readonly [boolean, string][] = [
    [!status.migrated, "the database is not migrated: run `npm run migrate`"],
    [status.payoutHold === "paused", "payouts are paused: `operator cashouts resume`"],
    [status.payoutHold === "recovery", "payouts wait for `operator reconcile`"],
    [status.replica?.reachable === false, "the replica does not answer"],
    [status.redis?.reachable === false, "Redis does not answer"],
    [money !== undefined && money.sumCredits !== 0, "the accounts do not sum to zero"],
    [
      (verification?.openFindings ?? 0) > 0,
      "there are ledger findings: run `operator ledger findings`",
    ],
    [status.migrated && isLate, "the ledger was not verified for minutes: check `npm run work`"],
    [disk !== null && disk.freeBytes < disk.sizeBytes * DISK_FREE_MIN, "the disk is nearly full"],
  ];
  return checks.filter(([isSo]) => isSo).map(([, problem]) => problem);
}

export interface StatusContext extends CommandContext {
  readonly env: Env;
  readonly databaseUrl: string;
  readonly logger: Logger;
}

export type Facts = Awaited<ReturnType<typeof readFacts>>;

export type Status = Facts & { readonly problems: readonly string[] };

/** Reads all that `status` prints in one snapshot. */
export async function readFacts(context: StatusContext) {
  const { db, env, clock } = context;
  const missing = await findMissingParts(db).catch(() => ["database"]);
  const migrated = missing.every((part) => part === "partitions");
  const now = clock.now();
  // Without its tables there is nothing else to say.
  const tables = migrated ? await readTables(db, now) : undefined;
  const [replica, redis, exchange, disk] = await Promise.all([
    readReplica(context),
    readRedis(context),
    readSettlement(env),
    readDisk(env.DATA_DIR),
  ]);
  return {
    at: now.toISOString(),
    migrated,
    database: { sizeBytes: migrated ? await findDatabaseSize(db) : null },
    replica,
    redis,
    exchange,
    disk,
    ...tables,
  };
}

async function readTables(db: Queryable, now: Date) {
  const [standing, agents, campaigns, money, feeds, openTickets] = await Promise.all([
    findStanding(db, now),
    countAgents(db),
    countCampaigns(db),
    findMoney(db),
    listFeeds(db),
    countOpenTickets(db),
  ]);
  return {
    agents,
    campaigns,
    money: moneyOf(money),
    outbox: standing.outbox,
    postbacks: standing.postbacks,
    jobs: standing.jobs,
    verification: standing.verification,
    payoutHold: standing.payoutHold ?? null,
    openTickets,
    feeds: feeds.map(({ name, version, products, importedAt }) => ({
      name,
      generation: version,
      products,
      importedAt,
    })),
  };
}

function moneyOf({ accounts, unsweptEarned, unsweptFee }: Awaited<ReturnType<typeof findMoney>>) {
  const credits = (kind: string) => creditsFromMicros(accounts.get(kind) ?? micros(0));
  const sum = [...accounts.values()].reduce((all, balance) => all + balance, 0n);
  const inEscrow: Micros = accounts.get("escrow") ?? micros(0);
  return {
    availableCredits: credits("available"),
    // What campaigns have settled leaves escrow with the next sweep, within seconds.
    escrowCredits: creditsFromMicros(micros(inEscrow - unsweptEarned - unsweptFee)),
    unsweptCredits: creditsFromMicros(micros(unsweptEarned + unsweptFee)),
    pendingEarningsCredits: credits("pending_earnings"),
    earnedCredits: credits("earned"),
    cashoutPendingCredits: credits("cashout_pending"),
    platformFeeCredits: credits("platform_fee"),
    checkoutClearingCredits: credits("checkout_clearing"),
    cashoutClearingCredits: credits("cashout_clearing"),
    adjustmentCredits: credits("adjustment"),
    sumCredits: creditsFromMicros(micros(sum)),
  };
}

async function readReplica({ env, logger }: StatusContext) {
  if (env.DATABASE_REPLICA_URL === undefined) return null;
  const replica = openDatabase({
    connectionString: env.DATABASE_REPLICA_URL,
    connections: 1,
    logger,
    applicationName: "placard-operator",
  });
  try {
    return { reachable: true, lagMs: await findReplayLag(replica) };
  } catch {
    return { reachable: false, lagMs: null };
  } finally {
    await replica.close();
  }
}

async function readRedis({ env, clock, logger }: StatusContext) {
  if (env.REDIS_URL === undefined) return null;
  const cache = await createRedisCache({ url: env.REDIS_URL, clock, logger });
  try {
    return { reachable: await cache.ping() };
  } finally {
    await cache.close();
  }
}

async function readDisk(dataDir: string) {
  const found = await statfs(dataDir).catch(() => undefined);
  if (found === undefined) return null;
  return {
    path: dataDir,
    freeBytes: found.bavail * found.bsize,
    sizeBytes: found.blocks * found.bsize,
  };
}

export function textOfStatus(status: Status): string {
  const rows = [
    ["migrated", status.migrated ? "yes" : "NO"],
    ["database", databaseText(status)],
    ["replica", replicaText(status)],
    ["redis", status.redis === null ? "none" : answers(status.redis.reachable)],
    ["settlement", settlementText(status)],
    ["disk", diskText(status)],
    ...tableRows(status),
  ];
  const problems = status.problems.map((problem) => `! ${problem}\n`);
  return `${tableOf(rows)}${problems.join("")}`;
}

function tableRows(status: Status): string[][] {
  const { agents, campaigns, money, outbox, postbacks, verification } = status;
  const { feeds = [], openTickets = {} } = status;
  if (!(agents && campaigns && money && outbox && postbacks && verification)) return [];
  return [
    ["agents", counts(agents)],
    ["campaigns", counts(campaigns)],
    ...Object.entries(money).map(([name, credits]) => [
      `money: ${name.replace(/Credits$/, "")}`,
      `${credits.toLocaleString("en-US", { maximumFractionDigits: 6 })} credits`,
    ]),
    ["outbox", `${outbox.waiting} waiting, oldest ${seconds(outbox.ageMs)}`],
    [
      "postbacks",
      `${postbacks.pending} pending, ${postbacks.dead} dead, ${seconds(postbacks.lagMs)} overdue`,
    ],
    ["verified", verification.lastRunAt?.toISOString() ?? "never"],
    ["verified clean", verification.lastCleanRunAt?.toISOString() ?? "never"],
    ["verified in full", verification.lastFullRunAt?.toISOString() ?? "never"],
    ["findings", `${verification.openFindings}, ${verification.frozenAgents} agents frozen`],
    ["open tickets", counts(openTickets)],
    ...feeds.map(({ name, generation, products, importedAt }) => [
      `feed ${name}`,
      `generation ${generation}, ${products} products, ${importedAt ?? "never imported"}`,
    ]),
  ];
}

function databaseText({ database }: Status): string {
  return database.sizeBytes === null ? "not readable" : gigabytes(database.sizeBytes);
}

function replicaText({ replica }: Status): string {
  if (replica === null) return "none";
  return replica.lagMs === null ? "DOES NOT ANSWER" : `answers, ${seconds(replica.lagMs)} behind`;
}

function settlementText({ exchange }: Status): string {
  if (exchange === null) return "no exchange answers at HOST and PORT";
  const { waitingEvents, averageLagMs, p99LagMs } = exchange;
  const lag =
    averageLagMs === null
      ? "nothing settled yet"
      : `${averageLagMs.toFixed(1)} ms on average, p99 ${p99LagMs ?? "above 10,000"} ms`;
  return `${waitingEvents} events waiting, ${lag}`;
}

function diskText({ disk }: Status): string {
  if (disk === null) return "no DATA_DIR";
  return `${gigabytes(disk.freeBytes)} of ${gigabytes(disk.sizeBytes)} free at ${disk.path}`;
}

function answers(reachable: boolean): string {
  return reachable ? "answers" : "DOES NOT ANSWER";
}

function counts(of: Readonly<Record<string, number>>): string {
  const texts = Object.entries(of).map(([name, count]) => `${count} ${name}`);
  return texts.length === 0 ? "none" : texts.join(", ");
}

function seconds(durationMs: number): string {
  return `${(durationMs / 1_000).toFixed(1)} s`;
}

function gigabytes(sizeBytes: number): string {
  return `${(sizeBytes / 2 ** 30).toFixed(2)} GiB`;
}

const TIMEOUT_MS = 2_000;

/** Asks `/metrics` of the exchange at its own address; null when nothing answers there. */
export async function readSettlement(env: Pick<Env, "HOST" | "PORT" | "METRICS_TOKEN">) {
  const host = env.HOST === "0.0.0.0" || env.HOST === "::" ? "127.0.0.1" : env.HOST;
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${env.PORT}/metrics`;
  const token = env.METRICS_TOKEN;
  const text = await fetch(url, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } }),
  }).then(
    (response) => (response.ok ? response.text() : undefined),
    () => undefined,
  );
  return text === undefined ? null : settlementOf(text);
}

const LAG = "placard_settlement_lag_seconds";

/**
 * Reads the few lines it needs of Prometheus text; null when it is no exchange that answered. The
 * lags are since its start, over all its processes; null before the first event.
 */
export function settlementOf(text: string) {
  const values = new Map<string, number>();
  for (const line of text.split("\n")) {
    const [, name, value] = /^([^#\s]\S*) (\S+)$/.exec(line) ?? [];
    if (name !== undefined) values.set(name, Number(value));
  }
  const waitingEvents = values.get("placard_settlement_waiting_events");
  if (waitingEvents === undefined) return null;
  const count = values.get(`${LAG}_count`) ?? 0;
  if (count === 0) return { waitingEvents, averageLagMs: null, p99LagMs: null };
  const averageLagMs = ((values.get(`${LAG}_sum`) ?? 0) / count) * 1_000;
  return { waitingEvents, averageLagMs, p99LagMs: quantileMs(values, count * 0.99) };
}

/** The upper end of the bucket that the rank falls into; null beyond the last one. */
function quantileMs(values: ReadonlyMap<string, number>, rank: number): number | null {
  for (const [name, value] of values) {
    const end = /_lag_seconds_bucket\{le="([\d.]+)"\}$/.exec(name)?.[1];
    if (end !== undefined && name.startsWith(LAG) && value >= rank) return Number(end) * 1_000;
  }
  return null;
}

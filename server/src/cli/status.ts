import { statfs } from "node:fs/promises";
import { creditsFromMicros, type Micros, micros } from "../contract/money.ts";
import { createRedisCache } from "../core/cache-redis.ts";
import { openDatabase, type Queryable } from "../core/db.ts";
import type { Env } from "../core/env.ts";
import type { Logger } from "../core/log.ts";
import { isMigrated } from "../core/migrate.ts";
import { listFeeds } from "../domain/catalog/index.ts";
import {
  countAgents,
  countCampaigns,
  findDatabaseSize,
  findMoney,
  findReplayLag,
  findStanding,
  type MoneySums,
} from "../domain/status/index.ts";
import { countOpenTickets } from "../domain/support/index.ts";
import { type CommandContext, defineCommand } from "./command.ts";
import { readSettlement } from "./running.ts";
import { textOfStatus } from "./status-text.ts";

export interface StatusContext extends CommandContext {
  readonly env: Env;
  readonly databaseUrl: string;
  readonly logger: Logger;
}

type Facts = Awaited<ReturnType<typeof readFacts>>;

export type Status = Facts & { readonly problems: readonly string[] };

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

async function readFacts(context: StatusContext) {
  const { db, env, clock, databaseUrl } = context;
  const migrated = await isMigrated(databaseUrl);
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
    openTickets,
    feeds: feeds.map(({ name, version, products, importedAt }) => ({
      name,
      generation: version,
      products,
      importedAt,
    })),
  };
}

function moneyOf({ accounts, unsweptEarned, unsweptFee }: MoneySums) {
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

/** A run is due every minute; three that are missing are no coincidence. */
const VERIFICATION_LATE_MS = 200_000;
const DISK_FREE_MIN = 0.05;

function problemsOf(status: Facts): string[] {
  const { money, verification, disk, at } = status;
  const lastRunMs = verification?.lastRunAt?.getTime() ?? 0;
  const isLate = new Date(at).getTime() - lastRunMs > VERIFICATION_LATE_MS;
  const checks: readonly [boolean, string][] = [
    [!status.migrated, "the database is not migrated: run `npm run migrate`"],
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

import { statfs } from "node:fs/promises";
import { creditsFromMicros, type Micros, micros } from "../contract/money.ts";
import { createRedisCache } from "../core/cache-redis.ts";
import { openDatabase, type Queryable } from "../core/db.ts";
import type { Env } from "../core/env.ts";
import type { Logger } from "../core/log.ts";
import { findMissingParts } from "../core/migrate.ts";
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
import type { CommandContext } from "./command.ts";
import { readSettlement } from "./running.ts";

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

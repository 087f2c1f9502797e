import pg from "pg";
import { uuidFromId } from "../../server/src/contract/ids.ts";
import { type Database, openDatabase } from "../../server/src/core/db.ts";
import { silentLogger } from "../../server/src/core/log.ts";
import { migrate } from "../../server/src/core/migrate.ts";
import { openAccounts } from "../../server/src/domain/ledger/index.ts";
import { checkBooks } from "../crash/books.ts";
import { execute, followCallers, startTestPostgres } from "../setup/postgres.ts";
import type { Binding } from "./actions.ts";
import type { Market } from "./market.ts";
import { COLUMNS, lineOf, type Rows } from "./rows.ts";

/** A real database with the exchange's schema, in which every sequence has agents of its own. */
export interface Postgres {
  /** Settles one statement after the other. */
  readonly database: Database;
  /** Settles as it comes. */
  readonly crowded: Database;
  openMarket(market: Market): Promise<void>;
  openOrder: Binding["openOrder"];
  /** What the exchange's clock does once a day: partitions for the days around a time. */
  prepareFor(now: Date): Promise<void>;
  rowsOf(market: Market): Promise<Rows>;
  /** What is wrong with the books as a whole; nothing when all is well. */
  problems(): Promise<string[]>;
  close(): Promise<void>;
}

const CONNECTIONS = 8;

export async function openPostgres(): Promise<Postgres> {
  const server = await startTestPostgres();
  const name = `placard_simulation_${process.pid}`;
  await execute(server.adminUrl, `create database ${name}`);
  const url = new URL(server.adminUrl);
  url.pathname = `/${name}`;
  const connectionString = url.href;
  await migrate({ databaseUrl: connectionString });
  await followCallers(connectionString);
  const client = new pg.Client({ connectionString });
  await client.connect();
  const logger = silentLogger;
  const shared = openDatabase({
    connectionString,
    connections: CONNECTIONS,
    logger,
    role: "placard_app",
  });
  const database = inOrder(shared);
  const crowded: Database = { ...shared, lane: () => crowded };
  const days = new Set<string>();
  return {
    database,
    crowded,
    openMarket: (market) => openAgents(client, shared, market),
    async openOrder({ orderId, agentId, credits }) {
      await client.query(
        `insert into credit_order (
          id, agent_id, pack_id, credits, price_usd_cents, provider, created_at, expires_at
        )
        values ($1, $2, 'fleet', $3, 1, 'sandbox', now(), now())`,
        [uuidFromId(orderId), uuidFromId(agentId), String(credits)],
      );
    },
    async prepareFor(now) {
      const day = now.toISOString().slice(0, 10);
      if (days.has(day)) return;
      days.add(day);
      await client.query("select ensure_partitions($1)", [now]);
    },
    rowsOf: (market) => readRows(client, market),
    async problems() {
      const findings = await checkBooks(client);
      return findings.flatMap(({ name, problem }) =>
        problem === null ? [] : [`${name}: ${problem}`],
      );
    },
    async close() {
      await client.end();
      await shared.close();
      await execute(server.adminUrl, `drop database ${name} with (force)`);
      await server.stop();
    },
  };
}

/**
 * The same database, with settlement one statement after the other: the two paths of settlement use
 * connections of their own, and which of two statements comes first would be left to chance. All
 * lanes are one pool: two for each of hundreds of processes were too many.
 */
function inOrder(shared: Database): Database {
  let last: Promise<void> = Promise.resolve();
  const database: Database = {
    ...shared,
    lane: () => database,
    async query(statement, values) {
      if (!statement.name.startsWith("events.")) return shared.query(statement, values);
      const before = last;
      let done = () => {};
      last = new Promise<void>((resolve) => {
        done = resolve;
      });
      try {
        await before;
        return await shared.query(statement, values);
      } finally {
        done();
      }
    },
  };
  return database;
}

async function openAgents(client: pg.Client, database: Database, market: Market): Promise<void> {
  const agents = [
    ...market.publishers.map((agentId): [string, string] => [agentId, "publisher"]),
    ...market.advertisers.map((agentId): [string, string] => [agentId, "advertiser"]),
  ];
  for (const [agentId, role] of agents) {
    await client.query(
      `insert into agent (id, provider, display_name, role, created_at)
      values ($1, 'custom', 'A sponsor', $2, now())`,
      [uuidFromId(agentId), role],
    );
    await database.tx((tx) => openAccounts(tx, agentId));
  }
  for (const { placementId, publisherId, unit, rateMicros } of market.placements) {
    await client.query(
      `insert into placement (
        id, publisher_id, title, description, kind, ad_unit_type, rate, review_status, context_use,
        disclosure_label, created_at, updated_at
      )
      values ($1, $2, 'A placement', 'Where a simulated offer is shown.', 'chat', $3, $4,
        'approved', 'reasoning_context', 'Sponsored', now(), now())`,
      [uuidFromId(placementId), uuidFromId(publisherId), unit, String(rateMicros)],
    );
  }
}

const ofCampaign = "campaign_id in (select id from campaign where advertiser_id = any($1))";

/** Which rows of each table belong to the agents in $1. */
const OWNED: Readonly<Record<keyof typeof COLUMNS, string>> = {
  campaign_book: "advertiser_id = any($1)",
  campaign: "advertiser_id = any($1)",
  event: ofCampaign,
  journal: ofCampaign,
  delivery: ofCampaign,
  account: "owner_id = any($1)",
  entry: "owner_id = any($1)",
  earning: "publisher_id = any($1)",
  funding_lot: "agent_id = any($1)",
  cashout: "agent_id = any($1)",
  outbox: "agent_id = any($1)",
};

async function readRows(client: pg.Client, market: Market): Promise<Rows> {
  const agents = [...market.publishers, ...market.advertisers].map(uuidFromId);
  const rows: Record<string, string[]> = {};
  for (const [table, condition] of Object.entries(OWNED)) {
    const columns = columnsOf(table);
    const selected = columns.map((column) =>
      table === "entry" && column === "kind" ? "account_kind as kind" : column,
    );
    const found = await client.query<Record<string, unknown>>(
      `select ${selected.join(", ")} from ${table} where ${condition}`,
      [agents],
    );
    rows[table] = found.rows.map((row) => lineOf(row, columns)).sort();
  }
  return rows;
}

function columnsOf(table: string): readonly string[] {
  return Object.entries(COLUMNS).find(([name]) => name === table)?.[1] ?? [];
}

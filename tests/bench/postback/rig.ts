import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import { z } from "zod";
import { freePort } from "../../../local/free-port.ts";
import type { CampaignFacts } from "../../../server/src/domain/delivery/index.ts";
import {
  SIGNING_KEYS,
  startExchangeProcess,
  stopExchangeProcess,
} from "../support/exchange-process.ts";
import { callTool, openMarket, type Wanted } from "../support/market.ts";
import { type Closer, type Later, standing, startDatabase } from "../support/rig.ts";
import { startWorker, type Worker } from "../support/worker.ts";
import type { Arrivals, ReceiverOrder } from "./receiver.ts";
import type { SettleOrder, SettleResult } from "./settler.ts";

const POSTGRES_SETTINGS = {
  shared_buffers: "512MB",
  max_wal_size: "8GB",
  checkpoint_timeout: "30min",
  max_connections: "100",
};
const CLICKED_CAMPAIGNS = 40;
const BUDGET_CREDITS = 10_000_000;
const WORK = fileURLToPath(new URL("../../../server/src/work.ts", import.meta.url));

const wantedWith = (shown: number): readonly Wanted[] => [
  ...Array.from({ length: CLICKED_CAMPAIGNS }, () => ({
    adUnitType: "cpc" as const,
    budgetCredits: BUDGET_CREDITS,
  })),
  ...Array.from({ length: shown }, () => ({
    adUnitType: "cpm" as const,
    budgetCredits: BUDGET_CREDITS,
  })),
];

export interface Rig {
  readonly databaseUrl: string;
  readonly clicked: readonly CampaignFacts[];
  readonly shown: readonly CampaignFacts[];
  readonly settler: Worker<SettleOrder, SettleResult>;
  readonly receiver: Worker<ReceiverOrder, Arrivals>;
  readonly client: pg.Client;
  /** The endpoints of both sides want all events, or are deleted. */
  listen(isListening: boolean): Promise<void>;
  /** Resolves when nothing is left to send. */
  quiet(): Promise<void>;
  close(): Promise<void>;
}

/** Durable PostgreSQL, the real job worker, a receiver and a settling process. */
export function openRig(shown: number): Promise<Rig> {
  return standing((later) => build(later, wantedWith(shown)));
}

async function build(later: Later, wanted: readonly Wanted[]): Promise<Omit<Rig, "close">> {
  const { databaseUrl, client } = await startDatabase(later, POSTGRES_SETTINGS);
  const receiver = startWorker<ReceiverOrder, Arrivals>(new URL("receiver.ts", import.meta.url));
  later(() => receiver.stop());
  const { port } = await receiver.ask({ ask: "open" });
  const campaigns = await bookAll({ databaseUrl, port, wanted });
  const settler = startWorker<SettleOrder, SettleResult>(new URL("settler.ts", import.meta.url));
  later(() => settler.stop());
  later(startWork(databaseUrl));
  return {
    databaseUrl,
    clicked: campaigns.slice(0, CLICKED_CAMPAIGNS),
    shown: campaigns.slice(CLICKED_CAMPAIGNS),
    settler,
    receiver,
    client,
    async listen(isListening) {
      const status = isListening ? "active" : "deleted";
      await client.query("update postback_endpoint set status = $1", [status]);
      // Minutes that ended just now have no receiver any more.
      if (!isListening)
        await client.query("delete from postback_message where status in ('waiting', 'queued')");
    },
    quiet: () => quiet(client),
  };
}

/** The exchange is only needed to make the market, and must not take part in what is measured. */
async function bookAll({
  databaseUrl,
  port,
  wanted,
}: {
  databaseUrl: string;
  port: number;
  wanted: readonly Wanted[];
}): Promise<readonly CampaignFacts[]> {
  const env = { POSTBACK_ALLOW_HOSTS: "127.0.0.1" };
  const exchange = await startExchangeProcess({ databaseUrl, port: await freePort(), env });
  const { baseUrl } = exchange;
  try {
    const market = await openMarket({ baseUrl, databaseUrl, wanted });
    for (const key of [market.advertiserKey, market.publisherKey]) {
      const args = { url: `http://127.0.0.1:${port}/${key.slice(8, 14)}` };
      registeredSchema.parse(await callTool({ baseUrl, key }, "register_postback", args));
    }
    return market.campaigns;
  } finally {
    await stopExchangeProcess(exchange);
  }
}

const registeredSchema = z.object({ postbackId: z.string() });

function startWork(databaseUrl: string): Closer {
  const child = spawn(process.execPath, [WORK], {
    env: {
      ...process.env,
      NODE_ENV: "production",
      DATABASE_URL: databaseUrl,
      POSTBACK_ALLOW_HOSTS: "127.0.0.1",
      DEMO: "1",
      SIGNING_KEYS,
      LOG_LEVEL: "warn",
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  return async () => {
    child.kill("SIGTERM");
    await ended;
  };
}

const QUIET_TRIES = 1_200;
const POLL_MS = 50;

async function quiet(client: pg.Client): Promise<void> {
  for (let tries = 0; tries < QUIET_TRIES; tries += 1) {
    const { rows } = await client.query<{ busy: boolean }>(
      `select exists (select 1 from outbox) or exists (select 1 from postback_batch)
        or exists (
          select 1
          from postback_message m
          join postback_endpoint e on e.id = m.endpoint_id
          where m.status in ('waiting', 'queued') and e.status = 'active'
        ) as busy`,
    );
    if (rows[0]?.busy === false) return;
    await sleep(POLL_MS);
  }
  throw new Error(`Messages are left to send: ${JSON.stringify(await leftOf(client))}`);
}

/** What is left, for the error of a stalled run. */
async function leftOf(client: pg.Client): Promise<unknown> {
  const { rows } = await client.query(
    `select (select count(*) from outbox) as outbox,
      (select count(*) from postback_batch) as batches,
      (select json_agg(m) from (
        select m.status, m.attempts, m.due_at - now() as due_in, e.failing_since, e.paused_until,
          j.state, j.start_after, j.started_on, j.retry_count,
          (select json_agg(json_build_array(a.attempt, a.status, a.http_status, a.duration_ms))
            from postback_attempt a
            where a.endpoint_id = m.endpoint_id and a.event_id = m.event_id) as tried
        from postback_message m
        join postback_endpoint e on e.id = m.endpoint_id
        left join pgboss.job j on j.id = m.job_id
        where m.status in ('waiting', 'queued') and e.status = 'active'
        limit 5
      ) m) as messages,
      (select json_object_agg(state, jobs) from (
        select state, count(*) as jobs from pgboss.job where name = 'postbacks' group by state
      ) j) as jobs,
      (select json_agg(q) from (
        select application_name, state, wait_event, now() - query_start as lasts,
          left(query, 80) as query
        from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
      ) q) as running`,
  );
  return rows[0];
}

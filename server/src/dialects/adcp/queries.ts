import { idFromUuid, uuidFromId } from "../../contract/ids.ts";
import { micros } from "../../contract/money.ts";
import type { Queryable } from "../../core/db.ts";
import { query } from "../../core/sql.ts";
import type {
  AccountRecord,
  BuyRecord,
  CreativeRecord,
  EventSourceRecord,
  PackageRecord,
} from "./records.ts";

const agent = (agentId: string) => uuidFromId(agentId);

export async function saveAccount(
  db: Queryable,
  agentId: string,
  { id, brand, operator, isSandbox, status, data }: AccountRecord,
  now: Date,
): Promise<void> {
  await query(db, "adcp.save_account", [
    agent(agentId),
    id,
    brand,
    operator,
    isSandbox,
    status,
    JSON.stringify(data),
    now,
  ])`insert into adcp_account (
      agent_id, id, brand_domain, operator, is_sandbox, status, data, created_at
    )
    values ($1, $2, $3, $4, $5, $6, $7, $8)
    on conflict (agent_id, id) do update set status = $6, data = $7`;
}

type AccountRow = Omit<AccountRecord, "isSandbox"> & { is_sandbox: boolean };

/** The accounts of an agent, oldest first. */
export async function findAccounts(db: Queryable, agentId: string): Promise<AccountRecord[]> {
  const rows = await query<AccountRow>(db, "adcp.find_accounts", [agent(agentId)])`
    select id, brand_domain as brand, operator, is_sandbox, status, data
    from adcp_account
    where agent_id = $1
    order by created_at, id
    limit 5000`;
  return rows.map(({ is_sandbox: isSandbox, ...row }) => ({ ...row, isSandbox }));
}

export async function deleteAccounts(db: Queryable, agentId: string, ids: string[]): Promise<void> {
  await query(db, "adcp.delete_accounts", [agent(agentId), ids])`
    delete from adcp_account where agent_id = $1 and id = any($2::text[])`;
}

export async function saveCreative(
  db: Queryable,
  agentId: string,
  creative: CreativeRecord,
  now: Date,
): Promise<void> {
  const { id, name, text, clickUrl, status, data } = creative;
  await query(db, "adcp.save_creative", [
    agent(agentId),
    id,
    name,
    text,
    clickUrl,
    status,
    JSON.stringify(data),
    now,
  ])`insert into adcp_creative (
      agent_id, id, name, text, click_url, status, data, created_at, updated_at
    )
    values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
    on conflict (agent_id, id) do update
    set name = $3, text = $4, click_url = $5, status = $6, data = $7, updated_at = $8`;
}

type CreativeRow = Omit<CreativeRecord, "clickUrl" | "createdAt" | "updatedAt"> & {
  click_url: string | null;
  created_at: Date;
  updated_at: Date;
};

/** The creatives of an agent, oldest first; null: all. */
export async function findCreatives(
  db: Queryable,
  agentId: string,
  ids: readonly string[] | null,
): Promise<CreativeRecord[]> {
  const rows = await query<CreativeRow>(db, "adcp.find_creatives", [agent(agentId), ids])`
    select id, name, text, click_url, status, data, created_at, updated_at
    from adcp_creative
    where agent_id = $1 and ($2::text[] is null or id = any($2))
    order by created_at, id
    limit 5000`;
  return rows.map(({ click_url: clickUrl, created_at, updated_at, ...row }) => ({
    ...row,
    clickUrl,
    createdAt: created_at,
    updatedAt: updated_at,
  }));
}

export async function insertBuy(
  db: Queryable,
  agentId: string,
  { id, data }: Pick<BuyRecord, "id" | "data">,
  now: Date,
): Promise<void> {
  await query(db, "adcp.insert_buy", [agent(agentId), id, JSON.stringify(data), now])`
    insert into adcp_media_buy (agent_id, id, data, created_at, updated_at)
    values ($1, $2, $3, $4, $4)`;
}

/** Saves a buy and counts its revision. */
export async function saveBuy(
  db: Queryable,
  agentId: string,
  { id, data, canceledAt }: Pick<BuyRecord, "id" | "data" | "canceledAt">,
  now: Date,
): Promise<void> {
  await query(db, "adcp.save_buy", [agent(agentId), id, JSON.stringify(data), canceledAt, now])`
    update adcp_media_buy
    set data = $3, canceled_at = $4, updated_at = $5, revision = revision + 1
    where agent_id = $1 and id = $2`;
}

export async function savePackage(
  db: Queryable,
  agentId: string,
  { buyId, number, id, campaignId, budget, data }: PackageRecord,
): Promise<void> {
  await query(db, "adcp.save_package", [
    agent(agentId),
    buyId,
    number,
    id,
    campaignId === null ? null : uuidFromId(campaignId),
    String(budget),
    JSON.stringify(data),
  ])`insert into adcp_package (agent_id, media_buy_id, number, id, campaign_id, budget, data)
    values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (agent_id, media_buy_id, number) do update
    set campaign_id = $5, budget = $6, data = $7`;
}

interface BuyRow {
  id: string;
  revision: number;
  canceled_at: Date | null;
  data: BuyRecord["data"];
  created_at: Date;
  updated_at: Date;
}

const BUYS_MAX = 5_000;

/** The buys of an agent, oldest first; null: all. */
export async function findBuys(
  db: Queryable,
  agentId: string,
  ids: readonly string[] | null,
): Promise<BuyRecord[]> {
  const rows = await query<BuyRow>(db, "adcp.find_buys", [agent(agentId), ids, BUYS_MAX])`
    select id, revision, canceled_at, data, created_at, updated_at
    from adcp_media_buy
    where agent_id = $1 and ($2::text[] is null or id = any($2))
    order by created_at, id
    limit $3`;
  const packages = await findPackages(
    db,
    agentId,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    revision: row.revision,
    canceledAt: row.canceled_at,
    data: row.data,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    packages: packages.filter(({ buyId }) => buyId === row.id),
  }));
}

/** Locks buys in id order, so that two changes of one buy happen one after the other. */
export async function lockBuys(db: Queryable, agentId: string, ids: string[]): Promise<void> {
  await query(db, "adcp.lock_buys", [agent(agentId), ids])`
    select id from adcp_media_buy
    where agent_id = $1 and id = any($2::text[])
    order by id
    for no key update`;
}

interface PackageRow {
  media_buy_id: string;
  number: number;
  id: string;
  campaign_id: string | null;
  budget: string;
  data: PackageRecord["data"];
}

/** The packages of buys, in the order of the buys. */
export async function findPackages(
  db: Queryable,
  agentId: string,
  ids: string[],
): Promise<PackageRecord[]> {
  const rows = await query<PackageRow>(db, "adcp.find_packages", [agent(agentId), ids])`
    select media_buy_id, number, id, campaign_id, budget, data
    from adcp_package
    where agent_id = $1 and media_buy_id = any($2::text[])
    order by media_buy_id, number`;
  return rows.map((row) => ({
    buyId: row.media_buy_id,
    number: row.number,
    id: row.id,
    campaignId: row.campaign_id === null ? null : idFromUuid("cmp", row.campaign_id),
    budget: micros(row.budget),
    data: row.data,
  }));
}

export async function saveEventSource(
  db: Queryable,
  agentId: string,
  { id, data }: EventSourceRecord,
): Promise<void> {
  await query(db, "adcp.save_event_source", [agent(agentId), id, JSON.stringify(data)])`
    insert into adcp_event_source (agent_id, id, data) values ($1, $2, $3)
    on conflict (agent_id, id) do update set data = $3`;
}

export async function findEventSources(
  db: Queryable,
  agentId: string,
): Promise<EventSourceRecord[]> {
  return query<EventSourceRecord>(db, "adcp.find_event_sources", [agent(agentId)])`
    select id, data from adcp_event_source where agent_id = $1 order by id limit 5000`;
}

export async function deleteEventSources(
  db: Queryable,
  agentId: string,
  ids: string[],
): Promise<void> {
  await query(db, "adcp.delete_event_sources", [agent(agentId), ids])`
    delete from adcp_event_source where agent_id = $1 and id = any($2::text[])`;
}

/** A fixture of the test controller. */
export interface Fixture {
  readonly id: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export async function saveFixture(
  db: Queryable,
  agentId: string,
  kind: string,
  { id, data }: Fixture,
): Promise<void> {
  await query(db, "adcp.save_fixture", [agent(agentId), kind, id, JSON.stringify(data)])`
    insert into adcp_sandbox (agent_id, kind, id, data) values ($1, $2, $3, $4)
    on conflict (agent_id, kind, id) do update set data = $4`;
}

export async function findFixtures(
  db: Queryable,
  agentId: string,
  kind: string,
): Promise<Fixture[]> {
  return query<Fixture>(db, "adcp.find_fixtures", [agent(agentId), kind])`
    select id, data from adcp_sandbox where agent_id = $1 and kind = $2 order by id limit 1000`;
}

export async function deleteFixture(
  db: Queryable,
  agentId: string,
  kind: string,
  id: string,
): Promise<void> {
  await query(db, "adcp.delete_fixture", [agent(agentId), kind, id])`
    delete from adcp_sandbox where agent_id = $1 and kind = $2 and id = $3`;
}

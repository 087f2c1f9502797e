import { uuidFromId, uuidOrNull } from "../../contract/ids.ts";
import { column, query, type Selected, select } from "../../core/sql.ts";
import { type AdcpCall, txOf } from "./task.ts";

// What AdCP's tasks store beside campaigns, each for the agent of the call.

/** Whose rows: those of the agent of a call, which changes them in its transaction. */
type Own = Pick<AdcpCall, "agentId" | "db" | "tx" | "now">;

const agent = ({ agentId }: Own) => uuidFromId(agentId);

const ACCOUNT = select({
  id: column.text("id"),
  brand: column.text("brand_domain"),
  operator: column.text("operator"),
  isSandbox: column.flag("is_sandbox"),
  status: column.text("status"),
  /** What `sync_accounts` sent, as it is shown. */
  data: column.plain<Readonly<Record<string, unknown>>>("data"),
});
export type AccountRecord = Selected<typeof ACCOUNT>;

export async function saveAccount(own: Own, account: AccountRecord): Promise<void> {
  const { id, brand, operator, isSandbox, status, data } = account;
  await query(txOf(own), "adcp.save_account", [
    agent(own),
    id,
    brand,
    operator,
    isSandbox,
    status,
    JSON.stringify(data),
    own.now,
  ])`insert into adcp_account (
      agent_id, id, brand_domain, operator, is_sandbox, status, data, created_at
    )
    values ($1, $2, $3, $4, $5, $6, $7, $8)
    on conflict (agent_id, id) do update set status = $6, data = $7`;
}

/** The accounts of an agent, oldest first. */
export function findAccounts(own: Own): Promise<AccountRecord[]> {
  return ACCOUNT.all(own.db, "adcp.find_accounts", [agent(own)])`select ${ACCOUNT.list}
    from adcp_account
    where agent_id = $1
    order by created_at, id
    limit 5000`;
}

export async function deleteAccounts(own: Own, ids: string[]): Promise<void> {
  await query(txOf(own), "adcp.delete_accounts", [agent(own), ids])`
    delete from adcp_account where agent_id = $1 and id = any($2::text[])`;
}

const CREATIVE = select({
  id: column.text("id"),
  name: column.text("name"),
  text: column.text("text"),
  clickUrl: column.nullable(column.text("click_url")),
  status: column.plain<"approved" | "pending_review" | "rejected" | "archived" | "processing">(
    "status",
  ),
  data: column.plain<{
    readonly format_id: { readonly agent_url: string; readonly id: string };
    readonly assets: Readonly<Record<string, unknown>>;
    readonly tags?: readonly string[] | undefined;
  }>("data"),
  createdAt: column.date("created_at"),
  updatedAt: column.date("updated_at"),
});
export type CreativeRecord = Selected<typeof CREATIVE>;
export type NewCreative = Omit<CreativeRecord, "createdAt" | "updatedAt">;

export async function saveCreative(own: Own, creative: NewCreative): Promise<void> {
  const { id, name, text, clickUrl, status, data } = creative;
  await query(txOf(own), "adcp.save_creative", [
    agent(own),
    id,
    name,
    text,
    clickUrl,
    status,
    JSON.stringify(data),
    own.now,
  ])`insert into adcp_creative (
      agent_id, id, name, text, click_url, status, data, created_at, updated_at
    )
    values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
    on conflict (agent_id, id) do update
    set name = $3, text = $4, click_url = $5, status = $6, data = $7, updated_at = $8`;
}

/** The creatives of an agent, oldest first; null: all. */
export function findCreatives(own: Own, ids: readonly string[] | null): Promise<CreativeRecord[]> {
  return CREATIVE.all(own.db, "adcp.find_creatives", [agent(own), ids])`select ${CREATIVE.list}
    from adcp_creative
    where agent_id = $1 and ($2::text[] is null or id = any($2))
    order by created_at, id
    limit 5000`;
}

const BUY = select({
  id: column.text("id"),
  revision: column.plain<number>("revision"),
  canceledAt: column.nullable(column.date("canceled_at")),
  data: column.plain<{
    readonly accountId: string;
    readonly brand: string;
    readonly isSandbox: boolean;
    readonly startAt: string;
    readonly endAt: string;
    readonly cancelReason?: string | undefined;
    /** Set by the test controller only. */
    readonly forcedStatus?: string | undefined;
    readonly echo: Readonly<Record<string, unknown>>;
  }>("data"),
  createdAt: column.date("created_at"),
  updatedAt: column.date("updated_at"),
});
export interface BuyRecord extends Selected<typeof BUY> {
  readonly packages: readonly PackageRecord[];
}

export async function insertBuy(
  own: Own,
  { id, data }: Pick<BuyRecord, "id" | "data">,
): Promise<void> {
  await query(txOf(own), "adcp.insert_buy", [agent(own), id, JSON.stringify(data), own.now])`
    insert into adcp_media_buy (agent_id, id, data, created_at, updated_at)
    values ($1, $2, $3, $4, $4)`;
}

/** Saves a buy and counts its revision. */
export async function saveBuy(own: Own, { id, data, canceledAt }: BuyRecord): Promise<void> {
  const values = [agent(own), id, JSON.stringify(data), canceledAt, own.now];
  await query(txOf(own), "adcp.save_buy", values)`
    update adcp_media_buy
    set data = $3, canceled_at = $4, updated_at = $5, revision = revision + 1
    where agent_id = $1 and id = $2`;
}

/** The buys of an agent, oldest first; null: all. */
export async function findBuys(own: Own, ids: readonly string[] | null): Promise<BuyRecord[]> {
  const buys = await BUY.all(own.db, "adcp.find_buys", [agent(own), ids])`select ${BUY.list}
    from adcp_media_buy
    where agent_id = $1 and ($2::text[] is null or id = any($2))
    order by created_at, id
    limit 5000`;
  const named = buys.map(({ id }) => id);
  const packages = await PACKAGE.all(own.db, "adcp.find_packages", [
    agent(own),
    named,
  ])`select ${PACKAGE.list}
    from adcp_package
    where agent_id = $1 and media_buy_id = any($2::text[])
    order by media_buy_id, number`;
  return buys.map((buy) => ({ ...buy, packages: packages.filter((one) => one.buyId === buy.id) }));
}

/** Locks buys in id order, so that two changes of one buy happen one after the other. */
export async function lockBuys(own: Own, ids: string[]): Promise<void> {
  await query(txOf(own), "adcp.lock_buys", [agent(own), ids])`
    select id from adcp_media_buy
    where agent_id = $1 and id = any($2::text[])
    order by id
    for no key update`;
}

const PACKAGE = select({
  buyId: column.text("media_buy_id"),
  number: column.plain<number>("number"),
  id: column.text("id"),
  /** Null while it is a draft. */
  campaignId: column.nullable(column.id("cmp", "campaign_id")),
  /** Of a draft; a campaign has its own. */
  budget: column.micros("budget"),
  data: column.plain<{
    readonly productId: string;
    readonly pricingOptionId: string;
    readonly creativeIds: readonly string[];
    readonly startAt?: string | undefined;
    readonly endAt?: string | undefined;
    readonly isPaused?: boolean | undefined;
    /** Was resumed: the protocol has no way back to a waiting state. */
    readonly wasResumed?: boolean | undefined;
    readonly canceledAt?: string | undefined;
    readonly cancelReason?: string | undefined;
    /** Members that are shown as they were sent. */
    readonly echo: Readonly<Record<string, unknown>>;
  }>("data"),
});
export type PackageRecord = Selected<typeof PACKAGE>;

export async function savePackage(own: Own, saved: PackageRecord): Promise<void> {
  const { buyId, number, id, campaignId, budget, data } = saved;
  await query(txOf(own), "adcp.save_package", [
    agent(own),
    buyId,
    number,
    id,
    uuidOrNull(campaignId),
    String(budget),
    JSON.stringify(data),
  ])`insert into adcp_package (agent_id, media_buy_id, number, id, campaign_id, budget, data)
    values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (agent_id, media_buy_id, number) do update
    set campaign_id = $5, budget = $6, data = $7`;
}

export interface EventSourceRecord {
  readonly id: string;
  readonly data: {
    readonly name?: string | undefined;
    readonly event_types?: readonly string[] | undefined;
  };
}

export async function saveEventSource(own: Own, { id, data }: EventSourceRecord): Promise<void> {
  await query(txOf(own), "adcp.save_event_source", [agent(own), id, JSON.stringify(data)])`
    insert into adcp_event_source (agent_id, id, data) values ($1, $2, $3)
    on conflict (agent_id, id) do update set data = $3`;
}

export function findEventSources(own: Own): Promise<EventSourceRecord[]> {
  return query<EventSourceRecord>(own.db, "adcp.find_event_sources", [agent(own)])`
    select id, data from adcp_event_source where agent_id = $1 order by id limit 5000`;
}

export async function deleteEventSources(own: Own, ids: string[]): Promise<void> {
  await query(txOf(own), "adcp.delete_event_sources", [agent(own), ids])`
    delete from adcp_event_source where agent_id = $1 and id = any($2::text[])`;
}

export interface Fixture {
  readonly id: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export async function saveFixture(own: Own, kind: string, { id, data }: Fixture): Promise<void> {
  await query(txOf(own), "adcp.save_fixture", [agent(own), kind, id, JSON.stringify(data)])`
    insert into adcp_sandbox (agent_id, kind, id, data) values ($1, $2, $3, $4)
    on conflict (agent_id, kind, id) do update set data = $4`;
}

export function findFixtures(own: Own, kind: string): Promise<Fixture[]> {
  return query<Fixture>(own.db, "adcp.find_fixtures", [agent(own), kind])`
    select id, data from adcp_sandbox where agent_id = $1 and kind = $2 order by id limit 1000`;
}

export async function deleteFixture(own: Own, kind: string, id: string): Promise<void> {
  await query(txOf(own), "adcp.delete_fixture", [agent(own), kind, id])`
    delete from adcp_sandbox where agent_id = $1 and kind = $2 and id = $3`;
}

import { uuidFromId, uuidOrNull } from "../../contract/ids.ts";
import {
  column,
  query,
  type Selected,
  type Selection,
  type SqlValue,
  select,
} from "../../core/sql.ts";
import type { AdcpCall } from "./task.ts";

/** Whose rows: those of the agent of a call, which changes them in its transaction. */
type Own = Pick<AdcpCall, "agentId" | "db" | "now">;
type Row = Readonly<Record<string, SqlValue>>;

const agent = ({ agentId }: Own) => uuidFromId(agentId);

/** Inserts a row, or changes `row` of the one of this key. Without `row` the key must be new. */
async function save(
  own: Own,
  table: string,
  { key, row = {}, fresh = {} }: { key: Row; row?: Row; fresh?: Row },
): Promise<void> {
  const all = Object.entries({ agent_id: agent(own), ...key, ...fresh, ...row });
  const values = all.map(([name, value]) => (name === "data" ? JSON.stringify(value) : value));
  const keys = ["agent_id", ...Object.keys(key)].join(", ");
  const changes = Object.keys(row).map((name) => `${name} = excluded.${name}`);
  const change = changes.length > 0 && `on conflict (${keys}) do update set ${changes.join(", ")}`;
  await query(own.db, `adcp.save_${table}`, values)`
    insert into adcp_${table} (${all.map(([name]) => name).join(", ")})
    values (${all.map((_one, place) => `$${place + 1}`).join(", ")}) ${change || ""}`;
}

/** The rows of an agent, oldest first; without ids all of them. */
function find<Record>(
  own: Own,
  table: string,
  what: Selection<Record>,
  ids: readonly string[] | null,
): Promise<Record[]> {
  return what.all(own.db, `adcp.find_${table}`, [agent(own), ids])`select ${what.list}
    from adcp_${table}
    where agent_id = $1 and ($2::text[] is null or id = any($2))
    order by created_at, id
    limit 5000`;
}

export const removeRows = (own: Own, table: "account" | "event_source", ids: string[]) =>
  query(own.db, `adcp.delete_${table}`, [agent(own), ids])`
    delete from adcp_${table} where agent_id = $1 and id = any($2::text[])`;

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

export function saveAccount(own: Own, account: AccountRecord): Promise<void> {
  const { id, brand: brand_domain, operator, isSandbox: is_sandbox, status, data } = account;
  const fresh = { brand_domain, operator, is_sandbox, created_at: own.now };
  return save(own, "account", { key: { id }, row: { status, data }, fresh });
}

export const findAccounts = (own: Own) => find(own, "account", ACCOUNT, null);

const CREATIVE = select({
  id: column.text("id"),
  name: column.text("name"),
  text: column.text("text"),
  clickUrl: column.nullable(column.text("click_url")),
  status: column.text("status"),
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

export function saveCreative(own: Own, creative: NewCreative): Promise<void> {
  const { id, name, text, clickUrl: click_url, status, data } = creative;
  const row = { name, text, click_url, status, data, updated_at: own.now };
  return save(own, "creative", { key: { id }, row, fresh: { created_at: own.now } });
}

export const findCreatives = (own: Own, ids: readonly string[] | null) =>
  find(own, "creative", CREATIVE, ids);

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

type NewBuy = Pick<BuyRecord, "id" | "data">;

export async function insertBuy(own: Own, { id, data }: NewBuy): Promise<BuyRecord> {
  const fresh = { data, created_at: own.now, updated_at: own.now };
  await save(own, "media_buy", { key: { id }, fresh });
  const dates = { canceledAt: null, createdAt: own.now, updatedAt: own.now };
  return { id, data, revision: 1, ...dates, packages: [] };
}

/** Saves a buy and counts its revision. */
export async function saveBuy(own: Own, { id, data, canceledAt }: BuyRecord): Promise<void> {
  const values = [agent(own), id, JSON.stringify(data), canceledAt, own.now];
  await query(own.db, "adcp.save_buy", values)`update adcp_media_buy
    set data = $3, canceled_at = $4, updated_at = $5, revision = revision + 1
    where agent_id = $1 and id = $2`;
}

export async function findBuys(own: Own, ids: readonly string[] | null): Promise<BuyRecord[]> {
  const buys = await find(own, "media_buy", BUY, ids);
  const values = [agent(own), buys.map(({ id }) => id)];
  const packages = await PACKAGE.all(own.db, "adcp.find_packages", values)`select ${PACKAGE.list}
    from adcp_package
    where agent_id = $1 and media_buy_id = any($2::text[])
    order by media_buy_id, number`;
  const byBuy = Map.groupBy(packages, ({ buyId }) => buyId);
  return buys.map((buy) => ({ ...buy, packages: byBuy.get(buy.id) ?? [] }));
}

/** Locks buys in id order, all without ids, so that their changes happen one after the other. */
export async function lockBuys(own: Own, ids: readonly string[] | null): Promise<void> {
  await query(own.db, "adcp.lock_buys", [agent(own), ids])`select id from adcp_media_buy
    where agent_id = $1 and ($2::text[] is null or id = any($2))
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

export function savePackage(own: Own, saved: PackageRecord): Promise<void> {
  const { buyId: media_buy_id, number, id, campaignId, budget, data } = saved;
  const row = { campaign_id: uuidOrNull(campaignId), budget: String(budget), data };
  return save(own, "package", { key: { media_buy_id, number }, row, fresh: { id } });
}

/** An object that is kept by its id alone. */
export interface Named {
  readonly id: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export const saveEventSource = (own: Own, { id, data }: Named) =>
  save(own, "event_source", { key: { id }, row: { data } });

export const findEventSources = (own: Own) =>
  query<Named>(own.db, "adcp.find_event_sources", [agent(own)])`
    select id, data from adcp_event_source where agent_id = $1 order by id limit 5000`;

/** A fixture of the test controller. */
export const saveFixture = (own: Own, kind: string, { id, data }: Named) =>
  save(own, "sandbox", { key: { kind, id }, row: { data } });

export const findFixtures = (own: Own, kind: string) =>
  query<Named>(own.db, "adcp.find_fixtures", [agent(own), kind])`
    select id, data from adcp_sandbox where agent_id = $1 and kind = $2 order by id limit 1000`;

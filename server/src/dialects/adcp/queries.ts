import { uuidFromId, uuidOrNull } from "../../contract/ids.ts";
import {
  type Columns,
  column,
  query,
  type RecordOf,
  type Selection,
  select,
} from "../../core/sql.ts";
import type { AdcpCall } from "./task.ts";

/** Whose rows: those of the agent of a call, which changes them in its transaction. */
type Own = Pick<AdcpCall, "agentId" | "db" | "now">;

const agent = ({ agentId }: Own) => uuidFromId(agentId);

type Written = Columns[string] & { readonly write?: (value: string | null) => string | null };
type Stamps = "createdAt" | "updatedAt" | "revision";

/** The rows of a table that belong to an agent. Its key is the agent and the fields `keys`. */
function rowsOf<const Of extends Readonly<Record<string, Written>>>(
  table: string,
  columns: Of,
  { keys = ["id"], max = 5_000 }: { keys?: readonly string[]; max?: number } = {},
) {
  type Stored = RecordOf<Of>;
  const { list, all, one }: Selection<Stored> = select(columns);
  const { createdAt, revision, ...others } = columns;
  const written = Object.entries(others);
  const names = written.map(([, { sql }]) => sql);
  const key = keys.map((field) => columns[field]?.sql ?? field);
  const changes = names
    .filter((name) => !key.includes(name))
    .map((one) => `${one} = excluded.${one}`);
  if (revision) changes.push(`revision = adcp_${table}.revision + 1`);
  const order = createdAt ? ["created_at", ...key] : key;
  if (createdAt) names.push("created_at");
  return {
    /** Oldest first or by key, those with one of the values in the first field of the key. */
    find: (own: Own, by: readonly string[] | null = null): Promise<Stored[]> =>
      all(own.db, `adcp.find_${table}`, [agent(own), by])`select ${list}
        from adcp_${table}
        where agent_id = $1 and ($2::text[] is null or ${String(key[0])} = any($2))
        order by ${order.join(", ")}
        limit ${max}`,
    /** Inserts a row, or changes the one of its key and counts its revision. */
    save(own: Own, record: Omit<Stored, Stamps> & Partial<Stored>): Promise<Stored> {
      const fields = new Map<string, unknown>(Object.entries({ ...record, updatedAt: own.now }));
      const values = written.map(([field, { write }]) => {
        const value = fields.get(field) ?? null;
        return write !== undefined && typeof value === "string" ? write(value) : value;
      });
      const all = [agent(own), ...values, ...(createdAt ? [own.now] : [])];
      return one(own.db, `adcp.save_${table}`, all)`
        insert into adcp_${table} (agent_id, ${names.join(", ")})
        values (${all.map((_value, place) => `$${place + 1}`).join(", ")})
        on conflict (agent_id, ${key.join(", ")}) do update set ${changes.join(", ")}
        returning ${list}`;
    },
    /** Deletes all rows but the named ones. Answers their ids. */
    async keepOnly(own: Own, ids: readonly string[]): Promise<string[]> {
      const rows = await query<{ id: string }>(own.db, `adcp.keep_${table}`, [agent(own), ids])`
        delete from adcp_${table} where agent_id = $1 and id <> all($2::text[]) returning id`;
      return rows.map(({ id }) => id).toSorted();
    },
  };
}

const accounts = rowsOf("account", {
  id: column.text("id"),
  brand: column.text("brand_domain"),
  operator: column.text("operator"),
  isSandbox: column.flag("is_sandbox"),
  status: column.text("status"),
  /** What `sync_accounts` sent, as it is shown. */
  data: column.plain<Readonly<Record<string, unknown>>>("data"),
  createdAt: column.date("created_at"),
});

const creatives = rowsOf("creative", {
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

const buys = rowsOf("media_buy", {
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

/** Found by their buys. */
const packages = rowsOf(
  "package",
  {
    buyId: column.text("media_buy_id"),
    number: column.plain<number>("number"),
    id: column.text("id"),
    /** Null while it is a draft. */
    campaignId: { ...column.nullable(column.id("cmp", "campaign_id")), write: uuidOrNull },
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
  },
  { keys: ["buyId", "number"], max: 250_000 },
);

const named = {
  id: column.text("id"),
  data: column.plain<Readonly<Record<string, unknown>>>("data"),
};
/** Of the test controller, found by their kind. */
const fixtures = rowsOf(
  "sandbox",
  { kind: column.text("kind"), ...named },
  { keys: ["kind", "id"] },
);

const eventSources = rowsOf("event_source", named);
export const stored = { accounts, creatives, buys, packages, eventSources, fixtures };

type Of<Name extends keyof typeof stored> = Awaited<
  ReturnType<(typeof stored)[Name]["find"]>
>[number];
export type AccountRecord = Omit<Of<"accounts">, Stamps>;
export type CreativeRecord = Of<"creatives">;
export type NewCreative = Omit<CreativeRecord, Stamps>;
export type PackageRecord = Of<"packages">;
export type BuyRecord = Of<"buys"> & { readonly packages: readonly PackageRecord[] };

export async function findBuys(own: Own, ids: readonly string[] | null = null) {
  const found = await buys.find(own, ids);
  const all = await packages.find(
    own,
    found.map(({ id }) => id),
  );
  const byBuy = Map.groupBy(all, ({ buyId }) => buyId);
  return found.map((buy) => ({ ...buy, packages: byBuy.get(buy.id) ?? [] }));
}

/** Locks buys in id order, all without ids, so that their changes happen one after the other. */
export async function lockBuys(own: Own, ids: readonly string[] | null): Promise<void> {
  await query(own.db, "adcp.lock_buys", [agent(own), ids])`select id from adcp_media_buy
    where agent_id = $1 and ($2::text[] is null or id = any($2))
    order by id
    for no key update`;
}

/** Stores all that `run` stores, or nothing of it if it fails. */
export async function allOrNothing<Result>(own: Own, run: () => Promise<Result>): Promise<Result> {
  await query(own.db, "adcp.start_part")`savepoint part`;
  try {
    return await run();
  } catch (error) {
    await query(own.db, "adcp.undo_part")`rollback to savepoint part`;
    throw error;
  } finally {
    await query(own.db, "adcp.end_part")`release savepoint part`;
  }
}

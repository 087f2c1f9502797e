import type { Tx } from "../../../core/db.ts";
import { copyList, copyValue } from "../../../core/pg-copy.ts";
import { only, query } from "../../../core/sql.ts";
import { CONTENT_FIELDS, type FeedProduct } from "../product.ts";
import { CONTENT_COLUMNS } from "../queries.ts";

const CONTENT = CONTENT_COLUMNS.join(", ");
const STAGED = CONTENT_COLUMNS.map((column) => `s.${column}`).join(", ");
const UPDATED = CONTENT_COLUMNS.map((column) => `${column} = excluded.${column}`).join(",\n      ");

export interface StagedRow {
  readonly place: number;
  readonly product: FeedProduct;
  /** Two rows with one hash say the same. **Units** 16 bytes. */
  readonly contentHash: Buffer;
}

/** A batch of rows as what is compared of them, in one order. */
export interface StagedKeys {
  readonly places: readonly number[];
  readonly ids: readonly string[];
  /** **Units** 16 bytes a row, one after the other. */
  readonly hashes: Buffer;
}

export function keysOf(rows: readonly StagedRow[]): StagedKeys {
  return {
    places: rows.map(({ place }) => place),
    ids: rows.map(({ product }) => product.id),
    hashes: Buffer.concat(rows.map(({ contentHash }) => contentHash)),
  };
}

/** Notes the ids of rows and returns how many are new; the others repeat one of this import. */
export function stageKeys(tx: Tx, feed: string, keys: StagedKeys): Promise<number> {
  return only.number.one(
    tx,
    {
      name: "catalog.stage_keys",
      arrays: { 1: "int4" },
      text: `with taken as (
  insert into feed_key (feed_name, external_id, place)
  select $1, o.external_id, o.place
  from unnest($2::integer[], $3::text[]) as o(place, external_id)
  order by o.place
  on conflict (feed_name, external_id) do nothing
  returning 1
)
select count(*)::integer
from taken`,
    },
    [feed, keys.places, keys.ids],
  );
}

/** The places of those rows whose id an earlier row of this import has. */
export async function findRepeated(tx: Tx, feed: string, keys: StagedKeys): Promise<Set<number>> {
  const repeated = await only.number.all(
    tx,
    {
      name: "catalog.find_repeated_rows",
      arrays: { 1: "int4" },
      text: `select o.place
from unnest($2::integer[], $3::text[]) as o(place, external_id)
join feed_key k
  on k.feed_name = $1
 and k.external_id = o.external_id collate "C"
where k.place <> o.place`,
    },
    [feed, keys.places, keys.ids],
  );
  return new Set(repeated);
}

/**
 * The places of those rows that say something new. A row that says what its live product says needs
 * no more than its id: while this import holds the feed, no other can change or take that product.
 * The join is by `product_external_id_key` alone: with the other conditions in it, the planner took
 * the index on feeds and read the whole feed for each row.
 */
export async function findChanged(tx: Tx, feed: string, keys: StagedKeys): Promise<Set<number>> {
  const changed = await only.number.all(
    tx,
    {
      name: "catalog.find_changed_rows",
      arrays: { 1: "int4" },
      text: `select o.place
from unnest($2::integer[], $3::text[]) with ordinality as o(place, external_id, number)
left join product p on p.external_id = o.external_id
where p.number is null
   or p.feed_name <> $1
   or p.retired_at is not null
   or p.content_hash <> substring($4::bytea from (o.number::integer - 1) * 16 + 1 for 16)`,
    },
    [feed, keys.places, keys.ids, keys.hashes],
  );
  return new Set(changed);
}

/** Stages rows whole. **Shape** `rows` as `copyRows` writes them. */
export async function copyChanges(tx: Tx, rows: Buffer): Promise<void> {
  await tx.query(
    {
      name: "catalog.copy_changes",
      isCopy: true,
      text: `copy feed_change (feed_name, external_id, place, ${CONTENT}, content_hash) from stdin`,
    },
    [rows],
  );
}

export function copyRows(feed: string, rows: readonly StagedRow[]): Buffer {
  return Buffer.from(rows.map((row) => copyLine(feed, row)).join(""));
}

const isList = (value: unknown): value is readonly string[] => Array.isArray(value);

function copyLine(feed: string, { place, product, contentHash }: StagedRow): string {
  const content = CONTENT_FIELDS.map((field) => product[field]);
  const values = [feed, product.id, place, ...content, `\\x${contentHash.toString("hex")}`];
  const texts = values.map((value) => (isList(value) ? copyList(value) : copyValue(value)));
  return `${texts.join("\t")}\n`;
}

/** Changed rows whose id lives in another feed; they are never applied. */
export function findForeign(tx: Tx, feed: string) {
  type Foreign = { place: number; id: string; owner: string };
  return query<Foreign>(tx, "catalog.find_foreign_rows", [feed])`
    select s.place, s.external_id as id, p.feed_name as owner
    from feed_change s
    join product p on p.external_id = s.external_id
    where s.feed_name = $1
      and p.feed_name <> s.feed_name
      and coalesce(p.retired_at, 'infinity') = 'infinity'`;
}

/**
 * Inserts and updates the changed products of one range of places, and returns how many. An
 * unchanged product is not touched at all.
 */
export function applyChanges(
  tx: Tx,
  range: { feed: string; version: number; now: Date; from: number; to: number },
): Promise<number> {
  const { feed, version, now, from, to } = range;
  const values = [feed, version, now, from, to];
  return only.number.one(tx, "catalog.apply_changes", values)`with applied as (
      insert into product (
        external_id, feed_name, feed_version, ${CONTENT}, content_hash, rev, updated_at
      )
      select s.external_id, s.feed_name, $2, ${STAGED}, s.content_hash, nextval('product_rev'), $3
      from feed_change s
      left join product p on p.external_id = s.external_id
      where s.feed_name = $1
        and s.place between $4 and $5
        and (p.number is null or p.feed_name = s.feed_name or p.retired_at is not null)
      on conflict (external_id) do update
      set feed_name = excluded.feed_name,
          feed_version = excluded.feed_version,
          ${UPDATED},
          content_hash = excluded.content_hash,
          rev = excluded.rev,
          updated_at = excluded.updated_at,
          retired_at = null
      returning 1
    )
    select count(*)::integer
    from applied`;
}

/** Retires the feed's products that the new version no longer has, and returns how many. */
export function retireMissing(tx: Tx, feed: string, now: Date): Promise<number> {
  return only.number.one(tx, "catalog.retire_missing", [feed, now])`
    with retired as (
      update product p
      set retired_at = $2,
          rev = nextval('product_rev')
      where p.feed_name = $1
        and p.retired_at is null
        and not exists (
          select 1
          from feed_key k
          where k.feed_name = $1
            and k.external_id = p.external_id collate "C"
        )
      returning 1
    )
    select count(*)::integer
    from retired`;
}

export async function clearStaging(tx: Tx, feed: string): Promise<void> {
  await query(tx, "catalog.clear_staging", [feed])`with key as (
      delete from feed_key
      where feed_name = $1
    )
    delete from feed_change
    where feed_name = $1`;
}

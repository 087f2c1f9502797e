import pg from "pg";

/** Rows and checksum of every table. */
export type DatabaseImage = Readonly<Record<string, string>>;

/** When a key was last used is written beside every call, also a refused one. */
const UNCOUNTED = new Map([["api_key", "last_used_at"]]);

/** Sums that the clockwork keeps, whoever calls or not. */
const DERIVED = new Set(["delivery_count", "report_cursor", "report_rollup"]);

/** What all tables hold, so that a test can say that nothing changed. */
export async function imageOf(databaseUrl: string): Promise<DatabaseImage> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      `select relname as name from pg_class
      where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
      order by relname`,
    );
    const image: Record<string, string> = {};
    for (const { name } of tables.rows.filter((table) => !DERIVED.has(table.name))) {
      const { rows } = await client.query<{ image: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(line, '' order by line)), '') as image
        from (select (to_jsonb(t) - $1::text)::text as line from ${name} t) lines`,
        [UNCOUNTED.get(name) ?? ""],
      );
      image[name] = rows[0]?.image ?? "";
    }
    return image;
  } finally {
    await client.end();
  }
}

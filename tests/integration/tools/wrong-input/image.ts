import pg from "pg";

/** Rows and checksum of every table. */
export type DatabaseImage = Readonly<Record<string, string>>;

/** When a key was last used is written beside every call, also a refused one. */
const UNCOUNTED = new Map([["api_key", "last_used_at"]]);

/** Sums that the periodic jobs update without a call. */
const DERIVED = new Set([
  ...["delivery_count", "report_cursor", "report_rollup", "sweep_cursor", "publisher_limits"],
]);

/** What all tables hold, so that a test can say that nothing changed. */
export async function imageOf(databaseUrl: string): Promise<DatabaseImage> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  // Compiling the statement would take longer than running it.
  await client.query("set jit = off");
  try {
    const tables = await client.query<{ name: string }>(
      `select relname as name from pg_class
      where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
      order by relname`,
    );
    const counted = tables.rows.filter((table) => !DERIVED.has(table.name));
    // One statement for all of them: asking for one table after the other took most of the time.
    const images = counted.map(
      ({ name }) =>
        `select '${name}' as name,
        count(*) || ' ' || coalesce(md5(string_agg(line, '' order by line)), '') as image
        from (select (to_jsonb(t) - '${UNCOUNTED.get(name) ?? ""}')::text as line
        from ${name} t) l`,
    );
    const { rows } = await client.query<{ name: string; image: string }>(
      images.join("\nunion all\n"),
    );
    return Object.fromEntries(rows.map(({ name, image }) => [name, image]));
  } finally {
    await client.end();
  }
}

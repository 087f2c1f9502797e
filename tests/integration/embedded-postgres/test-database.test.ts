import pg from "pg";
import { expect, test } from "vitest";
import { createTestDatabase } from "../../setup/database.ts";

test("every test file gets a migrated database of its own", async () => {
  const first = await createTestDatabase();
  const second = await createTestDatabase();
  const client = new pg.Client({ connectionString: first.databaseUrl });
  const other = new pg.Client({ connectionString: second.databaseUrl });
  try {
    await client.connect();
    await other.connect();
    await client.query("create table only_here (n int)");
    const migrated = await other.query("select count(*)::int as n from schema_migration");
    expect(migrated.rows[0].n).toBeGreaterThan(0);
    await expect(other.query("select n from only_here")).rejects.toThrow("does not exist");
  } finally {
    await client.end();
    await other.end();
    await first.drop();
    await second.drop();
  }
});

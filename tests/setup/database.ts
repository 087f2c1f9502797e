import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { withDatabase } from "./global.ts";
import { execute } from "./postgres.ts";

export interface TestDatabase {
  readonly databaseUrl: string;
  /** Removes the database, ending the connections that are still open. */
  drop(): Promise<void>;
}

/**
 * A migrated, empty database of its own for one test file, cloned from the template.
 * Close what is connected to it, then `drop` it in `afterAll`.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { adminUrl, templateName, isEmbedded, failure } = inject("postgres");
  if (failure) throw new Error(failure);
  const name = `placard_test_${randomBytes(6).toString("hex")}`;
  // Copying files is faster, but forces a checkpoint, which only the embedded server without fsync
  // gives for nothing.
  const strategy = isEmbedded ? "file_copy" : "wal_log";
  await execute(adminUrl, `create database ${name} template ${templateName} strategy ${strategy}`);
  // A copy counts as a restored database.
  await execute(
    withDatabase(adminUrl, name),
    "update payout_state set identity = database_identity()",
  );
  return {
    databaseUrl: withDatabase(adminUrl, name),
    drop: () => execute(adminUrl, `drop database if exists ${name} with (force)`),
  };
}

import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import type { Queryable } from "../../../core/db.ts";
import { findDatabaseIdentity } from "../queries.ts";

/** Raised when the layout of a snapshot changes without the sources below doing so. */
const FORMAT_VERSION = 2;

const SOURCES = new URL("..", import.meta.url);

const ELSEWHERE = /^feed[\\/]/;

/**
 * What a snapshot's content depends on besides the products: the code that makes it, weights and
 * stemming included, the tables of Unicode, and the database. A snapshot of any other origin is not
 * even looked for.
 *
 * The code is named by the text of its files. That refuses more than it must, after a change of a
 * comment too; a number to be raised by hand would one day be forgotten, and processes with two
 * rankings would then share one index.
 */
export async function findOrigin(db: Queryable): Promise<string> {
  const hash = createHash("sha256");
  hash.update(`${FORMAT_VERSION} ${process.versions.unicode} ${process.versions.icu}\n`);
  const files = await readdir(SOURCES, { recursive: true });
  for (const file of files.filter((name) => name.endsWith(".ts")).toSorted()) {
    if (ELSEWHERE.test(file)) continue;
    hash.update(`${file}\n`);
    hash.update(await readFile(new URL(file, SOURCES)));
  }
  hash.update(await findDatabaseIdentity(db));
  return hash.digest("hex").slice(0, 32);
}

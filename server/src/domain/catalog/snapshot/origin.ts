import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import type { Queryable } from "../../../core/db.ts";
import { findDatabaseIdentity } from "../queries.ts";

/** Raised when the layout of a snapshot changes without the sources below doing so. */
const FORMAT_VERSION = 6;

const SOURCES = new URL("..", import.meta.url);
/** Its types and names are in the index. */
const VOCABULARY = new URL("../", import.meta.resolve("@placard/vocabulary"));

const ELSEWHERE = /^feed[\\/]/;
const TEXTS = /\.(?:ts|txt)$/;

/**
 * What a snapshot's content depends on besides the products: the code that makes it, weights and
 * stemming included, the retail vocabulary, the tables of Unicode, and the database. A snapshot of
 * any other origin is not even looked for.
 *
 * The code is named by the text of its files. That refuses more than it must, after a change of a
 * comment too; a number to be raised by hand would one day be forgotten, and processes with two
 * rankings would then share one index.
 */
export async function findOrigin(db: Queryable): Promise<string> {
  const hash = createHash("sha256");
  hash.update(`${FORMAT_VERSION} ${process.versions.unicode} ${process.versions.icu}\n`);
  for (const folder of [SOURCES, VOCABULARY]) {
    const files = await readdir(folder, { recursive: true });
    for (const file of files.filter((name) => TEXTS.test(name)).toSorted()) {
      if (ELSEWHERE.test(file)) continue;
      hash.update(`${file}\n`);
      hash.update(await readFile(new URL(file, folder)));
    }
  }
  hash.update(await findDatabaseIdentity(db));
  return hash.digest("hex").slice(0, 32);
}

import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { Transform, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";

export interface Archived {
  readonly name: string;
  readonly rows: number;
  readonly bytes: number;
  /** Hexadecimal, of the compressed file. */
  readonly sha256: string;
}

function counted(count: (chunk: Buffer) => void): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      count(chunk);
      done(null, chunk);
    },
  });
}

/**
 * Writes `name.csv.gz` so that it is whole and on disk, or not there. `fill` writes a header and
 * then one chunk for each row. Without rows no file is left.
 */
export async function writeArchive(
  directory: string,
  name: string,
  fill: (sink: Writable) => Promise<void>,
): Promise<Archived> {
  const path = join(directory, `${name}.csv.gz`);
  const temporary = `${path}.tmp`;
  await mkdir(directory, { recursive: true });
  const hash = createHash("sha256");
  let chunks = 0;
  let bytes = 0;
  const lines = counted(() => {
    chunks += 1;
  });
  const compressed = counted((chunk) => {
    bytes += chunk.length;
    hash.update(chunk);
  });
  // `flush` forces the bytes to disk before the stream closes.
  const file = createWriteStream(temporary, { flush: true });
  const filled = fill(lines).then(
    () => lines.end(),
    (error: Error) => lines.destroy(error),
  );
  await Promise.all([pipeline(lines, createGzip(), compressed, file), filled]);
  const rows = Math.max(0, chunks - 1);
  if (rows === 0) await rm(temporary);
  else await rename(temporary, path);
  await syncDirectory(directory);
  return { name, rows, bytes: rows === 0 ? 0 : bytes, sha256: hash.digest("hex") };
}

/** Without it, a crash of the machine could undo the new name of a file. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, "r");
  await handle.sync().finally(() => handle.close());
}

import { chownSync, existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

export interface Lock {
  release(): void;
}

/** Two that take the lock at the same moment can refuse each other, so each tries again. */
const TRIES = 5;
const AGAIN_AFTER_MS_MAX = 40;

/**
 * Takes the right to run the server in a folder, or answers null when another process has it.
 *
 * A file with a process number in it can outlive its process, and taking over such a file is a
 * race between two starts. Node has no file locks of its own, but SQLite takes one, and the
 * kernel gives it back the moment its process dies, however it dies. The file stays empty.
 */
export function tryLock(home: string): Lock | null {
  const path = join(home, "owner.lock");
  const isNew = !existsSync(path);
  if (isNew) writeFileSync(path, "", { flag: "a", mode: 0o600 });
  if (isNew && process.getuid?.() === 0) {
    const folder = statSync(home);
    chownSync(path, folder.uid, folder.gid);
  }
  for (let attempt = 1; attempt < TRIES; attempt += 1) {
    const lock = tryOnce(path);
    if (lock !== null) return lock;
    // A random rest, so that the two do not meet again.
    const rest = new Int32Array(new SharedArrayBuffer(4));
    Atomics.wait(rest, 0, 0, Math.random() * AGAIN_AFTER_MS_MAX);
  }
  return tryOnce(path);
}

function tryOnce(path: string): Lock | null {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec("pragma locking_mode = exclusive; pragma journal_mode = memory; begin exclusive");
    return { release: () => database.close() };
  } catch (cause) {
    database.close();
    if (cause instanceof Error && /locked|busy/i.test(cause.message)) return null;
    throw cause;
  }
}

import { createHash, randomBytes } from "node:crypto";
import { chmod, chown, mkdir, readdir, realpath, rmdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { z } from "zod";
import { chooseAccount } from "./account.ts";
import { EmbeddedPostgresError, reasonOf } from "./error.ts";
import { createPrivate, makeFolder, readJson } from "./files.ts";
import { canAct } from "./process.ts";
import { locateRuntime, usableRuntime } from "./runtime.ts";
import type { Account, Place, StartLogger } from "./types.ts";

/**
 * Where cluster and programs go when we are root and the data folder, or the clone, lies behind a
 * folder that PostgreSQL's user cannot enter (a clone in /root, most often). Opening that folder
 * to others would weaken the owner's machine, and running PostgreSQL as root is impossible, so
 * the data moves instead: to the place the Linux file hierarchy gives to a service's state.
 */
const SERVICE_FOLDER = "/var/lib/placard";
const POINTER = "location.json";

/** The folder of ours in a data folder; it need not exist. */
export function controlFolder(dataDir: string): string {
  return join(resolve(dataDir), "postgres");
}

/**
 * Decides where the server of a data folder lives and makes the folders.
 *
 * Errors: `EmbeddedPostgresError` when a folder cannot be made or PostgreSQL not be run.
 */
export async function preparePlace(dataDir: string, logger: StartLogger): Promise<Place> {
  const control = controlFolder(dataDir);
  try {
    await makeFolder(control);
    const pointer = await readPointer(control);
    const known = pointer ?? control;
    const owner = await stat(join(known, "cluster")).catch(() => null);
    const account = await chooseAccount(owner?.uid ?? null, (await stat(control)).uid);
    const home = pointer ?? (await chooseHome(control, account, logger));
    const copies = account ? SERVICE_FOLDER : control;
    const runtime = await usableRuntime(await locateRuntime(), account, copies);
    return { control, home, cluster: join(await realpath(home), "cluster"), runtime, account };
  } catch (cause) {
    if (cause instanceof EmbeddedPostgresError) throw cause;
    throw new EmbeddedPostgresError(
      `The database folder ${control} cannot be used: ${reasonOf(cause)}`,
    );
  }
}

/** Where the cluster of a data folder was put, when that is not the folder itself. */
export async function readPointer(control: string): Promise<string | null> {
  return (await readJson(join(control, POINTER), z.object({ home: z.string() })))?.home ?? null;
}

async function chooseHome(
  control: string,
  account: Account | null,
  logger: StartLogger,
): Promise<string> {
  if (!account) return control;
  // The account must pass through the folder; what is secret in it has its own mode.
  await chmod(control, 0o711);
  if (await canAct("-x", control, account)) return control;
  const hash = createHash("sha256").update(control).digest("hex").slice(0, 12);
  // The random part: after `rm -r .data` the same path must start empty, and never by deleting.
  const home = join(SERVICE_FOLDER, `${hash}-${randomBytes(4).toString("hex")}`);
  await warnOfOlder(hash, logger);
  await makeServiceFolder(SERVICE_FOLDER);
  await makeServiceFolder(home);
  if (!(await createPrivate(join(control, POINTER), JSON.stringify({ home })))) {
    // Another start decided first.
    await rmdir(home);
    const pointer = await readPointer(control);
    if (pointer !== null) return pointer;
    throw new EmbeddedPostgresError(`${join(control, POINTER)} is damaged: remove it.`);
  }
  // The account cannot enter the control folder.
  logger.info({ user: account.name, folder: home, control }, "postgres_home_moved");
  return home;
}

async function makeServiceFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
  await chown(path, 0, 0);
  // Mode by chmod, since a strict umask would keep the account out again.
  await chmod(path, 0o755);
}

async function warnOfOlder(hash: string, logger: StartLogger): Promise<void> {
  const names = await readdir(SERVICE_FOLDER).catch(() => []);
  const older = names.filter((name) => name.startsWith(`${hash}-`));
  if (older.length === 0) return;
  const folders = older.map((name) => join(SERVICE_FOLDER, name));
  logger.warn({ folders }, "postgres_unused_clusters");
}

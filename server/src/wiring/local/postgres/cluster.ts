import { randomBytes } from "node:crypto";
import { chown, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { EmbeddedPostgresError } from "./error.ts";
import { run } from "./process.ts";
import { readPassword, writePassword } from "./state.ts";
import type { Place, Settings } from "./types.ts";

/** The role that owns the cluster; the database carries the same name. */
export const OWNER = "placard";

/**
 * Makes the cluster when there is none, and gives back its owner's password.
 *
 * Errors: `EmbeddedPostgresError` when the folder holds a cluster we cannot use.
 */
export async function ensureCluster(place: Place, settings: Settings): Promise<string> {
  await removeUnfinished(place);
  const version = await readFile(join(place.cluster, "PG_VERSION"), "utf8").catch(() => null);
  if (version === null) return createCluster(place, settings);
  const wanted = place.runtime.version.split(".")[0];
  if (version.trim() !== wanted) {
    throw new EmbeddedPostgresError(
      `The database in ${place.cluster} was made by PostgreSQL ${version.trim()}, ` +
        `this is PostgreSQL ${wanted}: dump it with the old one and load it here.`,
    );
  }
  const password = await readPassword(place.control);
  if (password !== null) return password;
  throw new EmbeddedPostgresError(
    `The password of the database in ${place.cluster} is gone: ` +
      `restore ${place.control}/password.json.`,
  );
}

/** A cluster is renamed into place when it is whole; a start that was killed leaves the rest. */
async function removeUnfinished(place: Place): Promise<void> {
  for (const name of await readdir(place.home)) {
    if (name.startsWith("cluster.new")) {
      await rm(join(place.home, name), { recursive: true, force: true });
    }
  }
}

async function createCluster(place: Place, settings: Settings): Promise<string> {
  const password = randomBytes(24).toString("hex");
  const folder = join(place.home, "cluster.new");
  const passwordFile = join(place.home, "cluster.new.password");
  await mkdir(folder, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600, flag: "wx" });
  if (place.account) {
    await chown(folder, place.account.uid, place.account.gid);
    await chown(passwordFile, place.account.uid, place.account.gid);
  }
  const args = initdbArguments(folder, passwordFile, settings);
  const result = await run(join(place.runtime.folder, "bin", "initdb"), args, place.account);
  await rm(passwordFile, { force: true });
  if (result.exitCode !== 0) {
    throw new EmbeddedPostgresError(
      `PostgreSQL could not make a database in ${place.home}: ${lastLine(result.stderr)}`,
    );
  }
  // The password first: a cluster whose password is lost is of no use to anyone.
  await writePassword(place.control, password);
  await rename(folder, place.cluster);
  return password;
}

function initdbArguments(folder: string, passwordFile: string, settings: Settings): string[] {
  return [
    `--pgdata=${folder}`,
    `--username=${OWNER}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    // The built-in provider sorts and folds case alike on every machine and after every update
    // of the system's C library, so an index never disagrees with its order.
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--data-checksums",
    "--no-instructions",
    ...(settings.fsync === "off" ? ["--no-sync"] : []),
  ];
}

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1) ?? "no reason given";
}

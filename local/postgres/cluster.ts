import { randomBytes } from "node:crypto";
import {
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { StartError } from "../../server/src/wiring/program.ts";
import { type Account, findPrograms, makeServiceFolder, run } from "./programs.ts";

/** The role that owns the cluster; the database has the same name. */
export const OWNER = "placard";

/** Server settings by name, as `postgres -c name=value` takes them. */
export type Settings = Readonly<Record<string, string>>;

/** Where the database server of a data folder lies. */
export interface Place {
  /** `DATA_DIR/postgres`, real path: holds cluster and log, owned by the account. */
  readonly home: string;
  readonly cluster: string;
  /** The folder of `initdb` and `pg_ctl`. */
  readonly programs: string;
  /** Null if we are an ordinary user ourselves. */
  readonly account: Account | null;
}

/**
 * Makes the folder for the database server of a data folder.
 *
 * **Errors** `StartError` if the folder cannot be made or PostgreSQL cannot be run.
 */
export async function preparePlace(dataDir: string): Promise<Place> {
  const folder = join(resolve(dataDir), "postgres");
  try {
    const account = await makeHome(folder);
    const home = await realpath(folder);
    const programs = await findPrograms(account);
    return { home, cluster: join(home, "cluster"), programs, account };
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`The database folder ${folder} cannot be used: ${reason}`);
  }
}

/**
 * As root the owner of the data folder becomes the account, so that one start with sudo leaves
 * nothing that an ordinary user cannot use. If that is root, the account is one made for databases,
 * or `nobody`.
 */
async function makeHome(folder: string): Promise<Account | null> {
  const firstMade = await mkdir(folder, { recursive: true });
  if (process.getuid?.() !== 0) return null;
  const owner = await stat(firstMade === undefined ? folder : dirname(firstMade));
  const isRoots = owner.uid === 0;
  const account = isRoots ? await findAccount() : { uid: owner.uid, gid: owner.gid };
  const first = isRoots ? folder : firstMade;
  if (first !== undefined) await run("chown", ["-R", `${account.uid}:${account.gid}`, first], null);
  const enter = ["-c", 'test -x "$1"', "sh", await realpath(folder)];
  if ((await run("/bin/sh", enter, account)).exitCode === 0) return account;
  // The account cannot pass through a parent. Opening the parent to all users would be unsafe.
  await rmdir(folder);
  await symlink(await makeServiceFolder(account), folder);
  return account;
}

async function findAccount(): Promise<Account> {
  const lines = (await readFile("/etc/passwd", "utf8")).split("\n").map((line) => line.split(":"));
  for (const wanted of ["postgres", "nobody"]) {
    const [, , uid, gid] = lines.find(([name]) => name === wanted) ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new StartError(
    "PostgreSQL does not run as root, and this machine has no user postgres or nobody: " +
      "start as an ordinary user, or set DATABASE_URL.",
  );
}

/**
 * Makes the cluster if there is none, and returns the password of its owner. Two starts may do this
 * at the same time: the first one to rename its cluster into place wins.
 *
 * **Errors** `StartError` if PostgreSQL cannot make one, or the password is missing.
 */
export async function ensureCluster(place: Place, settings: Settings): Promise<string> {
  const { cluster, home } = place;
  const exists = () => stat(join(cluster, "PG_VERSION")).catch(() => null);
  const isNew = (await exists()) === null;
  const reason = isNew ? await createCluster(place, settings).catch(String) : "";
  if ((await exists()) === null) {
    throw new StartError(`PostgreSQL could not make a database in ${home}: ${reason}`);
  }
  const passwordFile = join(cluster, "password");
  return readFile(passwordFile, "utf8").catch(() => {
    throw new StartError(`The password of the database is missing: restore ${passwordFile}.`);
  });
}

async function createCluster(place: Place, settings: Settings): Promise<string> {
  const { account, cluster, home } = place;
  const aside = await mkdtemp(join(home, "new-"));
  const passwordFile = join(aside, "password");
  await writeFile(passwordFile, randomBytes(24).toString("hex"), { mode: 0o600 });
  for (const path of account ? [aside, passwordFile] : []) {
    await chown(path, account?.uid ?? 0, account?.gid ?? 0);
  }
  const made = join(aside, "cluster");
  const args = initdbArguments(made, passwordFile, settings);
  const result = await run(join(place.programs, "initdb"), args, account);
  if (result.exitCode === 0) {
    await rename(passwordFile, join(made, "password"));
    await rename(made, cluster).catch(() => undefined);
  }
  // With what earlier starts left that were killed here, and what another one is making in vain.
  for (const name of await readdir(home)) {
    if (!name.startsWith("new-")) continue;
    await rm(join(home, name), { recursive: true, force: true, maxRetries: 3 });
  }
  return result.stderr.trim().split("\n").at(-1) ?? "";
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

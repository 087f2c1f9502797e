import { chmod, chown, cp, mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findPrograms, locatePackage, run } from "../../../local/postgres/programs.ts";
import { startEmbeddedPostgres } from "../../../local/postgres/start.ts";
import { silentLogger } from "../../../server/src/core/log.ts";
import { makeTestFolder, removeTestFolder } from "../../setup/postgres.ts";
import { postmasterOf } from "../../setup/processes.ts";
import { ask, clean, fast, isRoot, makeDataDir, movedHome, nobody, startOwner } from "./support.ts";

async function makeFolder(options: { isOnDisk?: boolean } = {}): Promise<string> {
  const folder = await makeTestFolder(options);
  onTestFinished(() => removeTestFolder(folder));
  return folder;
}

test.runIf(isRoot)("as root PostgreSQL runs as an ordinary user", async () => {
  const dataDir = await makeDataDir();
  const server = await startEmbeddedPostgres({ dataDir, logger: silentLogger, settings: fast });
  onTestFinished(() => server.stop());
  const { uid } = await stat(`/proc/${await postmasterOf(dataDir)}`);
  expect(uid).not.toBe(0);
  expect((await stat(join(dataDir, "postgres", "cluster"))).uid).toBe(uid);
});

test.runIf(isRoot)("as root a data folder others cannot enter works and keeps data", async () => {
  const parent = await makeFolder();
  await chmod(parent, 0o700);
  const dataDir = join(parent, "clone", ".data");
  onTestFinished(() => clean(dataDir));
  const first = await startEmbeddedPostgres({ dataDir, logger: silentLogger, settings: fast });
  await ask(first.databaseUrl(), "create table kept as select 42 as n");
  await first.stop();
  expect(await movedHome(dataDir)).toMatch(/^\/var\/lib\/placard\//);
  const second = await startEmbeddedPostgres({ dataDir, logger: silentLogger, settings: fast });
  onTestFinished(() => second.stop());
  expect(await ask(second.databaseUrl(), "select n from kept")).toEqual([42]);
  // The folder was closed for a reason and must stay so.
  expect((await stat(parent)).mode & 0o777).toBe(0o700);
});

test.runIf(isRoot)("a data folder that was deleted starts empty, losing nothing", async () => {
  const parent = await makeFolder();
  await chmod(parent, 0o700);
  const dataDir = join(parent, ".data");
  const first = await startEmbeddedPostgres({ dataDir, logger: silentLogger, settings: fast });
  await ask(first.databaseUrl(), "create table old as select 1 as n");
  await first.stop();
  const oldHome = await movedHome(dataDir);
  await rm(dataDir, { recursive: true });
  onTestFinished(() => clean(dataDir));
  onTestFinished(() => rm(oldHome ?? "", { recursive: true, force: true }));
  const second = await startEmbeddedPostgres({ dataDir, logger: silentLogger, settings: fast });
  onTestFinished(() => second.stop());
  await expect(ask(second.databaseUrl(), "select n from old")).rejects.toThrow("does not exist");
  expect(await readdir(join(oldHome ?? "", "cluster"))).toContain("PG_VERSION");
});

test.runIf(isRoot)("programs in a clone others cannot enter are copied, once", async () => {
  const clone = await makeFolder({ isOnDisk: true });
  const copies = await makeFolder({ isOnDisk: true });
  const { folder: installed } = locatePackage();
  const folder = join(clone, "package");
  await cp(installed, folder, { recursive: true, verbatimSymlinks: true });
  await chmod(clone, 0o700);
  const hidden = { folder, version: "18" };
  const first = await findPrograms(nobody, hidden, copies);
  expect(first.startsWith(copies)).toBe(true);
  expect((await run(join(first, "postgres"), ["--version"], nobody)).exitCode).toBe(0);
  const made = await stat(first);
  const second = await findPrograms(nobody, hidden, copies);
  expect((await stat(second)).ino).toBe(made.ino);
  expect(await readdir(copies)).toHaveLength(1);
});

test("programs whose install script npm blocked are completed", async () => {
  const folder = join(await makeFolder({ isOnDisk: true }), "package");
  await cp(locatePackage().folder, folder, { recursive: true, verbatimSymlinks: true });
  const libraries = join(folder, "native", "lib");
  for (const entry of await readdir(libraries, { withFileTypes: true })) {
    if (entry.isSymbolicLink()) await rm(join(libraries, entry.name));
  }
  const account = isRoot ? nobody : null;
  const programs = await findPrograms(account, { folder, version: "test" });
  expect(programs).toBe(join(folder, "native", "bin"));
  expect(await readdir(libraries)).toContain("libpq.so.5");
});

test.runIf(isRoot)("an ordinary user runs it, also after a start with sudo", async (context) => {
  const source = new URL("owner.ts", import.meta.url).pathname;
  const read = await run("/bin/sh", ["-c", 'test -r "$1"', "sh", source], nobody);
  if (read.exitCode !== 0) context.skip("user nobody cannot enter this clone");
  const dataDir = await makeDataDir();
  const own = join(dataDir, "own");
  await mkdir(own);
  await chown(own, nobody.uid, nobody.gid);
  onTestFinished(() => clean(own));
  const first = await startOwner(own, nobody);
  expect(first.error).toBeNull();
  await ask(first.url, "create table kept as select 42 as n");
  await first.stop();
  const withSudo = await startOwner(own);
  expect(await ask(withSudo.url, "select n from kept")).toEqual([42]);
  await withSudo.stop();
  const last = await startOwner(own, nobody);
  expect(last.error).toBeNull();
  expect(await ask(last.url, "select n from kept")).toEqual([42]);
  await last.stop();
});

test.runIf(isRoot)("a first start with sudo in a user's folder leaves it to the user", async () => {
  const dataDir = await makeDataDir();
  const own = join(dataDir, "own");
  await mkdir(own);
  await chown(own, nobody.uid, nobody.gid);
  onTestFinished(() => clean(own));
  const server = await startEmbeddedPostgres({
    dataDir: join(own, ".data"),
    logger: silentLogger,
    settings: fast,
  });
  onTestFinished(() => server.stop());
  const { uid } = await stat(join(own, ".data", "postgres", "cluster", "password"));
  expect(uid).toBe(nobody.uid);
  expect((await stat(`/proc/${await postmasterOf(join(own, ".data"))}`)).uid).toBe(nobody.uid);
});

import { spawn } from "node:child_process";
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
  withEmbeddedPostgres,
} from "../../../local/postgres/start.ts";
import { silentLogger } from "../../../server/src/core/log.ts";
import { StartError } from "../../../server/src/wiring/program.ts";
import { postmasterOf } from "../../setup/processes.ts";
import {
  ask,
  canConnect,
  fast,
  makeDataDir,
  makeUsedDataDir,
  removeTemplate,
  startOwner,
} from "./support.ts";

afterAll(removeTemplate);

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, logger: silentLogger, settings: fast });
  onTestFinished(() => server.stop());
  return server;
}

test("what was committed is there after a stop and a start", async () => {
  const dataDir = await makeUsedDataDir();
  const first = await start(dataDir);
  await ask(first.databaseUrl(), "create table kept as select 42 as n");
  await first.stop();
  expect(await canConnect(first.databaseUrl())).toBe(false);
  const second = await start(dataDir);
  expect(await ask(second.databaseUrl(), "select n from kept")).toEqual([42]);
});

test("a new cluster is safe by default: checksums, UTF-8, fsync, synchronous commit", async () => {
  const dataDir = await makeDataDir();
  const server = await startEmbeddedPostgres({ dataDir, logger: silentLogger });
  onTestFinished(() => server.stop());
  const names = "'data_checksums', 'server_encoding', 'fsync', 'synchronous_commit', 'jit'";
  const text = `select setting from pg_settings where name in (${names}) order by name`;
  expect(await ask(server.databaseUrl(), text)).toEqual(["on", "on", "off", "UTF8", "on"]);
  const provider = "select datlocprovider::text from pg_database where datname = 'placard'";
  expect(await ask(server.databaseUrl(), provider)).toEqual(["b"]);
});

test("the caller's settings win over ours", async () => {
  const dataDir = await makeUsedDataDir();
  const settings = { synchronous_commit: "off", work_mem: "7MB" };
  const server = await startEmbeddedPostgres({ dataDir, logger: silentLogger, settings });
  onTestFinished(() => server.stop());
  expect(await ask(server.databaseUrl(), "show synchronous_commit")).toEqual(["off"]);
  expect(await ask(server.databaseUrl(), "show work_mem")).toEqual(["7MB"]);
});

test("nobody without the password gets in, and only the owner can read the password", async () => {
  const dataDir = await makeUsedDataDir();
  const server = await start(dataDir);
  const url = new URL(server.databaseUrl());
  url.password = "guess";
  await expect(ask(url.href, "select 1")).rejects.toThrow("password authentication failed");
  const { mode } = await stat(join(dataDir, "postgres", "cluster", "password"));
  expect(mode & 0o777).toBe(0o600);
});

test("a second start on the same folder is refused in one line that names the first", async () => {
  const dataDir = await makeUsedDataDir();
  const owner = await startOwner(dataDir);
  const second = startEmbeddedPostgres({ dataDir, logger: silentLogger, settings: fast });
  await expect(second).rejects.toThrow(StartError);
  await expect(second).rejects.toThrow(`in use by process ${owner.child.pid}: stop it first`);
  expect(await canConnect(owner.url)).toBe(true);
});

test("two starts at the same moment leave exactly one server", async () => {
  const dataDir = await makeDataDir();
  const owners = await Promise.all([startOwner(dataDir), startOwner(dataDir)]);
  const errors = owners.filter((owner) => owner.error !== null);
  expect(errors).toHaveLength(1);
  expect(errors[0]?.error).toContain("in use by");
});

const commandOf = (dataDir: string) => ({ dataDir, logger: silentLogger, settings: fast });

test("an operator command uses the running server and leaves it running", async () => {
  const dataDir = await makeUsedDataDir();
  const owner = await startOwner(dataDir);
  expect(await withEmbeddedPostgres(commandOf(dataDir), async (url) => url)).toBe(owner.url);
  expect(await canConnect(owner.url)).toBe(true);
  await owner.stop();
  expect(await canConnect(owner.url)).toBe(false);
});

test("an operator command without a running server gets one for the call alone", async () => {
  const dataDir = await makeUsedDataDir();
  let usedUrl = "";
  const result = await withEmbeddedPostgres(commandOf(dataDir), async (url) => {
    usedUrl = url;
    return await ask(url, "select 7");
  });
  expect(result).toEqual([7]);
  expect(await canConnect(usedUrl)).toBe(false);
});

test("a start shares the server of an operator command, and the last to end stops it", async () => {
  const dataDir = await makeUsedDataDir();
  const server = await withEmbeddedPostgres(commandOf(dataDir), async (url) => {
    await ask(url, "create table made_by_command as select 1 as n");
    const started = await start(dataDir);
    expect(started.databaseUrl()).toBe(url);
    return started;
  });
  expect(await ask(server.databaseUrl(), "select n from made_by_command")).toEqual([1]);
  await withEmbeddedPostgres(commandOf(dataDir), async (url) => {
    await server.stop();
    expect(await ask(url, "select n from made_by_command")).toEqual([1]);
  });
  expect(await canConnect(server.databaseUrl())).toBe(false);
});

test("the next start works after kill -9 of owner and PostgreSQL", async () => {
  const dataDir = await makeUsedDataDir();
  const owner = await startOwner(dataDir);
  await ask(owner.url, "create table kept as select 42 as n");
  process.kill((await postmasterOf(dataDir)) ?? 0, "SIGKILL");
  await owner.kill();
  const server = await start(dataDir);
  expect(await ask(server.databaseUrl(), "select n from kept")).toEqual([42]);
});

test("the next start takes over from a PostgreSQL whose owner alone was killed", async () => {
  const dataDir = await makeUsedDataDir();
  const owner = await startOwner(dataDir);
  await ask(owner.url, "create table kept as select 42 as n");
  await owner.kill();
  expect(await canConnect(owner.url)).toBe(true);
  const server = await start(dataDir);
  expect(await ask(server.databaseUrl(), "select n from kept")).toEqual([42]);
});

test("a process number that meanwhile belongs to a stranger does not block the start", async () => {
  const dataDir = await makeUsedDataDir();
  const owner = await startOwner(dataDir);
  process.kill((await postmasterOf(dataDir)) ?? 0, "SIGKILL");
  await owner.kill();
  const pidFile = join(dataDir, "postgres", "cluster", "postmaster.pid");
  // Of the same user, because PostgreSQL itself already sees through any other.
  const { uid, gid } = await stat(pidFile);
  const stranger = spawn("sleep", ["60"], { uid, gid, cwd: "/", stdio: "ignore" });
  onTestFinished(() => void stranger.kill());
  const lines = (await readFile(pidFile, "utf8")).split("\n");
  await writeFile(pidFile, [String(stranger.pid), ...lines.slice(1)].join("\n"));
  const server = await start(dataDir);
  expect(await ask(server.databaseUrl(), "select 1")).toEqual([1]);
  expect(stranger.exitCode).toBeNull();
});

test("a first start that was cut short does not block the next", async () => {
  const dataDir = await makeDataDir();
  const unfinished = join(dataDir, "postgres", "new-unfinished");
  await mkdir(unfinished, { recursive: true });
  await writeFile(join(unfinished, "PG_VERSION"), "18\n");
  const server = await start(dataDir);
  expect(await ask(server.databaseUrl(), "select 1")).toEqual([1]);
  await expect(stat(unfinished)).rejects.toThrow("ENOENT");
});

test("a cluster of another major version is refused by name instead of overwritten", async () => {
  const dataDir = await makeUsedDataDir();
  await writeFile(join(dataDir, "postgres", "cluster", "PG_VERSION"), "15\n");
  const starting = startEmbeddedPostgres({ dataDir, logger: silentLogger, settings: fast });
  await expect(starting).rejects.toThrow(StartError);
  await expect(starting).rejects.toThrow("initialized by PostgreSQL version 15");
});

import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { processesOf } from "../../../local/postgres/server.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../../local/postgres/start.ts";
import { silentLogger } from "../../../server/src/core/log.ts";
import { postmasterOf, signal } from "../../setup/processes.ts";
import { ask, canConnect, eventually, fast, makeUsedDataDir, removeTemplate } from "./support.ts";

afterAll(removeTemplate);

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, logger: silentLogger, settings: fast });
  onTestFinished(() => server.stop());
  return server;
}

/** Kills PostgreSQL, if it runs, and returns the number of its first process. */
async function kill(dataDir: string): Promise<number | null> {
  const pid = await postmasterOf(dataDir);
  if (pid !== null) signal(pid, "SIGKILL");
  return pid;
}

function listens(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => resolve(true));
  });
}

test("a PostgreSQL that is killed comes back at the same address with its data", async () => {
  const dataDir = await makeUsedDataDir();
  const server = await start(dataDir);
  await ask(server.databaseUrl(), "create table kept as select 42 as n");
  for (const _round of [1, 2]) {
    const pid = await kill(dataDir);
    await eventually(async () => {
      return (await postmasterOf(dataDir)) !== pid && canConnect(server.databaseUrl());
    });
    expect(await ask(server.databaseUrl(), "select n from kept")).toEqual([42]);
  }
});

test("a restart whose port is taken is tried again until it works", async () => {
  const dataDir = await makeUsedDataDir();
  const server = await start(dataDir);
  const intruder = createServer();
  onTestFinished(() => void intruder.close());
  await eventually(async () => {
    await kill(dataDir);
    return listens(intruder, server.port);
  });
  const log = join(dataDir, "postgres", "server.log");
  await eventually(async () => (await readFile(log, "utf8")).includes("could not bind"));
  intruder.close();
  await eventually(() => canConnect(server.databaseUrl()));
});

test("a stop in the middle of a restart leaves nothing running", async () => {
  const dataDir = await makeUsedDataDir();
  const server = await start(dataDir);
  const cluster = join(dataDir, "postgres", "cluster");
  await kill(dataDir);
  await eventually(async () => !(await canConnect(server.databaseUrl())));
  await server.stop();
  expect(await canConnect(server.databaseUrl())).toBe(false);
  await eventually(async () => (await processesOf(cluster)).length === 0);
});

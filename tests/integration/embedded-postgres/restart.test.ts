import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { silentLogger } from "../../../server/src/core/log.ts";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "../../../server/src/wiring/local/postgres/index.ts";
import { ask, canConnect, eventually, fast, makeUsedDataDir, removeTemplate } from "./support.ts";

afterAll(removeTemplate);

async function start(dataDir: string, onRestart: () => void): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({
    dataDir,
    logger: silentLogger,
    onRestart,
    settings: fast,
  });
  onTestFinished(() => server.stop());
  return server;
}

function kill(server: EmbeddedPostgres): void {
  const pid = server.processId();
  if (pid !== null) process.kill(pid, "SIGKILL");
}

function listens(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => resolve(true));
  });
}

test("a PostgreSQL that is killed comes back at the same address with its data", async () => {
  let restarts = 0;
  const server = await start(await makeUsedDataDir(), () => {
    restarts += 1;
  });
  await ask(server.databaseUrl(), "create table kept as select 42 as n");
  for (const round of [1, 2]) {
    const pid = server.processId();
    expect(pid).not.toBeNull();
    kill(server);
    await eventually(() => restarts === round);
    expect(server.processId()).not.toBe(pid);
    expect(await ask(server.databaseUrl(), "select n from kept")).toEqual([42]);
  }
});

test("a restart whose port is taken is tried again until it works", async () => {
  const dataDir = await makeUsedDataDir();
  const server = await start(dataDir, () => undefined);
  const intruder = createServer();
  onTestFinished(() => void intruder.close());
  await eventually(() => {
    kill(server);
    return listens(intruder, server.port);
  });
  const log = join(dataDir, "postgres", "server.log");
  await eventually(async () => (await readFile(log, "utf8")).includes("could not bind"));
  expect(server.processId()).toBeNull();
  intruder.close();
  await eventually(() => canConnect(server.databaseUrl()));
});

test("an owner that fails while it is told of a restart does not end the watch", async () => {
  let calls = 0;
  const server = await start(await makeUsedDataDir(), () => {
    calls += 1;
    throw new Error("the owner's own fault");
  });
  for (const round of [1, 2]) {
    kill(server);
    await eventually(() => calls === round);
    expect(await canConnect(server.databaseUrl())).toBe(true);
  }
});

test("a stop in the middle of a restart leaves nothing running", async () => {
  let restarts = 0;
  const server = await start(await makeUsedDataDir(), () => {
    restarts += 1;
  });
  for (const round of [1, 2, 3]) {
    kill(server);
    await eventually(() => restarts === round);
  }
  kill(server);
  await eventually(() => server.processId() === null);
  await server.stop();
  expect(server.processId()).toBeNull();
  expect(await canConnect(server.databaseUrl())).toBe(false);
});

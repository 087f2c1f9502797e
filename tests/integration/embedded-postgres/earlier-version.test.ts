import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, expect, test } from "vitest";
import { freePort } from "../../../local/free-port.ts";
import { startEmbeddedPostgres } from "../../../local/postgres/start.ts";
import { silentLogger } from "../../../server/src/core/log.ts";
import { ask, fast, makeUsedDataDir, removeTemplate } from "./support.ts";

afterAll(removeTemplate);

test("npm start on data of an earlier version prints one line that says what to do", async () => {
  const dataDir = await makeUsedDataDir();
  const server = await startEmbeddedPostgres({ dataDir, logger: silentLogger, settings: fast });
  await ask(
    server.databaseUrl(),
    "create table schema_migration as select 1 as number, '0001_agents.sql'::text as name",
  );
  await server.stop();
  const child = spawn(process.execPath, ["demo-chat/console/start.ts"], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(await freePort()), DATABASE_URL: "" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const [exitCode] = await once(child, "close");
  expect(exitCode, errors).toBe(1);
  expect(errors).toMatch(
    /^The database was created by Placard .+ DATA_DIR to a new directory\.\n$/,
  );
});

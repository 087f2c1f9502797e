import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestPostgres, type TestPostgres } from "../../setup/postgres.ts";
import { type Production, prepareProduction } from "../../setup/production.ts";

let postgres: TestPostgres;
let production: Production;
beforeAll(async () => {
  // A server of its own, because logins belong to the whole server.
  postgres = await startTestPostgres();
  production = await prepareProduction(postgres.adminUrl);
});
afterAll(async () => {
  await production?.stop();
  await postgres.stop();
});

test("the commands for production bring up a migrated server and a worker", async () => {
  await production.bringUp();
  const { baseUrl } = production;
  expect((await fetch(`${baseUrl}/healthz`)).status).toBe(200);
  const info = await fetch(`${baseUrl}/api/public/info`);
  expect(await info.json()).toMatchObject({ links: { mcp: "https://ads.example.com/mcp" } });
  await production.runCampaign();
});

test("a port that is in use ends the start with one line", async () => {
  const told = await production.run("node server/src/serve.ts");
  expect(told.code).toBe(1);
  expect(told.stderr).toMatch(/^PORT: \d+ cannot be opened: .*EADDRINUSE.*\n$/);
});

test("SIGTERM to npm reaches server and worker, and both end well", async () => {
  expect(await production.stop()).toEqual([0, 0]);
});

test("a missing variable stops the start with one line that names it", async () => {
  const told = await production.run("DATABASE_URL= node server/src/serve.ts");
  expect(told).toMatchObject({ code: 1, stdout: "" });
  expect(told.stderr).toMatch(/^DATABASE_URL: .+\n$/);
});

test("the operator's command line says what it can do", async () => {
  const told = await production.run("npm run operator -- help");
  expect(told.code, told.stderr).toBe(0);
  expect(told.stdout).toContain("feed import FILE");
});

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import pg from "pg";
import { makeTestFolder, removeTestFolder } from "../setup/postgres.ts";
import { asAdmin, type Production, prepareProduction } from "../setup/production.ts";
import { type Cluster, installPostgres, startCluster } from "./databases/cluster.ts";
import { requireProgram } from "./databases/debian.ts";
import { startBouncer } from "./databases/pgbouncer.ts";

/**
 * `npm run prove -- databases`: the production section of the documents on PostgreSQL 15 (Debian)
 * and 16 to 18 (npm), word by word: two logins, one login with CREATEROLE, and behind PgBouncer in
 * transaction mode. Then the integration tests on each version; `--tests ""` leaves them out.
 */
const { values } = parseArgs({
  options: {
    versions: { type: "string", default: "15,16,17,18" },
    tests: { type: "string", default: "tests/integration tests/regressions tests/mcp" },
  },
});
const PATIENT_MS = 240_000;
const DEBIAN_BIN = "/usr/lib/postgresql/15/bin";
const NPM_VERSIONS: Readonly<Record<string, string>> = {
  16: "16.14.0-beta.17",
  17: "17.10.0-beta.17",
  18: "18.4.0-beta.17",
};

const results: { name: string; problem: string | null }[] = [];

async function check(name: string, run: () => Promise<void>): Promise<void> {
  const problem = await run().then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  results.push({ name, problem });
  process.stdout.write(
    `${problem === null ? "ok    " : "FAILED"} ${name}${problem === null ? "" : `: ${problem}`}\n`,
  );
}

async function rowsOf(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function binOf(version: string, folder: string): Promise<string> {
  if (version !== "15") return installPostgres(NPM_VERSIONS[version] ?? version, folder);
  requireProgram(`${DEBIAN_BIN}/postgres`, "postgresql-15");
  return DEBIAN_BIN;
}

/** **Errors** names what the run-time login may do and should not. */
async function requireRights(cluster: Cluster, production: Production): Promise<void> {
  const admin = asAdmin(cluster.adminUrl);
  const [owned] = await rowsOf(
    admin,
    "select count(*)::int as count from pg_class where relowner = 'placard_app'::regrole",
  );
  if (owned?.count !== 0) throw new Error(`placard_app owns ${String(owned?.count)} relations`);
  const others = await rowsOf(
    admin,
    `select distinct usename from pg_stat_activity
     where datname = 'placard' and usename <> 'placard_app' and pid <> pg_backend_pid()`,
  );
  if (others.length > 0) throw new Error(`connections of ${JSON.stringify(others)}`);
  for (const text of ["alter table entry disable trigger all", "delete from entry"]) {
    const isDone = await rowsOf(production.variables.DATABASE_URL ?? "", text).then(
      () => true,
      () => false,
    );
    if (isDone) throw new Error(`placard_app may: ${text}`);
  }
}

async function requireEnds(production: Production): Promise<void> {
  const codes = await production.stop();
  if (codes.some((code) => code !== 0)) throw new Error(`exit codes ${codes.join()}`);
}

async function proveVersion(version: string): Promise<void> {
  const folder = await makeTestFolder({ isOnDisk: true });
  const bin = await binOf(version, folder);
  const cluster = await startCluster({ bin });
  let production: Production | undefined;
  try {
    await check(`PostgreSQL ${version}: production with two logins`, async () => {
      production = await prepareProduction(cluster.adminUrl);
      await production.bringUp();
      await production.runCampaign();
      await requireRights(cluster, production);
      await requireEnds(production);
    });
    await check(`PostgreSQL ${version}: behind PgBouncer in transaction mode`, () =>
      proveBouncer(cluster, production),
    );
    await check(`PostgreSQL ${version}: production with one login`, () => proveOneLogin(cluster));
    if (values.tests !== "") await check(`PostgreSQL ${version}: tests`, () => runTests(cluster));
  } finally {
    await production?.stop();
    await cluster.remove();
    await removeTestFolder(folder);
  }
}

async function proveBouncer(cluster: Cluster, first: Production | undefined): Promise<void> {
  const url = first?.variables.DATABASE_URL ?? "";
  const { username, password } = new URL(url);
  const bouncer = await startBouncer({
    target: () => cluster.port,
    users: { [username]: password },
  });
  const production = await prepareProduction(
    cluster.adminUrl,
    {
      DATABASE_URL: url.replace(`:${cluster.port}/`, `:${bouncer.port}/`),
      DATABASE_DIRECT_URL: url,
    },
    { isPrepared: true },
  );
  try {
    await production.bringUp();
    await production.runCampaign();
    const [stats] = (await bouncer.show("stats")).filter(({ database }) => database === "placard");
    if (!(Number(stats?.total_xact_count) > 20)) throw new Error("the calls went around PgBouncer");
    await requireEnds(production);
  } finally {
    await production.stop();
    await bouncer.remove();
  }
}

/** One login that owns the database and may create roles, as the documents of 0.1.0 had it. */
async function proveOneLogin(cluster: Cluster): Promise<void> {
  const url = `postgres://solo:secret@127.0.0.1:${cluster.port}/solo`;
  for (const text of [
    "drop database if exists placard with (force)",
    "drop owned by placard_app",
    "drop role placard_app",
    "drop role placard_owner",
    "create role solo login createrole password 'secret'",
    "create database solo owner solo",
  ]) {
    await rowsOf(cluster.adminUrl, text);
  }
  const variables = { DATABASE_URL: url, DATABASE_OWNER_URL: "" };
  const solo = await prepareProduction(cluster.adminUrl, variables, { isPrepared: true });
  try {
    await solo.bringUp();
    await solo.runCampaign();
    await requireEnds(solo);
  } finally {
    await solo.stop();
  }
}

async function runTests(cluster: Cluster): Promise<void> {
  const config = fileURLToPath(new URL("../vitest.config.ts", import.meta.url));
  // This is about versions; how long tests take is for `npm test`.
  const patient = [`--test-timeout=${PATIENT_MS}`, `--hook-timeout=${PATIENT_MS}`];
  const args = ["vitest", "run", "--config", config, ...patient, ...values.tests.split(" ")];
  const env = { ...process.env, TEST_DATABASE_URL: cluster.adminUrl };
  const { status } = spawnSync("npx", args, { env, stdio: "inherit" });
  if (status !== 0) throw new Error(`vitest ended with ${status}`);
}

requireProgram("pgbouncer", "pgbouncer");
for (const version of values.versions.split(",")) await proveVersion(version);
const failed = results.filter(({ problem }) => problem !== null);
process.stdout.write(`${results.length - failed.length} of ${results.length} passed\n`);
process.exitCode = failed.length === 0 ? 0 : 1;

import { execFileSync } from "node:child_process";
import { chownSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { runReconcileCommand } from "../../server/src/cli/purchases.ts";
import { systemClock } from "../../server/src/core/clock.ts";
import { openDatabase } from "../../server/src/core/db.ts";
import { createIdSource } from "../../server/src/core/ids.ts";
import { silentLogger } from "../../server/src/core/log.ts";
import { verifyLedger } from "../../server/src/domain/ledger/index.ts";
import { createBtcpayCashout } from "../../server/src/providers/cashout/btcpay.ts";
import { createSandboxCheckout } from "../../server/src/providers/checkout/sandbox.ts";
import { callTool } from "../bench/support/market.ts";
import {
  API_KEY,
  STORE_ID,
  startBtcpayServer,
} from "../integration/domain/cashout/btcpay-server.ts";
import { giveEarned } from "../integration/domain/cashout/rig.ts";
import { asAdmin, isOk, type Production, prepareProduction, until } from "../setup/production.ts";
import { type Cluster, startCluster } from "./databases/cluster.ts";
import { requireProgram } from "./databases/debian.ts";

/**
 * `npm run prove -- restore`: a cashout is paid after the backup. The database is restored from a
 * dump, to a point in time, and lost to a standby without it. Each time the exchange must start in
 * recovery mode, pay nothing, book the lost payout by `operator reconcile`, and then pay the next
 * cashout once. Prints how long each restore took.
 */
const BIN = "/usr/lib/postgresql/15/bin";
requireProgram(`${BIN}/postgres`, "postgresql-15");
const ADDRESS = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const ROUNDS_MS = 8_000;

const btcpay = await startBtcpayServer();
const primary = await startCluster({
  bin: BIN,
  settings: { archive_mode: "on", wal_level: "replica" },
});
const archive = join(primary.folder, "archive");
const problems: string[] = [];
const live = {
  DEMO: "0",
  DEMO_PUBLIC: "0",
  CHECKOUT_PROVIDER: "stripe",
  STRIPE_SECRET_KEY: "sk_test_unused",
  STRIPE_WEBHOOK_SECRET: "whsec_unused",
  CASHOUT_PROVIDER: "btcpay",
  BTCPAY_URL: btcpay.url,
  BTCPAY_API_KEY: API_KEY,
  BTCPAY_STORE_ID: STORE_ID,
  CASHOUT_NEW_ADDRESS_HOURS: "0",
  REVIEW_POLICY: "auto",
  DRAIN_SECONDS: "0",
};

async function onDatabase<T>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const keys = new Map<string, string>();

async function register({ baseUrl, variables }: Production): Promise<string> {
  const args = { provider: "Restore", displayName: "A publisher", role: "publisher" };
  const { agentId, apiKey } = Object(await callTool({ baseUrl }, "register", args));
  const db = openDatabase(loginOf(variables.DATABASE_URL ?? ""));
  const deps = { ids: createIdSource(systemClock), now: new Date() };
  await db.tx((tx) => giveEarned(tx, String(agentId), 2_000, deps));
  await db.close();
  keys.set(String(agentId), String(apiKey));
  return String(agentId);
}

function loginOf(connectionString: string) {
  return { connectionString, connections: 2, logger: silentLogger, role: "placard_app" };
}

/** Requests a cashout and waits until the provider has paid it. */
async function cashOut(production: Production, agentId: string): Promise<void> {
  const { baseUrl } = production;
  const key = keys.get(agentId) ?? "";
  const before = btcpay.payouts.length;
  await callTool({ baseUrl, key }, "request_cashout", { amountCredits: 500, btcAddress: ADDRESS });
  const isAnnounced = async () => {
    btcpay.pay();
    return btcpay.payouts.slice(before).some(({ state }) => state === "Completed");
  };
  await until(isAnnounced, () => "the cashout was not paid");
}

async function serve(cluster: Cluster, isPrepared: boolean): Promise<Production> {
  const production = await prepareProduction(cluster.adminUrl, live, { isPrepared });
  const migrated = await production.run("npm run migrate");
  if (migrated.code !== 0) throw new Error(migrated.stderr);
  const server = production.start("npm run serve");
  await until(() => isOk(`${production.baseUrl}/readyz`), server.said);
  return production;
}

/** What every restored database must go through. */
async function recover(name: string, cluster: Cluster, agentId: string): Promise<void> {
  const production = await serve(cluster, true);
  const url = production.variables.DATABASE_URL ?? "";
  const db = openDatabase(loginOf(url));
  try {
    const [state] = await onDatabase<{ hold: string }>(url, "select payout_hold() as hold");
    expectThat(name, state?.hold === "recovery", `hold is ${state?.hold}`);
    const paidBefore = btcpay.payouts.length;
    const args = { amountCredits: 500, btcAddress: ADDRESS };
    const key = keys.get(agentId) ?? "";
    await callTool({ baseUrl: production.baseUrl, key }, "request_cashout", args);
    await sleep(ROUNDS_MS);
    expectThat(name, btcpay.payouts.length === paidBefore, "a payout left in recovery mode");
    const first = await reconcile(db, url, ["--book"]);
    expectThat(name, first.code === 0 && first.text.includes("booked"), first.text);
    const again = await reconcile(db, url, ["--book"]);
    expectThat(name, again.text.startsWith("No differences."), again.text);
    await cashOut(production, agentId);
    await sleep(ROUNDS_MS);
    const ids = btcpay.payouts.map(({ metadata }) => String(metadata.cashoutId));
    expectThat(name, new Set(ids).size === ids.length, "a cashout was paid twice");
    const wrong = (await verifyLedger(db)).filter(({ findings }) => findings.length > 0);
    expectThat(name, wrong.length === 0, `the ledger has ${wrong.length} findings`);
  } finally {
    await db.close();
    await production.stop();
  }
}

function expectThat(name: string, isTrue: boolean, problem: string): void {
  if (!isTrue) problems.push(`${name}: ${problem}`);
}

async function reconcile(db: ReturnType<typeof openDatabase>, url: string, words: string[]) {
  let text = "";
  const code = await runReconcileCommand(words, {
    ...{ db, ids: createIdSource(systemClock), clock: systemClock, actor: "proof" },
    stdout: { write: (part) => (text += part) },
    providers: async () => ({
      checkout: createSandboxCheckout(url),
      cashout: createBtcpayCashout({ url: btcpay.url, apiKey: API_KEY, storeId: STORE_ID }),
      seasoningDays: 0,
    }),
  });
  return { code, text };
}

async function step(name: string, run: () => Promise<void>): Promise<void> {
  const before = problems.length;
  await run().catch((error: unknown) => problems.push(`${name}: ${String(error)}`));
  const isFine = problems.length === before;
  process.stdout.write(`${isFine ? "ok    " : "FAILED"} ${name}\n`);
}

const adminUrl = (cluster: Cluster) => asAdmin(cluster.adminUrl);

async function restoreDump(dump: string, agentId: string): Promise<void> {
  const cluster = await startCluster({ bin: BIN });
  try {
    const restore = () =>
      cluster.program("pg_restore", ["--exit-on-error", "-d", adminUrl(cluster), dump]);
    await onDatabase(cluster.adminUrl, "create database placard");
    const refused = await restore().then(
      () => "",
      (error: unknown) => String(error),
    );
    expectThat("dump", refused.includes("does not exist"), `without roles: ${refused}`);
    // The document's statements drop the half-restored database and create roles and database.
    await prepareProduction(cluster.adminUrl, live);
    await timed("dump", restore);
    await recover("dump", cluster, agentId);
  } finally {
    await cluster.remove();
  }
}

async function restoreFiles(
  name: string,
  { base, signal, settings }: { base: string; signal: string; settings: Record<string, string> },
  use: (cluster: Cluster) => Promise<void>,
): Promise<void> {
  const startedMs = performance.now();
  const cluster = await startCluster({
    bin: BIN,
    settings,
    async fill({ data, account }) {
      execFileSync("cp", ["-a", base, data]);
      writeFileSync(join(data, signal), "");
      if (account) chownSync(join(data, signal), account.uid, account.gid);
    },
  });
  try {
    if (signal === "standby.signal")
      await cluster.program("pg_ctl", ["-D", cluster.data, "promote"]);
    const isPrimary = async () =>
      (await onDatabase(cluster.adminUrl, "select where not pg_is_in_recovery()")).length > 0;
    await until(isPrimary, () => `${name}: still in recovery`);
    report(name, startedMs);
    await use(cluster);
  } finally {
    await cluster.remove();
  }
}

async function timed(name: string, run: () => Promise<void>): Promise<void> {
  const startedMs = performance.now();
  await run();
  report(name, startedMs);
}

function report(name: string, startedMs: number): void {
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
  process.stdout.write(`       ${name}: restored in ${seconds} s\n`);
}

let first: Production | undefined;
try {
  mkdirSync(archive);
  if (primary.account) chownSync(archive, primary.account.uid, primary.account.gid);
  await onDatabase(primary.adminUrl, `alter system set archive_command = 'cp %p ${archive}/%f'`);
  await onDatabase(primary.adminUrl, "select pg_reload_conf()");
  first = await serve(primary, false);
  const agentId = await register(first);
  const [base, dump] = [join(primary.folder, "base"), join(primary.folder, "placard.dump")];
  const at = ["-h", "127.0.0.1", "-p", String(primary.port), "-U", "postgres"];
  await primary.program("pg_dump", ["-Fc", "-f", dump, adminUrl(primary)]);
  await primary.program("pg_basebackup", [...at, "-D", base, "-X", "stream", "-c", "fast"]);
  await onDatabase(primary.adminUrl, "select pg_create_restore_point('before')");
  await cashOut(first, agentId);
  await first.stop();
  await onDatabase(primary.adminUrl, "select pg_switch_wal()");
  await step("a dump", () => restoreDump(dump, agentId));
  const settings = {
    restore_command: `cp ${archive}/%f %p`,
    recovery_target_name: "before",
    recovery_target_action: "promote",
  };
  await step("a point in time", () =>
    restoreFiles("point in time", { base, signal: "recovery.signal", settings }, (cluster) =>
      recover("point in time", cluster, agentId),
    ),
  );
  await step("a standby that lacks the end", () =>
    restoreFiles("standby", { base, signal: "standby.signal", settings: {} }, (cluster) =>
      recover("standby", cluster, agentId),
    ),
  );
} catch (error) {
  problems.push(String(error));
} finally {
  await first?.stop();
  await primary.remove();
  await btcpay.close();
}
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;

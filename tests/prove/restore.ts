import { execFileSync } from "node:child_process";
import { chownSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { verifyLedger } from "../../server/src/domain/ledger/index.ts";
import { startBtcpayServer } from "../integration/domain/cashout/btcpay-server.ts";
import { asAdmin, isOk, type Production, prepareProduction, until } from "../setup/production.ts";
import { type Cluster, startCluster } from "./databases/cluster.ts";
import { requireProgram } from "./databases/debian.ts";
import {
  doubledPayouts,
  liveSettings,
  openAsExchange,
  type Publisher,
  reconcile,
  registerEarner,
  requestCashout,
} from "./databases/payouts.ts";

/**
 * `npm run prove -- restore`: a cashout is paid after the backup. The database is restored from a
 * dump, to a point in time, and lost to a standby without it. Each time the exchange must start in
 * recovery mode, pay nothing, book the lost payout by `operator reconcile`, and then pay the next
 * cashout once. Prints how long each restore took.
 */
const BIN = "/usr/lib/postgresql/15/bin";
requireProgram(`${BIN}/postgres`, "postgresql-15");
const ROUNDS_MS = 8_000;

const btcpay = await startBtcpayServer();
const primary = await startCluster({
  bin: BIN,
  settings: { archive_mode: "on", wal_level: "replica" },
});
const archive = join(primary.folder, "archive");
const problems: string[] = [];
const live = { ...liveSettings(btcpay), DRAIN_SECONDS: "0" };

async function onDatabase<T>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Requests a cashout and waits until the provider has paid it. */
async function cashOut({ baseUrl }: Production, publisher: Publisher): Promise<void> {
  const before = btcpay.payouts.length;
  await requestCashout(baseUrl, publisher);
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
async function recover(name: string, cluster: Cluster, publisher: Publisher): Promise<void> {
  const production = await serve(cluster, true);
  const url = production.variables.DATABASE_URL ?? "";
  const db = openAsExchange(url);
  try {
    const [state] = await onDatabase<{ hold: string }>(url, "select payout_hold() as hold");
    expectThat(name, state?.hold === "recovery", `hold is ${state?.hold}`);
    const paidBefore = btcpay.payouts.length;
    await requestCashout(production.baseUrl, publisher);
    await sleep(ROUNDS_MS);
    expectThat(name, btcpay.payouts.length === paidBefore, "a payout left in recovery mode");
    const first = await reconcile(db, btcpay, ["--book"]);
    expectThat(name, first.code === 0 && first.text.includes("booked"), first.text);
    const again = await reconcile(db, btcpay, ["--book"]);
    expectThat(name, again.text.startsWith("No differences."), again.text);
    await cashOut(production, publisher);
    await sleep(ROUNDS_MS);
    expectThat(name, doubledPayouts(btcpay) === 0, "a cashout was paid twice");
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

async function step(name: string, run: () => Promise<void>): Promise<void> {
  const before = problems.length;
  await run().catch((error: unknown) => problems.push(`${name}: ${String(error)}`));
  const isFine = problems.length === before;
  process.stdout.write(`${isFine ? "ok    " : "FAILED"} ${name}\n`);
}

const adminUrl = (cluster: Cluster) => asAdmin(cluster.adminUrl);

async function restoreDump(dump: string, publisher: Publisher): Promise<void> {
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
    await recover("dump", cluster, publisher);
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
  const earned = openAsExchange(first.variables.DATABASE_URL ?? "");
  const publisher = await registerEarner(first.baseUrl, earned);
  await earned.close();
  const [base, dump] = [join(primary.folder, "base"), join(primary.folder, "placard.dump")];
  const at = ["-h", "127.0.0.1", "-p", String(primary.port), "-U", "postgres"];
  await primary.program("pg_dump", ["-Fc", "-f", dump, adminUrl(primary)]);
  await primary.program("pg_basebackup", [...at, "-D", base, "-X", "stream", "-c", "fast"]);
  await onDatabase(primary.adminUrl, "select pg_create_restore_point('before')");
  await cashOut(first, publisher);
  await first.stop();
  await onDatabase(primary.adminUrl, "select pg_switch_wal()");
  await step("a dump", () => restoreDump(dump, publisher));
  const settings = {
    restore_command: `cp ${archive}/%f %p`,
    recovery_target_name: "before",
    recovery_target_action: "promote",
  };
  await step("a point in time", () =>
    restoreFiles("point in time", { base, signal: "recovery.signal", settings }, (cluster) =>
      recover("point in time", cluster, publisher),
    ),
  );
  await step("a standby that lacks the end", () =>
    restoreFiles("standby", { base, signal: "standby.signal", settings: {} }, (cluster) =>
      recover("standby", cluster, publisher),
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

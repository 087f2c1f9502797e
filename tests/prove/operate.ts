import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type LoadProcess, startLoad } from "../crash/load-process.ts";
import { waitForRow, withClient } from "../crash/node.ts";
import { daysSince, interruption, prepareLoad, verdictOf } from "../crash/run.ts";
import { startBtcpayServer } from "../integration/domain/cashout/btcpay-server.ts";
import { asAdmin, until } from "../setup/production.ts";
import { requireProgram } from "./databases/debian.ts";
import { doubledPayouts, openAsExchange, reconcile, startCashouts } from "./databases/payouts.ts";
import { FAULTS, type Fault } from "./operate/faults.ts";
import { BIN, type Stack, startStack } from "./operate/stack.ts";

/**
 * `npm run prove -- operate [--only NAME]`: production from Debian's packages under load, through
 * all that an operator meets: restarts, failovers, silent connections, a frozen database, a full
 * disk, a wrong clock, a dump. No acknowledged event may be lost or doubled, no payout doubled, no
 * call may fail in a rolling restart, and reports are acknowledged again within 5 seconds.
 */
const { values } = parseArgs({
  options: { only: { type: "string" }, rate: { type: "string", default: "600" } },
});
const LONGEST_GAP_MS = 5_000;
/** Longer than clients wait for an answer, so that each failure counts for its own fault. */
const SETTLED_MS = 11_000;
const LOAD = { clients: 12, oddOneIn: 40, stretchBits: 14, seconds: 400 };
const SIZES = [1, 1, 1, 1, 40];

for (const [program, name] of [
  [`${BIN}/postgres`, "postgresql-15"],
  ["pgbouncer", "pgbouncer"],
  ["redis-server", "redis-server"],
  ["haproxy", "haproxy"],
  ["faketime", "faketime"],
] as const) {
  requireProgram(program, name);
}
const names = Object.keys(FAULTS).filter(
  (name) => values.only === undefined || name === values.only,
);
let failures = names.length === 0 ? 1 : 0;

const undo: (() => unknown)[] = [];
try {
  await Promise.race([prove(), interruption()]);
} catch (error) {
  check("the proof runs to its end", String(error));
} finally {
  for (const step of undo.reverse()) await Promise.resolve(step()).catch(line);
}
line(failures === 0 ? "passed" : `${failures} failed`);
process.exit(failures === 0 ? 0 : 1);

async function prove(): Promise<void> {
  const btcpay = await startBtcpayServer();
  undo.push(btcpay.close);
  const stack = await startStack(btcpay, undo);
  undo.push(() => failures > 0 && line(stack.proxy.said()));
  const node = { url: () => asAdmin(stack.database.now.adminUrl) };
  const seed = Date.now() % 1_000_000;
  const options = { ...LOAD, seed, eventsPerSecond: Number(values.rate) };
  const { baseUrl, folder } = stack;
  const { booked, order } = await prepareLoad({
    exchange: { baseUrl },
    database: { node },
    options,
    folder,
  });
  const startedAtMs = Date.now();
  const db = openAsExchange(node.url());
  const cashouts = await startCashouts({ baseUrl, btcpay, db });
  await db.close();
  const load = startLoad({ ...order, sizes: SIZES });
  undo.push(load.stop);
  await sleep(SETTLED_MS);
  for (const name of names) await hurt(name, FAULTS[name], stack, load);
  load.finish();
  const report = await load.done;
  await checkPayouts(stack, btcpay, await cashouts.stop());
  const outcomes = new Uint8Array(readFileSync(order.outcomesPath));
  const known = { script: order.script, booked, outcomes, load: report };
  const { verdict, findings } = await verdictOf(
    { exchange: { endedAlone: () => stack.ended.length }, database: { node } },
    { ...known, days: daysSince(startedAtMs) },
  );
  for (const { name, problem } of findings) check(name, problem);
  for (const text of stack.ended) line(text);
  line(`${report.sent} events sent, ${report.answered} answers, ${report.refused} calls repeated`);
  line(`lost ${verdict.lost}, doubled ${verdict.doubled}, overspent ${verdict.overspent}`);
}

async function hurt(name: string, fault: Fault | undefined, stack: Stack, load: LoadProcess) {
  await load.watch();
  const startedMs = performance.now();
  const told = await fault?.run(stack, load.watch).catch((error: unknown) => {
    check(name, String(error));
    return "failed";
  });
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
  await sleep(SETTLED_MS);
  const { longestGapMs, failures: failed } = await load.watch();
  const count = Object.values(failed).reduce((sum, times) => sum + times, 0);
  const gap = `${(longestGapMs / 1_000).toFixed(1)} s`;
  line(`     ${name}: ${seconds} s; ${told}; longest gap ${gap}, ${count} calls repeated`);
  check(`${name}: longest gap`, longestGapMs <= LONGEST_GAP_MS ? null : gap);
  if (fault?.isSilent) check(`${name}: no call fails`, count === 0 ? null : JSON.stringify(failed));
}

/** After a promotion payouts wait for `operator reconcile`; then each cashout is paid once. */
async function checkPayouts(
  stack: Stack,
  btcpay: Awaited<ReturnType<typeof startBtcpayServer>>,
  requested: readonly string[],
): Promise<void> {
  const url = asAdmin(stack.database.now.adminUrl);
  const db = openAsExchange(url);
  undo.push(db.close);
  if (stack.database.now === stack.standby) {
    await waitForRow(url, "select where payout_hold() = 'recovery'");
    const { code, text } = await reconcile(db, btcpay, ["--book"]);
    check("operator reconcile ends the recovery", code === 0 ? null : text);
  }
  const open = "select from cashout where status not in ('completed', 'rejected', 'canceled')";
  const isPaid = async () => {
    btcpay.pay();
    return withClient(url, async (client) => (await client.query(open)).rowCount === 0);
  };
  await until(isPaid, () => "cashouts stay open").catch((error) => check("payouts", String(error)));
  const paid = new Set(
    btcpay.payouts.flatMap(({ state, metadata }) =>
      state === "Completed" ? [String(metadata.cashoutId)] : [],
    ),
  );
  const lost = requested.filter((id) => !paid.has(id)).length;
  check(`${requested.length} acknowledged cashouts are paid`, lost === 0 ? null : `${lost} not`);
  const doubled = doubledPayouts(btcpay);
  check("no payout is doubled", doubled === 0 ? null : `${doubled} doubled`);
}

function check(name: string, problem: string | null): void {
  if (problem !== null) failures += 1;
  line(problem === null ? `ok   ${name}` : `FAIL ${name}: ${problem}`);
}

function line(text: unknown): void {
  process.stdout.write(`${text}\n`);
}

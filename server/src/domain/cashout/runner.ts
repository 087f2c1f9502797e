import { ExchangeError } from "../../contract/errors.ts";
import type { Tx } from "../../core/db.ts";
import type { Foundation } from "../../core/foundation.ts";
import { invariant } from "../../core/invariant.ts";
import type { LedgerDeps } from "../ledger/index.ts";
import { moveCashout } from "./move.ts";
import type { CashoutOrder, ProviderState } from "./port.ts";
import { type CashoutRecord, findCashout, lockActiveAgent, recordProviderId } from "./queries.ts";
import { type QuoteBoard, type QuoteDeps, satoshisOf } from "./quote.ts";
import {
  findApprovable,
  findApproved,
  findPayoutHold,
  findToFollow,
  lockApprovable,
  touchChecked,
} from "./work-queries.ts";

export interface RunnerDeps extends Foundation, QuoteDeps {
  readonly quotes: QuoteBoard;
  /** Asked before each cashout, so that a server that stops waits for one call at most. */
  readonly isStopping: () => boolean;
}

/** Cashouts taken up by each part of one run; the next run takes the rest. */
const BATCH_MAX = 50;

/** A provider that fails this often in one run is down: the run ends, and the next one asks. */
const FAILURES_MAX = 3;

/** Longer than every call to a provider may take: the process that submitted it has ended. */
const ABANDONED_MS = 120_000;

/** An announcement that the provider has not seen by now was lost on the way. */
const LOST_MS = 900_000;

/**
 * Takes every cashout as far as it goes now: approves what nothing holds back, hands it to the
 * provider, and asks the provider about those whose outcome is open. Any number of processes may
 * do it at once; no transaction waits for the network.
 */
export async function advanceCashouts(deps: RunnerDeps): Promise<void> {
  await deps.quotes.refresh();
  const mine = { provider: deps.provider.name, limit: BATCH_MAX };
  if ((await findPayoutHold(deps.db)) === undefined) {
    const now = deps.clock.now();
    await eachOf(await findApprovable(deps.db, { ...mine, now }), deps, approve);
    await eachOf(await findApproved(deps.db, mine), deps, submit);
  }
  const nowMs = deps.clock.now().getTime();
  const open = await findToFollow(deps.db, {
    submittedBefore: new Date(nowMs - ABANDONED_MS),
    checkedBefore: new Date(nowMs - deps.provider.pollMs),
    ...mine,
  });
  await eachOf(open, deps, follow);
}

async function eachOf<Item>(
  items: readonly Item[],
  deps: RunnerDeps,
  work: (item: Item, deps: RunnerDeps) => Promise<void>,
): Promise<void> {
  let failures = 0;
  for (const item of items) {
    if (failures >= FAILURES_MAX || deps.isStopping()) return;
    try {
      await work(item, deps);
    } catch (error) {
      // Another process was faster: its transition stands.
      if (error instanceof ExchangeError && error.code === "invalid_state") continue;
      failures += 1;
      deps.logger.warn({ err: String(error) }, "cashout_step_failed");
    }
  }
}

async function approve(cashoutId: string, deps: RunnerDeps): Promise<void> {
  const quote = deps.quotes.latest();
  if (quote === undefined) return;
  await inTx(deps, async (tx, ledger) => {
    if (!(await lockApprovable(tx, cashoutId, ledger.now))) return;
    const cashout = await findCashout(tx, cashoutId);
    invariant(cashout !== undefined, "a locked cashout can be read");
    const satoshis = satoshisOf(cashout.amount, quote.usdPerBtc);
    await moveCashout(tx, { cashoutId, to: "approved", quote: { ...quote, satoshis } }, ledger);
  });
}

/**
 * Hands one cashout to the provider. The intent is committed before the call: whatever happens
 * from here on, no second call is ever made for this cashout. The provider is asked first, because
 * a restored database does not know that it was handed over before.
 */
async function submit(cashoutId: string, deps: RunnerDeps): Promise<void> {
  const approved = await findCashout(deps.db, cashoutId);
  if (approved?.status !== "approved") return;
  const state = await deps.provider.find(orderOf(approved), undefined);
  const intended = await inTx(deps, async (tx, ledger) => {
    if (!(await lockActiveAgent(tx, cashoutId))) return undefined;
    return moveCashout(tx, { cashoutId, to: "submitted" }, ledger);
  });
  if (intended === undefined) return;
  if (state.status !== "absent") {
    deps.logger.warn({ cashoutId, state: state.status }, "cashout_known_to_provider");
    return takeState(intended, state, deps);
  }
  try {
    const answer = await deps.provider.submit(orderOf(intended));
    if (answer.outcome === "refused") {
      return await fail(intended, `the provider refused it: ${answer.reason}`, deps);
    }
    await release(intended, answer.providerId, deps);
  } catch (error) {
    await doubt(intended, deps);
    throw error;
  }
}

/**
 * Releases an announced payment. Its id is recorded first, and only while the cashout still waits
 * for it and its agent may be paid: one that was given up in the meantime is withdrawn, and that of
 * a suspended or frozen agent stays announced until it is active again.
 */
async function release(cashout: CashoutRecord, providerId: string, deps: RunnerDeps) {
  const { cashoutId } = cashout;
  const standing = await inTx(deps, (tx, { now }) =>
    recordProviderId(tx, { cashoutId, providerId, now }),
  );
  if (standing === "held" || standing === "released") return;
  if (standing === "over") {
    deps.logger.error({ cashoutId, providerId }, "cashout_late_payment_cancelled");
    return deps.provider.withdraw(providerId);
  }
  await deps.provider.release(orderOf(cashout), providerId);
  await inTx(deps, (tx, ledger) =>
    moveCashout(tx, { cashoutId, to: "in_progress", providerId }, ledger),
  );
}

async function follow(cashout: CashoutRecord, deps: RunnerDeps): Promise<void> {
  const { cashoutId } = cashout;
  if (cashout.status === "submitted") await doubt(cashout, deps);
  await touchChecked(deps.db, cashoutId, deps.clock.now());
  await takeState(cashout, await deps.provider.find(orderOf(cashout), cashout.providerId), deps);
}

async function takeState(cashout: CashoutRecord, state: ProviderState, deps: RunnerDeps) {
  if (state.status === "absent") return giveUpIfLost(cashout, deps);
  if (state.status === "unreleased") return release(cashout, state.providerId, deps);
  if (state.status === "canceled") return fail(cashout, "the provider canceled it", deps);
  await settle(cashout, state, deps);
}

async function settle(
  cashout: CashoutRecord,
  state: Extract<ProviderState, { status: "in_progress" | "completed" }>,
  deps: RunnerDeps,
): Promise<void> {
  const { cashoutId } = cashout;
  const { providerId, txid } = state;
  await inTx(deps, async (tx, ledger) => {
    if (cashout.status !== "in_progress") {
      await moveCashout(tx, { cashoutId, to: "in_progress", providerId, txid }, ledger);
    }
    if (state.status === "completed") {
      await moveCashout(tx, { cashoutId, to: "completed", txid }, ledger);
    }
  });
}

/**
 * Only an announcement whose reply never came may be given up, and only long after: nothing was
 * released, so even if it turned up later it would pay nothing. An operator decides about one
 * that the provider has named and no longer finds.
 */
async function giveUpIfLost(cashout: CashoutRecord, deps: RunnerDeps): Promise<void> {
  const { cashoutId, providerId, submittedAt } = cashout;
  if (providerId !== undefined) {
    deps.logger.error({ cashoutId, providerId }, "cashout_unknown_to_provider");
    return;
  }
  const ageMs = deps.clock.now().getTime() - (submittedAt?.getTime() ?? 0);
  if (ageMs >= LOST_MS) await fail(cashout, "the provider never received it", deps);
}

/** The outcome is open: from here on the provider is only asked. */
async function doubt({ cashoutId }: CashoutRecord, deps: RunnerDeps): Promise<void> {
  const reason = "the provider gave no clear answer and is being asked";
  await inTx(deps, async (tx, ledger) => {
    await moveCashout(tx, { cashoutId, to: "unknown", only: "submitted", reason }, ledger);
  });
}

async function fail(cashout: CashoutRecord, reason: string, deps: RunnerDeps): Promise<void> {
  const { cashoutId } = cashout;
  await inTx(deps, async (tx, ledger) => {
    const now = await findCashout(tx, cashoutId);
    if (now?.status !== "unknown") await moveCashout(tx, { cashoutId, to: "unknown" }, ledger);
    await moveCashout(tx, { cashoutId, to: "failed", reason }, ledger);
  });
}

function inTx<Result>(deps: RunnerDeps, work: (tx: Tx, ledger: LedgerDeps) => Promise<Result>) {
  return deps.db.tx((tx) => work(tx, { ids: deps.ids, now: deps.clock.now() }));
}

function orderOf(cashout: CashoutRecord): CashoutOrder {
  const { cashoutId, agentId, amount, address, satoshis, usdPerBtc } = cashout;
  invariant(satoshis !== undefined && usdPerBtc, "an approved cashout has a fixed price");
  return { cashoutId, agentId, amount, address, satoshis, usdPerBtc };
}

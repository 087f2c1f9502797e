import { idSchema } from "../../contract/fields.ts";
import { creditsFromMicros, microsFromCredits } from "../../contract/money.ts";
import { callJson, type JsonAnswer } from "../../core/json-call.ts";
import type { CashoutOrder, CashoutProvider, ListedPayout } from "../../domain/cashout/index.ts";
import { isMainnetAddress } from "./address.ts";

export interface BtcpayOptions {
  readonly url: string;
  readonly apiKey: string;
  readonly storeId: string;
  /** How long one call may take. **Units** milliseconds. */
  readonly timeoutMs?: number;
}

/** Each look-up is a request to the operator's own server; a payment takes minutes anyway. */
const POLL_MS = 30_000;

const METHOD = "BTC-CHAIN";

/**
 * Pays through a store of a BTCPay Server.
 *
 * A payout is created without approval, which moves nothing, and approved in a second call that
 * names the revision we have looked at. It is denominated in bitcoin, so that a price that moves
 * between our approval and theirs changes nothing.
 *
 * **Source** Greenfield API v1, "Stores (Payouts)"; BTCPay Server 2.
 */
export function createBtcpayCashout(options: BtcpayOptions): CashoutProvider {
  const call = createCall(options);
  return {
    name: "btcpay",
    pollMs: POLL_MS,
    isAddress: isMainnetAddress,
    async quote() {
      const answer = await call("GET", "rates?currencyPair=BTC_USD");
      requireOk(answer.status, "rates");
      return { usdPerBtc: rateOf(answer.body) };
    },
    async submit(order) {
      const answer = await call("POST", "payouts", {
        destination: order.address,
        amount: bitcoinOf(order.satoshis),
        payoutMethodId: METHOD,
        approved: false,
        metadata: metadataOf(order),
      });
      if (isRefusal(answer)) return { outcome: "refused", reason: reasonOf(answer) };
      requireOk(answer.status, "payout");
      return { outcome: "accepted", providerId: payoutOf(answer.body).id };
    },
    release: (order, providerId) => release(call, order, providerId),
    async withdraw(providerId) {
      const answer = await call("DELETE", `payouts/${encodeURIComponent(providerId)}`);
      if (answer.status !== 404) requireOk(answer.status, "withdrawal");
    },
    async list() {
      const answer = await call("GET", "payouts?includeCancelled=true");
      requireOk(answer.status, "payouts");
      return listedIn(answer.body).map(({ payout, ...metadata }) => ({
        ...metadata,
        address: payout.destination,
        ...(payout.satoshis === undefined ? {} : { satoshis: payout.satoshis }),
        state: stateOf(payout),
      }));
    },
    async find(order, providerId) {
      const payout = await findPayout(call, order, providerId);
      return payout === undefined ? { status: "absent" } : stateOf(payout);
    },
  };
}

/**
 * Approves the payout at the revision that was read. One that was changed since we made it
 * is left alone: it stays unreleased until a person settles it at the provider.
 */
async function release(call: Call, order: CashoutOrder, providerId: string) {
  const payout = await findPayout(call, order, providerId);
  if (payout === undefined) throw new Error("the announced payout is gone");
  if (payout.state !== "AwaitingApproval") return requireAlive(payout);
  const isOurs = payout.destination === order.address && payout.satoshis === order.satoshis;
  if (!isOurs) throw new Error("the payout is no longer the one that was announced");
  const path = `payouts/${encodeURIComponent(providerId)}`;
  const answer = await call("POST", path, { revision: payout.revision });
  if (answer.status === 400) throw new Error(`not approved: ${reasonOf(answer)}`);
  requireOk(answer.status, "approval");
}

function requireAlive(payout: Payout): void {
  if (payout.state === "Cancelled") throw new Error("the announced payout was canceled");
}

async function findPayout(
  call: Call,
  order: CashoutOrder,
  providerId: string | undefined,
): Promise<Payout | undefined> {
  if (providerId !== undefined) {
    const answer = await call("GET", `payouts/${encodeURIComponent(providerId)}`);
    if (answer.status === 404) return undefined;
    requireOk(answer.status, "payout");
    return payoutOf(answer.body);
  }
  const answer = await call("GET", "payouts?includeCancelled=true");
  requireOk(answer.status, "payouts");
  const ours = payoutsFor(order.cashoutId, answer.body);
  return ours.toSorted((left, right) => rankOf(right) - rankOf(left))[0];
}

/** Should a proxy have repeated our call, the payout that went furthest is the one that counts. */
function rankOf({ state }: Payout): number {
  return ["Cancelled", "AwaitingApproval", "AwaitingPayment", "InProgress", "Completed"].indexOf(
    state,
  );
}

function stateOf(payout: Payout): ListedPayout["state"] {
  const { id: providerId, state, txid } = payout;
  if (state === "AwaitingApproval") return { status: "unreleased", providerId };
  if (state === "Cancelled") return { status: "canceled", providerId };
  const status = state === "Completed" ? "completed" : "in_progress";
  return { status, providerId, ...(txid === undefined ? {} : { txid }) };
}

/**
 * Whether the server said no for certain. `duplicate-destination` is not such a no: it may be our
 * own call, repeated on the way after its first answer was lost.
 */
function isRefusal(answer: JsonAnswer): boolean {
  const isNo = answer.status === 400 || answer.status === 422;
  return isNo && reasonOf(answer) !== "duplicate-destination";
}

const REASON_MAX = 100;

function reasonOf(answer: JsonAnswer): string {
  const { body } = answer;
  const code = typeof body === "object" && body !== null && "code" in body ? body.code : undefined;
  return typeof code === "string" ? code.slice(0, REASON_MAX) : `status ${answer.status}`;
}

function requireOk(status: number, what: string): void {
  if (status !== 200) throw new Error(`BTCPay answered ${status} for the ${what}`);
}

const SATOSHI_DIGITS = 8;

/** **Units** satoshis in, bitcoin as a decimal text out. */
export function bitcoinOf(satoshis: bigint): string {
  const digits = String(satoshis).padStart(SATOSHI_DIGITS + 1, "0");
  return `${digits.slice(0, -SATOSHI_DIGITS)}.${digits.slice(-SATOSHI_DIGITS)}`;
}

/** Far below the time after which a submission counts as abandoned. */
const TIMEOUT_MS = 15_000;

type Call = ReturnType<typeof createCall>;

/** Makes calls below the store's address. They throw when no whole answer came. */
function createCall(options: BtcpayOptions) {
  const base = options.url.replace(/\/*$/, "/");
  const store = `${base}api/v1/stores/${encodeURIComponent(options.storeId)}/`;
  const authorization = `token ${options.apiKey}`;
  const { timeoutMs = TIMEOUT_MS } = options;
  return (method: "GET" | "POST" | "DELETE", path: string, body?: object) =>
    callJson(store + path, { method, authorization, body, timeoutMs });
}

const STATES = [
  "AwaitingApproval",
  "AwaitingPayment",
  "InProgress",
  "Completed",
  "Cancelled",
] as const;

type Payout = ReturnType<typeof payoutOf>;

/**
 * What we read of a payout; everything else in it is the provider's affair. Throws when it is none:
 * then nothing is known about it.
 */
function payoutOf(value: unknown) {
  const fields = recordOf(value);
  const { id, revision, destination } = fields;
  const state = STATES.find((known) => known === fields.state);
  if (typeof id !== "string" || id === "" || state === undefined) throw notUnderstood("payout");
  const txid = recordOf(fields.paymentProof).id;
  return {
    id,
    state,
    revision: typeof revision === "number" ? revision : 0,
    destination: typeof destination === "string" ? destination : "",
    // Undefined when it is not denominated in bitcoin, and so not of our making.
    satoshis: fields.originalCurrency === "BTC" ? satoshisIn(fields.originalAmount) : undefined,
    txid: typeof txid === "string" && txid !== "" ? txid : undefined,
  };
}

/** The payouts made for one cashout; what else the store pays out need not be understood. */
export function payoutsFor(cashoutId: string, value: unknown): Payout[] {
  if (!Array.isArray(value)) throw notUnderstood("list of payouts");
  return value
    .filter((one) => recordOf(recordOf(one).metadata).cashoutId === cashoutId)
    .map(payoutOf);
}

/** What is kept with a payout, so that a database that lost the cashout can book it again. */
export function metadataOf(order: CashoutOrder) {
  const { cashoutId, agentId, amount, usdPerBtc } = order;
  return {
    cashoutId,
    agentId,
    amountCredits: creditsFromMicros(amount),
    usdPerBtc,
    source: SOURCE,
  };
}

const SOURCE = "Placard";

const [cashoutIdSchema, agentIdSchema] = [idSchema("csh"), idSchema("agt")];

/** The payouts that carry a cashout's id, with what else was kept; the others are not ours. */
export function listedIn(value: unknown) {
  if (!Array.isArray(value)) throw notUnderstood("list of payouts");
  return value.flatMap((one: unknown) => {
    const { usdPerBtc, amountCredits, ...kept } = recordOf(recordOf(one).metadata);
    const cashoutId = cashoutIdSchema.safeParse(kept.cashoutId);
    const agentId = agentIdSchema.safeParse(kept.agentId);
    if (!cashoutId.success) return [];
    return {
      cashoutId: cashoutId.data,
      ...(agentId.success ? { agentId: agentId.data } : {}),
      ...(isWhole(amountCredits) ? { amount: microsFromCredits(amountCredits) } : {}),
      ...(typeof usdPerBtc === "string" ? { usdPerBtc } : {}),
      payout: payoutOf(one),
    };
  });
}

function isWhole(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}

export function rateOf(value: unknown): string {
  const [first] = Array.isArray(value) ? value : [];
  const { currencyPair, rate } = recordOf(first);
  if (currencyPair !== "BTC_USD") throw notUnderstood("rate");
  if (typeof rate === "string") return rate;
  if (typeof rate === "number") return rate.toFixed(8);
  throw notUnderstood("rate");
}

const BITCOIN = /^(\d{1,8})(?:\.(\d{1,8})0*)?$/;

function satoshisIn(amount: unknown): bigint | undefined {
  const [, whole, decimals = ""] = BITCOIN.exec(String(amount)) ?? [];
  return whole === undefined ? undefined : BigInt(whole + decimals.padEnd(8, "0"));
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function notUnderstood(what: string): Error {
  return new Error(`BTCPay answered with a ${what} that is none`);
}

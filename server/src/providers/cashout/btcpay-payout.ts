import { idSchema } from "../../contract/ids.ts";
import { creditsFromMicros, microsFromCredits } from "../../contract/money.ts";
import type { CashoutOrder } from "../../domain/cashout/index.ts";

const STATES = [
  "AwaitingApproval",
  "AwaitingPayment",
  "InProgress",
  "Completed",
  "Cancelled",
] as const;

/** What we read of a payout; everything else in it is the provider's affair. */
export interface Payout {
  readonly id: string;
  readonly revision: number;
  readonly state: (typeof STATES)[number];
  readonly destination: string;
  /** Undefined when it is not denominated in bitcoin, and so not of our making. */
  readonly satoshis: bigint | undefined;
  readonly txid: string | undefined;
}

/** Reads one payout. Throws when it is none: then nothing is known about it. */
export function payoutOf(value: unknown): Payout {
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

/** The BTC_USD rate as its decimal text. */
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

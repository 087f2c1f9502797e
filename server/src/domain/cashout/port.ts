import type { Micros } from "../../contract/money.ts";

/** What the provider is asked to pay, under an id that is used for one payment alone. */
export interface CashoutOrder {
  readonly cashoutId: string;
  /** Kept by the provider as well, so that a database without the cashout can book it again. */
  readonly agentId: string;
  readonly amount: Micros;
  readonly usdPerBtc: string;
  readonly address: string;
  readonly satoshis: bigint;
}

/** A payout as the provider lists it; what it lacks was not made by this version. */
export interface ListedPayout extends Partial<CashoutOrder> {
  readonly cashoutId: string;
  readonly state: Exclude<ProviderState, { status: "absent" }>;
}

export type ProviderState =
  /** It has never heard of it. */
  | { readonly status: "absent" }
  /** It knows it and does not pay before `release`. */
  | { readonly status: "unreleased"; readonly providerId: string }
  | { readonly status: "canceled"; readonly providerId: string }
  | { readonly status: "in_progress"; readonly providerId: string; readonly txid?: string }
  | { readonly status: "completed"; readonly providerId: string; readonly txid?: string };

export type SubmitOutcome =
  | { readonly outcome: "accepted"; readonly providerId: string }
  /** It certainly did not take it, and never will: the credits may go back. */
  | { readonly outcome: "refused"; readonly reason: string };

/**
 * Who pays bitcoin out. Every call may use the network, so none is made inside a transaction; a
 * call that throws has an unknown outcome, never a failed one.
 *
 * Paying takes two calls, so that no lost reply can pay twice: `submit` only announces it, and
 * `release` lets that one announced payment go, under the id that was recorded in between.
 */
export interface CashoutProvider {
  readonly name: "sandbox" | "btcpay";
  /** How often one cashout is asked about. **Units** milliseconds. */
  readonly pollMs: number;
  /** Whether bitcoin can be sent to this address on the provider's network. No network call. */
  isAddress(address: string): boolean;
  /** The price now. **Shape** a decimal text, US dollars for one bitcoin. */
  quote(): Promise<{ usdPerBtc: string }>;
  submit(order: CashoutOrder): Promise<SubmitOutcome>;
  /** Repeating it is harmless. */
  release(order: CashoutOrder, providerId: string): Promise<void>;
  /** Takes back an announcement that will never be released. */
  withdraw(providerId: string): Promise<void>;
  /** All payouts that carry a cashout's id. */
  list(): Promise<ListedPayout[]>;
  /** By the provider's id when we have it, else by our own. */
  find(order: CashoutOrder, providerId: string | undefined): Promise<ProviderState>;
}

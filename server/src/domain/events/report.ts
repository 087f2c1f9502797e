import type { ExchangeError } from "../../contract/errors.ts";
import type { Micros } from "../../contract/money.ts";
import type { Tx } from "../../core/db.ts";
import type { Report } from "./prepare.ts";

export type ReportResult =
  /** The acknowledgement as JSON, without its opening brace; and what it charged. */
  { readonly text: string; readonly charged: Micros } | { readonly error: ExchangeError };

export interface Events {
  /**
   * Loads and writes what a report inside a transaction needs; call it before. Resolves with
   * whether one of the campaigns exists.
   */
  ready(reports: readonly Report[]): Promise<boolean>;
  /**
   * Settles reports of one caller and answers for each, in order. With a transaction they settle
   * inside it, together with its idempotency record; else in the next micro-batch.
   *
   * **Errors** `unavailable` for all; every other error is the result of its own report.
   */
  report(
    reports: readonly Report[],
    reporter: { agentId: string },
    tx?: Tx,
  ): Promise<ReportResult[]>;
}

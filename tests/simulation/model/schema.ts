import type { AdUnitType, CampaignStatus } from "../../../server/src/contract/enums.ts";
import type { CashoutStatus } from "../../../server/src/contract/resources/wallet.ts";
import { CHECK_VIOLATION, SqlError, type Store, type Table, type Txn } from "./store.ts";

/** The tables that money touches, with the columns that matter to it. Names as in SQL. */
export interface Book {
  readonly campaign_id: string;
  readonly advertiser_id: string;
  readonly publisher_id: string;
  readonly placement_id: string;
  readonly status: CampaignStatus;
  readonly unit_price: bigint;
  readonly unit_fee: bigint;
  readonly funded: bigint;
  readonly escrow: bigint;
  readonly earned: bigint;
  readonly fee: bigint;
  readonly refunded: bigint;
  readonly swept_earned: bigint;
  readonly swept_fee: bigint;
  readonly units: bigint;
  readonly events: bigint;
  readonly deliveries: bigint;
  readonly daily_cap: bigint | null;
  readonly spent_day: string | null;
  readonly spent_today: bigint;
}

export interface CampaignRow {
  readonly id: string;
  readonly number: bigint;
  readonly ad_unit_type: AdUnitType;
  readonly rate: bigint;
  readonly fee_bps: number;
  readonly start_at: Date | null;
  readonly end_at: Date | null;
  readonly click_days: number;
  readonly context_hours: number;
  readonly conversion_source: "any" | "advertiser";
  readonly verified_only: boolean;
  readonly cited_only: boolean;
  readonly drains_until: Date | null;
  readonly revision: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly creative: {
    readonly id: string;
    readonly text: string;
    readonly url: string;
    readonly types: readonly string[];
    readonly names: readonly string[];
  };
}

export interface EventRow {
  readonly campaign_id: string;
  readonly id: string;
  readonly batch_id: string;
  readonly delivery_id: string | null;
  readonly kind: number;
  readonly reason: number;
  readonly quantity: number;
  readonly counted: number;
  readonly charged: bigint;
  readonly is_verified: boolean;
}

export interface JournalRow {
  readonly campaign_id: string;
  readonly batch_id: string;
  readonly events: number;
  readonly units: bigint;
  readonly escrow_delta: bigint;
  readonly publisher_delta: bigint;
  readonly fee_delta: bigint;
  readonly escrow_after: bigint;
  readonly at: Date;
}

export interface DeliveryRow {
  readonly campaign_id: string;
  readonly id: string;
  readonly impressions: number;
  readonly used: number;
  readonly clicked_at: Date | null;
  readonly is_click_verified: boolean;
}

export interface CouponRow {
  readonly campaign_id: string;
  readonly id: string;
  readonly code: string;
  readonly agent_instructions: string;
  readonly max_redemptions: number;
  readonly redeemed_count: number;
}

export interface OrderRow {
  readonly event_id: string;
  readonly is_verified: boolean;
}

export interface AccountRow {
  readonly id: string;
  readonly owner_id: string | null;
  readonly kind: string;
  readonly balance: bigint;
  readonly version: number;
  readonly may_be_negative: boolean;
}

export interface TxnRow {
  readonly id: string;
  readonly type: string;
  readonly campaign_id: string | null;
  readonly cashout_id: string | null;
}

export interface EntryRow {
  readonly account: string;
  readonly account_version: number;
  readonly txn_id: string;
  readonly owner_id: string | null;
  readonly kind: string;
  readonly type: string;
  readonly amount: bigint;
  readonly balance_after: bigint;
}

export interface EarningRow {
  readonly campaign_id: string;
  readonly id: string;
  readonly publisher_id: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly status: "pending" | "matured" | "held" | "reversed";
  readonly matures_at: Date;
  readonly order_id: string | null;
  readonly seasoned_at: Date | null;
  readonly matured_at: Date | null;
}

export interface LotRow {
  readonly order_id: string;
  readonly agent_id: string;
  readonly seasoned_at: Date;
  readonly amount: bigint;
  readonly remaining: bigint;
  readonly reversed: bigint;
  readonly debt: bigint;
}

export interface FundingRow {
  readonly campaign_id: string;
  readonly starts_at: bigint;
  readonly amount: bigint;
  readonly order_id: string;
}

export interface CashoutRow {
  readonly id: string;
  readonly agent_id: string;
  readonly amount: bigint;
  readonly address: string;
  readonly status: CashoutStatus;
  readonly waits_until: Date;
  readonly usd_per_btc: string | null;
  readonly satoshis: bigint | null;
  readonly quote_expires_at: Date | null;
  readonly provider_id: string | null;
  readonly txid: string | null;
  readonly reason: string | null;
  readonly created_at: Date;
  readonly submitted_at: Date | null;
  readonly updated_at: Date;
}

export interface PlacementRow {
  readonly id: string;
  readonly publisher_id: string;
  readonly ad_unit_type: AdUnitType;
  readonly rate: bigint;
}

export interface OutboxRow {
  readonly type: string;
  readonly agent_id: string;
  readonly campaign_id: string | null;
}

export interface IdempotencyRow {
  readonly tool: string;
  readonly hash: string;
  readonly response: string | null;
}

/** Faults that are planted on purpose, to prove that the simulation would find them. */
export interface Flaws {
  /** The fee is rounded once for the sum of a batch. */
  readonly isFeePerBatch?: boolean;
  /** Settlement reads a book, changes it and writes it back without having locked it. */
  readonly isSettlementUnlocked?: boolean;
  /** A sweep takes what it saw, without a lock and without looking whether it is still there. */
  readonly isSweepUnguarded?: boolean;
}

export type Schema = ReturnType<typeof createSchema>;

export function createSchema(store: Store, flaws: Flaws) {
  return {
    flaws,
    books: store.table<Book>("campaign_book"),
    campaigns: store.table<CampaignRow>("campaign"),
    events: store.table<EventRow>("event"),
    journal: store.table<JournalRow>("journal"),
    deliveries: store.table<DeliveryRow>("delivery"),
    coupons: store.table<CouponRow>("coupon"),
    redemptions: store.table<string>("coupon_redemption"),
    sessions: store.table<Date>("session_charge"),
    orders: store.table<OrderRow>("conversion_order"),
    accounts: store.table<AccountRow>("account"),
    txns: store.table<TxnRow>("txn"),
    entries: store.table<EntryRow>("entry"),
    earnings: store.table<EarningRow>("earning"),
    lots: store.table<LotRow>("funding_lot"),
    funding: store.table<FundingRow>("campaign_funding"),
    cashouts: store.table<CashoutRow>("cashout"),
    placements: store.table<PlacementRow>("placement"),
    outbox: store.table<OutboxRow>("outbox"),
    idempotency: store.table<IdempotencyRow>("idempotency"),
  };
}

/** A campaign's rows of one table have keys that begin with it. */
export function keyOf(...parts: readonly (string | number)[]): string {
  return parts.join(" ");
}

/** Writes a book under the rules that the table itself enforces. */
export function putBook(schema: Schema, tx: Txn, book: Book): void {
  const { escrow, earned, fee, refunded, funded, swept_earned, swept_fee } = book;
  const broken = (name: string) =>
    new SqlError(CHECK_VIOLATION, name, { constraint: `campaign_book_${name}_check` });
  if (escrow < 0n) throw broken("escrow");
  if (escrow + earned + fee + refunded !== funded) throw broken("conserved");
  if (refunded < 0n) throw broken("refunded");
  if (swept_earned > earned || swept_fee > fee) throw broken("swept");
  schema.books.put(tx, book.campaign_id, book);
}

export function ofCampaign<Row extends { readonly campaign_id: string }>(
  table: Table<Row>,
  tx: Txn,
  campaignId: string,
): Row[] {
  return table.all(tx).filter((row) => row.campaign_id === campaignId);
}

export function freshDelivery(campaignId: string, id: string): DeliveryRow {
  return {
    campaign_id: campaignId,
    id,
    impressions: 0,
    used: 0,
    clicked_at: null,
    is_click_verified: false,
  };
}

import { uuidFromId } from "../../server/src/contract/ids.ts";
import { DRAIN_SECONDS, FEE_BPS, PURCHASE_CREDITS } from "./actions.ts";
import type { Command } from "./commands.ts";
import { at, type Market, unitPriceOf } from "./market.ts";
import type { Book, Schema } from "./model/schema.ts";
import type { Txn } from "./model/store.ts";
import type { Reference } from "./reference.ts";

const MICROS_PER_CREDIT = 1_000_000n;

interface EffectDeps {
  readonly schema: Schema;
  readonly market: Market;
  readonly reference: Reference;
  now(): Date;
  pay(agent: string, amount: bigint): void;
  expect(isSo: boolean, problem: () => string): void;
}

const OPEN: ReadonlySet<string> = new Set(["pending_start", "active", "paused", "exhausted"]);

/** What a command that committed means for the reference ledger. */
export function createEffects(deps: EffectDeps) {
  const { schema, market, reference, pay } = deps;
  return (tx: Txn, command: Command, isKeyed: boolean): void => {
    if (command.do === "fund" && isKeyed) {
      pay(at(market.advertisers, command.advertiser), PURCHASE_CREDITS * MICROS_PER_CREDIT);
    }
    const [coupon] = schema.coupons.written(tx).values();
    if (command.do === "coupon" && coupon !== undefined) {
      reference.need(coupon.campaign_id).coupon = { left: command.max, orders: new Set() };
    }
    const [book] = schema.books.written(tx).values();
    if (book === undefined) return;
    const advertiser = market.advertisers.find((one) => uuidFromId(one) === book.advertiser_id);
    const [campaign] = schema.campaigns.written(tx).values();
    const change = {
      book,
      label: tx.label,
      nowMs: (campaign?.updated_at ?? deps.now()).getTime(),
    };
    if (command.do === "book") {
      bookTerms(deps, tx, { command, ...change });
      pay(advertiser ?? "", -book.funded);
      return;
    }
    const before = { ...reference.need(book.campaign_id) };
    changeAccount(deps, command, change);
    const after = reference.need(book.campaign_id);
    pay(advertiser ?? "", after.refunded - before.refunded + before.funded - after.funded);
  };
}

interface Change {
  readonly book: Book;
  readonly label: string;
  readonly nowMs: number;
}

/** Does to the reference what the command did to the book, if it was allowed. */
function changeAccount(
  { reference, expect }: EffectDeps,
  command: Command,
  { book, label, nowMs }: Change,
): void {
  const id = book.campaign_id;
  const account = reference.need(id);
  const legal = (isSo: boolean) =>
    expect(isSo, () => `${label} was allowed while ${account.status}`);
  switch (command.do) {
    case "top up":
      legal(OPEN.has(account.status));
      reference.topUp(id, account.terms.price * BigInt(command.units));
      break;
    case "cap":
      legal(OPEN.has(account.status));
      account.cap = account.terms.price * BigInt(command.units);
      break;
    case "pause":
      legal(account.status === "active" || account.status === "pending_start");
      account.status = "paused";
      break;
    case "resume":
      legal(account.status === "paused");
      reference.resume(id, nowMs);
      break;
    case "refund":
      legal(OPEN.has(account.status));
      reference.end(id, "refunding", { nowMs, seconds: DRAIN_SECONDS });
      break;
    case "confirm":
      if (!command.isFinal) break;
      legal(OPEN.has(account.status));
      reference.end(id, "completing", { nowMs, seconds: DRAIN_SECONDS });
      break;
    case "advance":
      expect(reference.advance(id, nowMs, DRAIN_SECONDS), () => `${label} came too early`);
      break;
    default:
  }
}

function bookTerms(
  { schema, market, reference }: EffectDeps,
  tx: Txn,
  booked: Change & { command: Extract<Command, { do: "book" }> },
): void {
  const { command, book, nowMs } = booked;
  const placement = market.placements[command.placement % market.placements.length];
  const campaign = schema.campaigns.get(tx, book.campaign_id);
  if (placement === undefined || campaign === undefined) throw new Error("Booked from nothing.");
  const price = unitPriceOf(placement);
  const perUnit = price * (placement.unit === "cpm" ? 1_000n : 1n);
  const least = 100n * MICROS_PER_CREDIT;
  const wanted = perUnit * BigInt(command.budgetUnits);
  reference.book(
    book.campaign_id,
    book.advertiser_id,
    {
      unit: placement.unit,
      price,
      feeBps: BigInt(FEE_BPS),
      budget: wanted > least ? wanted : least,
      cap: command.capUnits === null ? null : perUnit * BigInt(command.capUnits),
      startsAtMs: campaign.start_at?.getTime() ?? null,
      endsAtMs: campaign.end_at?.getTime() ?? null,
      verifiedOnly: command.isVerifiedOnly,
      advertisersWord: command.isAdvertisersWord,
    },
    nowMs,
  );
}

import { base32FromUuid, idFromUuid } from "../../server/src/contract/ids.ts";
import { micros } from "../../server/src/contract/money.ts";
import type { CampaignChange } from "../../server/src/contract/resources/campaign.ts";
import type { Tx } from "../../server/src/core/db.ts";
import { sha256 } from "../../server/src/core/signing.ts";
import {
  advanceDue,
  bookCampaign,
  type CampaignDeps,
  changeCampaign,
  confirmDelivery,
  requestRefund,
} from "../../server/src/domain/campaigns/index.ts";
import { cancelCashout, requestCashout } from "../../server/src/domain/cashout/index.ts";
import { moveCashout } from "../../server/src/domain/cashout/move.ts";
import type { CashoutProvider } from "../../server/src/domain/cashout/port.ts";
import { findOpenCashout } from "../../server/src/domain/cashout/queries.ts";
import { createCoupon } from "../../server/src/domain/coupons/index.ts";
import { signDelivery } from "../../server/src/domain/delivery/index.ts";
import type { ReportResult } from "../../server/src/domain/events/index.ts";
import { claimIdempotency, storeResponse } from "../../server/src/domain/idempotency/index.ts";
import { creditPurchase, matureDue, sweepAll } from "../../server/src/domain/ledger/index.ts";
import type { Command } from "./commands.ts";
import { at, type KnownCampaign, type Market, type SentEvent, unitPriceOf } from "./market.ts";
import type { Process } from "./process.ts";
import { planReports } from "./reports.ts";

/** A command bound to the agents and ids it is about: repeating it repeats the very same call. */
export interface Call {
  readonly label: string;
  /** Null: there is nothing to do it to. */
  readonly send: ((process: Process) => Promise<string>) | null;
  /** What the market learns from the answer. */
  learn?(answer: string): void;
  readonly events?: readonly SentEvent[];
}

export interface Binding {
  readonly market: Market;
  readonly clock: { now(): Date };
  /** Ids that clients make: of events and purchases. */
  readonly ids: { uuid(): string };
  /** A purchase has an order in the database, which the checkout made before. */
  openOrder(order: { orderId: string; agentId: string; credits: bigint }): Promise<void>;
}

export const DRAIN_SECONDS = 3_600;
export const FEE_BPS = 2_000;
export const PURCHASE_CREDITS = 60_000n;
export const NEW_ADDRESS_MS = 0;
const MICROS_PER_CREDIT = 1_000_000n;
const ADDRESS = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq";

/** Takes any address and never pays by itself: the model of the provider is another test's. */
const provider: CashoutProvider = {
  name: "sandbox",
  pollMs: 1_000,
  isAddress: () => true,
  quote: () => Promise.resolve({ usdPerBtc: "100000" }),
  submit: () => Promise.reject(new Error("Nothing is submitted here.")),
  release: () => Promise.reject(new Error("Nothing is released here.")),
  withdraw: () => Promise.reject(new Error("Nothing is withdrawn here.")),
  list: () => Promise.resolve([]),
  find: () => Promise.resolve({ status: "absent" }),
};

/** Binds the command with this place in the sequence. */
export function bindCommand(command: Command, place: number, binding: Binding): Call {
  const label = `#${place} ${command.do}`;
  const { market } = binding;
  switch (command.do) {
    case "book":
      return bindBooking(command, label, binding);
    case "report":
      return bindReport(command, label, binding);
    case "deliver":
      return bindDelivery(command, label, binding);
    case "fund":
      return bindPurchase(at(market.advertisers, command.advertiser), label, {
        binding,
        seasonsInMs: command.seasonsInMs,
      });
    case "sweep":
    case "advance":
    case "mature":
      return { label, send: periodicJobs(command, label, binding) };
    case "cash out":
    case "cancel":
    case "pay out":
      return bindCashout(command, label, binding);
    case "wait":
    case "crash":
    case "restart":
      return { label, send: null };
    default:
      return bindChange(command, label, binding);
  }
}

function campaignDeps(process: Process, now: Date): CampaignDeps {
  return {
    ids: process.ids,
    now,
    feeBps: FEE_BPS,
    reviewPolicy: "auto",
    refundDrainSeconds: DRAIN_SECONDS,
    allowedDestinationOrigin: undefined,
    readOffer: () => ({ types: ["coffee"], names: ["coffee"] }),
  };
}

/** One keyed call, as the exchange's dispatcher makes it: key, effect and answer together. */
async function once(
  process: Process,
  call: { label: string; agentId: string },
  effect: (tx: Tx) => Promise<object>,
): Promise<string> {
  const { label, agentId } = call;
  return process.db(label).tx(async (tx) => {
    const record = { agentId, key: label, tool: label, requestHash: sha256(label) };
    const replay = await claimIdempotency(tx, record);
    if (replay !== undefined) return replay;
    const response = JSON.stringify(await effect(tx));
    await storeResponse(tx, { ...record, response });
    return response;
  });
}

function bindBooking(
  command: Extract<Command, { do: "book" }>,
  label: string,
  { market, clock }: Binding,
): Call {
  const advertiserId = at(market.advertisers, command.advertiser);
  const placement = at(market.placements, command.placement);
  const price = unitPriceOf(placement) * (placement.unit === "cpm" ? 1_000n : 1n);
  const credits = (units: number) => Number(price * BigInt(units)) / Number(MICROS_PER_CREDIT);
  const boundAtMs = clock.now().getTime();
  const timeIn = (ms: number | null) =>
    ms === null ? undefined : new Date(boundAtMs + ms).toISOString();
  const input = {
    placementId: placement.placementId,
    adUnitType: placement.unit,
    budgetCredits: Math.max(100, credits(command.budgetUnits)),
    creativeText: "Fresh coffee, roasted this morning.",
    creativeUrl: "https://shop.example.com/coffee",
    startAt: timeIn(command.startsInMs),
    endAt: timeIn(command.endsInMs),
    ...(command.capUnits === null ? {} : { dailyCapCredits: credits(command.capUnits) }),
    conversionSource: command.isAdvertisersWord ? ("advertiser" as const) : ("any" as const),
    verifiedOnly: command.isVerifiedOnly,
  };
  return {
    label,
    send: (process) =>
      once(process, { label, agentId: advertiserId }, (tx) =>
        bookCampaign(tx, advertiserId, input, campaignDeps(process, clock.now())),
      ),
    learn(answer) {
      const { campaignId }: { campaignId: string } = JSON.parse(answer);
      market.campaigns.push({ campaignId, advertiserId, placement });
    },
  };
}

function bindDelivery(
  command: Extract<Command, { do: "deliver" }>,
  label: string,
  { market, ids }: Binding,
): Call {
  if (market.campaigns.length === 0) return { label, send: null };
  const { campaignId } = at(market.campaigns, command.campaign);
  const uuid = ids.uuid();
  return {
    label,
    async send(process) {
      const facts = (await process.facts.anyOf([campaignId])).get(campaignId);
      if (facts === undefined) throw new Error("A booked campaign has facts.");
      if (command.isRecorded) {
        await process.recorder.now({ campaignUuid: facts.uuid, uuid, version: 1, session: null });
      }
      return signDelivery(uuid, facts, process.signer);
    },
    learn: (deliveryId) => void market.deliveries.push({ campaignId, uuid, deliveryId }),
  };
}

function bindReport(
  command: Extract<Command, { do: "report" }>,
  label: string,
  binding: Binding,
): Call {
  const { market } = binding;
  if (market.campaigns.length === 0) return { label, send: null };
  const { events, reporterId: agentId } = planReports(command, binding);
  const reports = events.map((event) => event.report);
  const text = (results: readonly ReportResult[]) => JSON.stringify(results.map(shownResult));
  return {
    label,
    events,
    async send(process) {
      if (!command.isKeyed) return text(await process.events.report(reports, { agentId }));
      return once(process, { label, agentId }, async (tx) =>
        (await process.events.report(reports, { agentId }, tx)).map(shownResult),
      );
    },
  };
}

/** What a client sees of each result. */
function shownResult(result: ReportResult): object {
  return "error" in result ? { error: result.error.code } : JSON.parse(`{${result.text}`);
}

function bindChange(
  command: Extract<
    Command,
    { do: "pause" | "resume" | "top up" | "cap" | "refund" | "confirm" | "coupon" }
  >,
  label: string,
  { market, clock }: Binding,
): Call {
  if (market.campaigns.length === 0) return { label, send: null };
  const campaign = at(market.campaigns, command.campaign);
  const { campaignId, advertiserId } = campaign;
  const own = { campaignId, advertiserId };
  const effect = async (tx: Tx, deps: CampaignDeps): Promise<object> => {
    if (command.do === "refund") return requestRefund(tx, own, deps);
    if (command.do === "confirm") {
      const { campaign: after } = await confirmDelivery(
        tx,
        { ...own, final: command.isFinal },
        deps,
      );
      return after;
    }
    if (command.do === "coupon") {
      return createCoupon(
        tx,
        advertiserId,
        {
          campaignId,
          couponCode: "SAVE",
          agentInstructions: "Mention code SAVE for free shipping.",
          discountType: "free_shipping",
          maxRedemptions: command.max,
        },
        deps,
      );
    }
    return changeCampaign(tx, own, changeOf(command, campaign), deps);
  };
  return {
    label,
    send: (process) =>
      once(process, { label, agentId: advertiserId }, (tx) =>
        effect(tx, campaignDeps(process, clock.now())),
      ),
  };
}

function changeOf(
  command: Extract<Command, { do: "pause" | "resume" | "top up" | "cap" }>,
  { placement }: KnownCampaign,
): CampaignChange {
  if (command.do === "pause") return { status: "paused" };
  if (command.do === "resume") return { status: "active" };
  const credits =
    Number(unitPriceOf(placement) * BigInt(command.units)) / Number(MICROS_PER_CREDIT);
  return command.do === "cap" ? { dailyCapCredits: credits } : { addBudgetCredits: credits };
}

export function bindPurchase(
  agentId: string,
  label: string,
  { binding, seasonsInMs }: { binding: Binding; seasonsInMs: number },
): Call {
  const orderId = idFromUuid("ord", binding.ids.uuid());
  const credits = PURCHASE_CREDITS * MICROS_PER_CREDIT;
  const seasonedAt = new Date(binding.clock.now().getTime() + seasonsInMs);
  return {
    label,
    async send(process) {
      await binding.openOrder({ orderId, agentId, credits });
      const purchase = { orderId, agentId, credits: micros(credits), seasonedAt };
      const deps = { ids: process.ids, now: binding.clock.now() };
      return once(process, { label, agentId }, async (tx) => {
        await creditPurchase(tx, { ...purchase, description: "Credits bought" }, deps);
        return {};
      });
    },
  };
}

function periodicJobs(
  command: Extract<Command, { do: "sweep" | "advance" | "mature" }>,
  label: string,
  { market, clock }: Binding,
): (process: Process) => Promise<string> {
  return async (process) => {
    const db = process.db(label);
    const deps = { ids: process.ids, now: clock.now() };
    if (command.do === "advance") {
      await advanceDue(db, campaignDeps(process, clock.now()));
    } else if (command.do === "mature") {
      await matureDue(db, deps);
    } else {
      const agent = command.agent === null ? null : at(market.publishers, command.agent);
      await sweepAll(db, agent, deps);
    }
    return "";
  };
}

function bindCashout(
  command: Extract<Command, { do: "cash out" | "cancel" | "pay out" }>,
  label: string,
  { market, clock }: Binding,
): Call {
  const agentId = at(market.publishers, command.publisher);
  const effect = async (tx: Tx, process: Process): Promise<object> => {
    const deps = { ids: process.ids, now: clock.now(), provider, newAddressMs: NEW_ADDRESS_MS };
    if (command.do === "cash out") {
      const input = { agentId, amountCredits: command.credits, btcAddress: ADDRESS };
      const { cashoutId, status } = await requestCashout(tx, input, deps);
      return { cashoutId, status };
    }
    const open = await findOpenCashout(tx, agentId);
    if (open === undefined) return { status: "none" };
    const { cashoutId } = open;
    if (command.do === "cancel") {
      const { status } = await cancelCashout(tx, { agentId, cashoutId }, deps);
      return { cashoutId, status };
    }
    return { cashoutId, ...(await payOut(tx, cashoutId, deps)) };
  };
  return {
    label,
    async send(process) {
      // As the tool does: whoever asks for money sees all of it.
      const deps = { ids: process.ids, now: clock.now() };
      if (command.do === "cash out") await sweepAll(process.db(label), agentId, deps);
      return once(process, { label, agentId }, (tx) => effect(tx, process));
    },
  };
}

/** The whole way of a payment that nothing holds up. */
async function payOut(
  tx: Tx,
  cashoutId: string,
  deps: { ids: Process["ids"]; now: Date },
): Promise<object> {
  const expiresAt = new Date(deps.now.getTime() + 60_000);
  const quote = { usdPerBtc: "100000", satoshis: 500_000n, expiresAt };
  await moveCashout(tx, { cashoutId, to: "approved", quote }, deps);
  await moveCashout(tx, { cashoutId, to: "submitted" }, deps);
  const providerId = `pay-${base32FromUuid(deps.ids.uuid())}`;
  await moveCashout(tx, { cashoutId, to: "in_progress", providerId }, deps);
  const { status } = await moveCashout(tx, { cashoutId, to: "completed" }, deps);
  return { status };
}

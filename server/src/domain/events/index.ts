import { ExchangeError } from "../../contract/errors.ts";
import { base32FromUuid, idFromUuid } from "../../contract/ids.ts";
import { creditsFromMicros, micros } from "../../contract/money.ts";
import type { Acknowledgement } from "../../contract/resources/event.ts";
import type { Tx } from "../../core/db.ts";
import { campaignNotFound } from "../campaigns/index.ts";
import type { CampaignFacts, DeliveryRecorder, FactsStore } from "../delivery/index.ts";
import { KIND, reasonOfCode } from "./kinds.ts";
import { type PrepareDeps, prepareEvent, type Report } from "./prepare.ts";
import { settleEvents } from "./queries.ts";
import type { Settlement, SettlementEvent, SettlementResult } from "./settlement.ts";

export { type ClickHop, createClickHop, type HopAnswer, type HopRequest } from "./hop.ts";
export type { Report } from "./prepare.ts";
export { createSettlement, type Settlement } from "./settlement.ts";

export interface EventsDeps extends PrepareDeps {
  readonly facts: FactsStore;
  readonly recorder: DeliveryRecorder;
  readonly settlement: Settlement;
  readonly clock: { now(): Date };
}

export type ReportResult =
  | { readonly acknowledgement: Acknowledgement }
  | { readonly error: ExchangeError };

export interface Events {
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

export function createEvents(deps: EventsDeps): Events {
  return {
    async report(reports, reporter, tx) {
      const now = deps.clock.now();
      const prepared = await prepareAll(reports, reporter, deps, now);
      const events = prepared.flatMap((item) => (item instanceof ExchangeError ? [] : [item]));
      await flushDeliveries(events, deps.recorder);
      const results =
        tx === undefined
          ? await deps.settlement.settle(events)
          : await settleEvents(tx, { uuid: deps.ids.uuid(), now }, events);
      let next = 0;
      return prepared.map((item) => {
        if (item instanceof ExchangeError) return { error: item };
        const result = results[next];
        next += 1;
        if (result === undefined) throw new Error("Settlement answered for too few events.");
        if (result.isConflict) return { error: eventConflict(item) };
        return { acknowledgement: acknowledgementOf(item, result) };
      });
    },
  };
}

async function prepareAll(
  reports: readonly Report[],
  reporter: { agentId: string },
  deps: EventsDeps,
  now: Date,
): Promise<(SettlementEvent | ExchangeError)[]> {
  const facts = new Map<string, CampaignFacts | undefined>();
  for (const { campaignId } of reports) {
    if (!facts.has(campaignId)) facts.set(campaignId, await deps.facts.any(campaignId));
  }
  const call = { agentId: reporter.agentId, deps, now, verified: new Map() };
  return reports.map((report) => {
    try {
      return prepareEvent(report, facts.get(report.campaignId), call);
    } catch (error) {
      if (error instanceof ExchangeError) return error;
      throw error;
    }
  });
}

/** A report that names no delivery is matched by SQL, which must know all deliveries by then. */
async function flushDeliveries(
  events: readonly SettlementEvent[],
  recorder: DeliveryRecorder,
): Promise<void> {
  const unnamed = events.filter((event) => event.deliveryUuid === null && event.preset === 0);
  const campaigns = new Set(unnamed.map((event) => event.facts.uuid));
  for (const campaignUuid of campaigns) await recorder.flush(campaignUuid);
}

function eventConflict(event: SettlementEvent): ExchangeError {
  return new ExchangeError("event_conflict", {
    details: { eventId: idFromUuid("evt", event.uuid) },
    suggestion: "Give every event an id of its own; repeat an id only with the same content.",
  });
}

function acknowledgementOf(event: SettlementEvent, result: SettlementResult): Acknowledgement {
  const { facts } = event;
  const reason = reasonOfCode(result.reason);
  const fee = facts.unitFee * BigInt(result.charged === 0n ? 0 : result.counted);
  const clicked = event.kind === KIND.click && result.deliveryUuid !== null;
  return {
    campaignId: facts.campaignId,
    eventId: idFromUuid("evt", event.uuid),
    accepted: true,
    duplicate: reason === "duplicate",
    billable: result.charged > 0n,
    verified: result.isVerified,
    ...(reason === undefined ? {} : { reason }),
    counted: result.counted,
    chargedCredits: creditsFromMicros(result.charged),
    earnedCredits: creditsFromMicros(micros(result.charged - fee)),
    remainingCredits: creditsFromMicros(result.escrow),
    campaignStatus: result.status,
    // A delivery has at most one click, so the click is named after it.
    ...(clicked ? { clickId: `clk_${base32FromUuid(result.deliveryUuid ?? "")}` } : {}),
  };
}

/** The single report of a tool: its acknowledgement, or its error thrown. */
export function onlyResult(results: readonly ReportResult[]): Acknowledgement {
  const [result] = results;
  if (result === undefined) throw campaignNotFound();
  if ("error" in result) throw result.error;
  return result.acknowledgement;
}

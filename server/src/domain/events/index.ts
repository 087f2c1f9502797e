import { ExchangeError } from "../../contract/errors.ts";
import { idFromUuid } from "../../contract/ids.ts";
import type { Tx } from "../../core/db.ts";
import { invariant } from "../../core/invariant.ts";
import type { CampaignFacts, DeliveryRecorder, FactsStore } from "../delivery/index.ts";
import {
  createVerifiedDeliveries,
  type Events,
  type PrepareDeps,
  prepareEvent,
  type Report,
  type ReportCall,
} from "./prepare.ts";
import { settleEvents } from "./queries.ts";
import type { Settlement } from "./settlement.ts";
import {
  createAcknowledgementWriter,
  type SettlementEvent,
  type SettlementResult,
} from "./settlement-event.ts";

export { type ClickRedirect, createClickRedirect } from "./click-redirect.ts";
export type { Events, Report, ReportResult } from "./prepare.ts";
export { campaignOfClick } from "./queries.ts";
export { screenReports } from "./screen.ts";
export { type BatchObserver, createSettlement, type Settlement } from "./settlement.ts";

export interface EventsDeps extends PrepareDeps {
  readonly facts: FactsStore;
  readonly recorder: DeliveryRecorder;
  readonly settlement: Settlement;
  readonly clock: { now(): Date };
}

/** Checks, settles and acknowledges reports: what the report tools call. */
export function createEvents(deps: EventsDeps): Events {
  const verified = createVerifiedDeliveries();
  const acknowledgements = createAcknowledgementWriter();
  return {
    async ready(reports) {
      const facts = await deps.facts.anyOf(campaignIdsOf(reports));
      for (const { uuid } of facts.values()) await deps.recorder.flush(uuid);
      return facts.size > 0;
    },
    async report(reports, reporter, tx) {
      const now = deps.clock.now();
      const call = { agentId: reporter.agentId, deps, now, verified };
      const facts = await deps.facts.anyOf(campaignIdsOf(reports), tx);
      const prepared = prepareAll(reports, facts, call);
      const events = prepared.filter(isEvent);
      const results = await settled(events, deps, tx);
      let next = 0;
      return prepared.map((event, index) => {
        if (event instanceof ExchangeError) return { error: event };
        const result = results[next];
        next += 1;
        invariant(result !== undefined, "settlement answers for every event");
        const eventId = reports[index]?.eventId ?? idFromUuid("evt", event.uuid);
        if (result.fault !== undefined) return { error: result.fault };
        if (result.isConflict) return { error: eventConflict(eventId) };
        const { facts, kind, cited } = event;
        const text = acknowledgements.write(facts, { eventId, kind, cited }, result);
        return { text, charged: result.charged };
      });
    },
  };
}

function campaignIdsOf(reports: readonly Report[]): string[] {
  return reports.map(({ campaignId }) => campaignId);
}

async function settled(
  events: readonly SettlementEvent[],
  { recorder, settlement, ids, clock }: EventsDeps,
  tx: Tx | undefined,
): Promise<SettlementResult[]> {
  if (tx !== undefined) return settleEvents(tx, { uuid: ids.uuid(), now: clock.now() }, events);
  await flushDeliveries(events, recorder);
  return settlement.settle(events);
}

function prepareAll(
  reports: readonly Report[],
  facts: ReadonlyMap<string, CampaignFacts>,
  call: ReportCall,
): (SettlementEvent | ExchangeError)[] {
  return reports.map((report) => {
    try {
      return prepareEvent(report, facts.get(report.campaignId), call);
    } catch (error) {
      if (error instanceof ExchangeError) return error;
      throw error;
    }
  });
}

function isEvent(item: SettlementEvent | ExchangeError): item is SettlementEvent {
  return !(item instanceof ExchangeError);
}

/**
 * SQL finds the delivery of a report that names none, and decides by the delivery which session
 * counts: the deliveries must be written by then.
 */
async function flushDeliveries(events: readonly SettlementEvent[], recorder: DeliveryRecorder) {
  const needing = events.filter(
    ({ preassignedReason, deliveryUuid, sessionWindow }) =>
      preassignedReason === 0 && (deliveryUuid === null || sessionWindow !== null),
  );
  const campaigns = new Set(needing.map((event) => event.facts.uuid));
  for (const campaignUuid of campaigns) await recorder.flush(campaignUuid);
}

function eventConflict(eventId: string): ExchangeError {
  return new ExchangeError("event_conflict", {
    details: { eventId },
    suggestion: "Give every event an id of its own; repeat an id only with the same content.",
  });
}

import { finiteOf, isRecord, textOf } from "../core/guards.ts";
import { idFromSeed } from "../core/ids.ts";
import { unitOf } from "../generated/ad-units.ts";
import { type CardClaims, readCard, type Session } from "../turn/claims.ts";
import type { Core } from "../turn/turn.ts";
import type { EventsResponse, WidgetEvent, WidgetEventType } from "../types.ts";
import type { QueuedReport } from "./reporter.ts";

export const EVENTS_MAX = 100;
/** A browser's clock may be wrong; the report then says when the server heard of it. */
const CLOCK_SKEW_MS = 300_000;

export function readWidgetEvent(value: unknown): WidgetEvent | undefined {
  if (!isRecord(value)) return undefined;
  const id = textOf(value.id, 128);
  const cardToken = textOf(value.cardToken, 2048);
  // Cards that the host handed to the widget itself belong to no turn of the widget's.
  const turnId = value.turnId === "" ? "" : textOf(value.turnId, 64);
  const at = finiteOf(value.at);
  const type = typeOf(value.type);
  if (id === undefined || cardToken === undefined || turnId === undefined) return undefined;
  if (at === undefined || type === undefined) return undefined;
  return { id, type, cardToken, turnId, at };
}

function typeOf(value: unknown): WidgetEventType | undefined {
  if (value === "viewable" || value === "click" || value === "hide" || value === "why")
    return value;
  return undefined;
}

/** Who told it, in OpenRTB's words; what the exchange uses to tell readers from programs. */
export type ClientInfo = { ua?: string; ip?: string };

type Sink = { core: Core; push(report: QueuedReport): boolean; client: ClientInfo };

/**
 * Takes what a browser says happened to cards. It counts only for cards this server signed, in the
 * session they were served to, each thing once per card: the report's event id comes from the card
 * token, so a repeat, even through another process, is the same event.
 */
export async function recordWidgetEvents(
  sink: Sink,
  session: Session,
  events: readonly unknown[],
): Promise<EventsResponse> {
  let accepted = 0;
  for (const value of events) {
    const event = readWidgetEvent(value);
    if (event !== undefined && (await recordOne(sink, session, event))) accepted += 1;
  }
  return { accepted, rejected: events.length - accepted };
}

async function recordOne(
  { core, push, client }: Sink,
  session: Session,
  event: WidgetEvent,
): Promise<boolean> {
  const nowMs = core.settings.now();
  const card = await readCard(core.signer, event.cardToken, nowMs);
  if (card === undefined) return false;
  if (event.turnId !== "" && card.turnId !== event.turnId) return false;
  // A card of a turn the host ran without naming a session belongs to any session of its page.
  if (card.binding !== "" && card.binding !== session.binding) return false;
  // The end of a token is its signature.
  if (!core.memory.isFirst(`${event.cardToken.slice(-24)}${event.type}`)) return true;
  const { kind, turnId, campaignId } = card;
  core.host.emit({
    type: "widget",
    event: event.type,
    turnId,
    kind,
    ...(campaignId !== undefined && { campaignId }),
  });
  // A click is counted by the exchange at its own hop: reporting it too would ask twice.
  if (event.type === "viewable" && unitOf(card.adUnitType)?.event === "impression") {
    const report = await viewReport(core, card, event, client);
    if (report !== undefined) push(report);
  }
  return true;
}

async function viewReport(
  core: Core,
  card: CardClaims,
  event: WidgetEvent,
  client: ClientInfo,
): Promise<QueuedReport | undefined> {
  const { campaignId, deliveryId, turnId, issuedAtMs } = card;
  if (campaignId === undefined || deliveryId === undefined) return undefined;
  const nowMs = core.settings.now();
  const believable = event.at >= issuedAtMs - CLOCK_SKEW_MS && event.at <= nowMs;
  const sessionKey = core.memory.turn(turnId)?.sessionKey;
  return {
    type: "impression",
    campaignId,
    deliveryId,
    turnId,
    count: 1,
    // The exchange counts it as viewable in its reports. Without a session key, because consent
    // is missing or the turn has expired, the report contains no other data of the reader.
    evidence: { viewable: true, ...(sessionKey !== undefined && client) },
    eventId: await idFromSeed("evt", issuedAtMs, `${event.cardToken}|viewable`),
    occurredAt: new Date(believable ? event.at : nowMs).toISOString(),
    ...(sessionKey !== undefined && { sessionKey }),
  };
}

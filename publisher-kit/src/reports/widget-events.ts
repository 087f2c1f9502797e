import { finiteOf, isRecord, textOf } from "../core/guards.ts";
import { idFromSeed } from "../core/ids.ts";
import { unitOf } from "../generated/reported-units.ts";
import { type CardClaims, isWithinReach, readCard, type Session } from "../turn/claims.ts";
import type { Core } from "../turn/turn.ts";
import type { EventsResponse, WidgetEvent, WidgetEventType, WidgetRejection } from "../types.ts";
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

/** What a host can do about events that are not accepted. */
const HELP: Readonly<Record<WidgetRejection, string>> = {
  malformed: "Install the same version of @placard/widget and @placard/publisher-kit.",
  unknown_card: "Set `sessionSecret` to the same value in each process that serves this chat.",
  expired_card: "A card counts for 24 hours at most. Show no older cards.",
  other_turn: "Call `show(cards)` for cards that the widget did not request itself.",
  other_session: "Let `claims` of the routes return the `sessionKey` that `kit.turn` got.",
};

/**
 * Takes what a browser says happened to cards. It counts only for cards this server signed, in the
 * session they were served to, each thing once per card: the report's event id comes from the card
 * token, so a repeat, even through another process, is the same event. Each event that is not
 * accepted is an event of the kit, and each reason a line in the log.
 */
export async function recordWidgetEvents(
  sink: Sink,
  session: Session,
  events: readonly unknown[],
): Promise<EventsResponse> {
  const { host } = sink.core;
  const rejected = new Map<WidgetRejection, number>();
  for (const value of events) {
    const event = readWidgetEvent(value);
    const reason = event === undefined ? "malformed" : await recordOne(sink, session, event);
    if (reason === undefined) continue;
    rejected.set(reason, (rejected.get(reason) ?? 0) + 1);
    const about = event === undefined ? {} : { event: event.type, turnId: event.turnId };
    host.emit({ type: "widget_rejected", reason, ...about });
  }
  for (const [reason, count] of rejected) {
    host.warn("widget_events_rejected", { reason, events: count, help: HELP[reason] });
  }
  const refused = [...rejected.values()].reduce((sum, count) => sum + count, 0);
  return { accepted: events.length - refused, rejected: refused };
}

/** Why the event does not count; undefined where it does. */
async function recordOne(
  { core, push, client }: Sink,
  session: Session,
  event: WidgetEvent,
): Promise<WidgetRejection | undefined> {
  const card = await readCard(core.signer, event.cardToken);
  if (card === undefined) return "unknown_card";
  if (card.expiresAtMs <= core.settings.now()) return "expired_card";
  if (event.turnId !== "" && card.turnId !== event.turnId) return "other_turn";
  if (!isWithinReach(card.binding, session)) return "other_session";
  // The end of a token is its signature.
  if (!core.memory.isFirst(`${event.cardToken.slice(-24)}${event.type}`)) return undefined;
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
  return undefined;
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

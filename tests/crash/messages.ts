import { createSigner, parseSigningKeys } from "../../server/src/core/signing.ts";
import { type CampaignFacts, signDelivery } from "../../server/src/domain/delivery/index.ts";
import { SIGNING_KEYS } from "../bench/support/exchange-process.ts";
import { at } from "./market.ts";
import {
  campaignOf,
  deliveryUuidOf,
  eventIdOf,
  type Kind,
  orderOf,
  quantityOf,
  type Script,
} from "./script.ts";

/** A campaign as the clients see it, with the price of a unit in micro-credits. */
export interface Target extends CampaignFacts {
  readonly unitMicros: number;
  readonly isEnding: boolean;
}

/** What is expected of the answer for one event. */
export interface Sent {
  readonly number: number;
  readonly eventId: string;
  readonly kind: Kind;
  readonly quantity: number;
  readonly target: Target;
}

export interface Message {
  readonly first: number;
  readonly events: readonly Sent[];
  readonly bytes: Buffer;
}

const signer = createSigner(parseSigningKeys(SIGNING_KEYS));

/** A `report_events` request of `count` events in a row, as bytes. */
export function reportMessage(options: {
  readonly script: Script;
  readonly targets: readonly Target[];
  readonly first: number;
  readonly count: number;
  readonly head: string;
  /** A delivery that the exchange handed out itself, in place of one made here. */
  readonly deliveryId?: string | undefined;
}): Message {
  const { script, targets, first, count } = options;
  const events: Sent[] = [];
  const parts: string[] = [];
  let lastUuid = "";
  let lastId = "";
  for (let number = first; number < first + count; number += 1) {
    const target = at(targets, campaignOf(script, number));
    const kind = kindOf(target);
    const eventId = eventIdOf(script, number);
    const quantity = quantityOf(script, number, kind);
    const uuid = deliveryUuidOf(script, number, kind);
    if (uuid !== lastUuid) lastId = signDelivery(uuid, target, signer);
    lastUuid = uuid;
    const deliveryId = options.deliveryId ?? lastId;
    events.push({ number, eventId, kind, quantity, target });
    const campaign = `"campaignId":"${target.campaignId}","deliveryId":"${deliveryId}"`;
    const content = contentOf(script, number, kind, quantity);
    parts.push(`{${campaign},"eventId":"${eventId}",${content}}`);
  }
  const body = `{"tool":"report_events","arguments":{"events":[${parts.join(",")}]}}`;
  return { first, events, bytes: requestBytes(options.head, body) };
}

/** The same id with another content: one impression more than was reported. */
export function contradiction(head: string, event: Sent): Buffer {
  const { target, eventId, quantity } = event;
  const args = { type: "impression", campaignId: target.campaignId, eventId, count: quantity + 1 };
  const body = JSON.stringify({ tool: "report_events", arguments: { events: [args] } });
  return requestBytes(head, body);
}

export function requestBytes(head: string, body: string): Buffer {
  const length = Buffer.byteLength(body);
  return Buffer.from(`${head}Content-Length: ${length}\r\n\r\n${body}`);
}

export function headOf(options: { port: number; key: string }): string {
  return [
    "POST /api/agent HTTP/1.1",
    `Host: 127.0.0.1:${options.port}`,
    `Authorization: Bearer ${options.key}`,
    "Content-Type: application/json",
    "",
  ].join("\r\n");
}

export function kindOf({ adUnitType }: Pick<CampaignFacts, "adUnitType">): Kind {
  switch (adUnitType) {
    case "cpc":
      return "click";
    case "cpia":
      return "insertion";
    case "cpr":
      return "recommendation";
    case "cpa":
      return "order";
    default:
      return "impressions";
  }
}

function contentOf(script: Script, number: number, kind: Kind, quantity: number): string {
  switch (kind) {
    case "click":
      return '"type":"click"';
    case "insertion":
      return '"type":"impression"';
    case "recommendation":
      return '"type":"conversion","conversionType":"recommendation"';
    case "order": {
      const orderId = `order-${script.seed}-${orderOf(number)}`;
      return `"type":"conversion","conversionType":"cpa","orderId":"${orderId}","valueUsd":40`;
    }
    default:
      return quantity === 1 ? '"type":"impression"' : `"type":"impression","count":${quantity}`;
  }
}

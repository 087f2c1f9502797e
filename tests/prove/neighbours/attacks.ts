import { type IdPrefix, idFromUuid } from "../../../server/src/contract/ids.ts";
import { MESSAGE_LENGTH_MAX } from "../../../server/src/contract/resources/message.ts";
import type { CampaignFacts } from "../../../server/src/domain/delivery/index.ts";
import { makeApiKey } from "../../../server/src/domain/identity/api-key.ts";
import { ids, mintDelivery } from "../../bench/support/market.ts";
import { requestBytes } from "../../bench/support/raw-client.ts";

/** Whom an attacker acts as; it has a campaign paid by the click and one paid by the action. */
export interface Attacker {
  readonly port: number;
  readonly publisherKey: string;
  readonly advertiserKey: string;
  readonly campaigns: readonly CampaignFacts[];
}

export interface Attack {
  readonly name: string;
  readonly connections: number;
  /** The next request; each connection sends one as soon as the last one is answered. */
  request(attacker: Attacker): Buffer;
  /** Whether the rest of a request never comes, so that no answer is waited for. */
  readonly isHalf?: true;
}

const newId = (prefix: IdPrefix) => idFromUuid(prefix, ids.uuid());

function call(attacker: Attacker, key: string, tool: string, args: object): Buffer {
  return requestBytes({
    port: attacker.port,
    key,
    headers: [FROM],
    body: JSON.stringify({ tool, arguments: args }),
  });
}

const SLOW = ["\n", "*_", "- ", "[](", "<!", "a-"].map((part) =>
  part.repeat(Math.floor((MESSAGE_LENGTH_MAX - 2) / part.length)),
);

/** Behind a proxy a caller is its address, so that limits count it as a stranger's. */
const FROM = "X-Forwarded-For: 203.0.113.9";

function campaignOf(attacker: Attacker, place = 0): CampaignFacts {
  const facts = attacker.campaigns[place];
  if (facts === undefined) throw new Error("An attacker needs a campaign.");
  return facts;
}

function clicks(attacker: Attacker, count: number, fields: (nth: number) => object): Buffer {
  const { campaignId } = campaignOf(attacker);
  const events = Array.from({ length: count }, (_, nth) => ({
    type: "click",
    campaignId,
    ...fields(nth),
  }));
  return call(attacker, attacker.publisherKey, "report_events", { events });
}

function halfBody({ port }: Attacker): Buffer {
  const whole = requestBytes({ port, key: "", headers: [FROM], body: " ".repeat(60_000) });
  return Buffer.from(
    whole
      .subarray(0, -30_000)
      .toString()
      .replace(/^Authorization.*\r\n/m, ""),
  );
}

/** What an agent can do with keys of its own and a few connections. */
export const ATTACKS: readonly Attack[] = [
  { name: "1,000 half-sent bodies", connections: 1_000, request: halfBody, isHalf: true },
  {
    name: "times with 200 digits of fraction",
    connections: 4,
    request: (attacker) =>
      clicks(attacker, 400, () => ({
        deliveryId: mintDelivery(campaignOf(attacker)),
        occurredAt: `${new Date().toISOString().slice(0, 19)}.${"1".repeat(200)}Z`,
      })),
  },
  {
    name: "unknown campaigns with idempotency keys",
    connections: 16,
    request: (attacker) =>
      call(attacker, attacker.publisherKey, "report_click", {
        campaignId: newId("cmp"),
        idempotencyKey: newId("evt"),
      }),
  },
  {
    name: "calls of 1,000 clicks that are not billed",
    connections: 4,
    request: (attacker) => {
      const deliveryId = mintDelivery(campaignOf(attacker));
      return clicks(attacker, 1_000, () => ({ deliveryId }));
    },
  },
  {
    name: "calls of 200 clicks without a delivery",
    connections: 4,
    request: (attacker) => clicks(attacker, 200, () => ({})),
  },
  {
    name: "invented orders",
    connections: 4,
    request: (attacker) => {
      const facts = campaignOf(attacker, 1);
      const deliveryId = mintDelivery(facts);
      const events = Array.from({ length: 100 }, () => ({
        type: "conversion",
        conversionType: "cpa",
        campaignId: facts.campaignId,
        deliveryId,
        orderId: newId("ord"),
      }));
      return call(attacker, attacker.publisherKey, "report_events", { events });
    },
  },
  {
    name: "webhooks at one host and clicks that are not billed",
    connections: 4,
    request: (attacker) => {
      const [{ campaignId }, url] = [
        campaignOf(attacker),
        `https://victim.example/${newId("evt")}`,
      ];
      const chance = Math.random();
      if (chance < 0.5) return clicks(attacker, 50, () => ({ deliveryId: "dlv_unknown" }));
      if (chance < 0.75)
        return call(attacker, attacker.advertiserKey, "register_postback", { url });
      return call(attacker, attacker.publisherKey, "report_click", { campaignId });
    },
  },
  {
    name: "disputes of all that was settled",
    connections: 4,
    request: (attacker) => {
      const facts = campaignOf(attacker);
      if (Math.random() < 0.5) {
        return clicks(attacker, 20, () => ({ deliveryId: mintDelivery(facts) }));
      }
      const nowMs = Date.now();
      return call(attacker, attacker.advertiserKey, "dispute_events", {
        campaignId: facts.campaignId,
        from: new Date(nowMs - 60_000).toISOString(),
        to: new Date(nowMs).toISOString(),
        reason: "None of them was a reader.",
      });
    },
  },
  {
    name: "balances and reports",
    connections: 8,
    request: (attacker) =>
      Math.random() < 0.5
        ? call(attacker, attacker.advertiserKey, "wallet", {})
        : call(attacker, attacker.publisherKey, "get_publisher_report", { period: "monthly" }),
  },
  {
    name: "texts made for slow patterns",
    connections: 4,
    request: (attacker) =>
      call(attacker, attacker.advertiserKey, "send_message", {
        campaignId: campaignOf(attacker).campaignId,
        body: `a${SLOW[Math.floor(Math.random() * SLOW.length)]}a`,
      }),
  },
  {
    name: "wrong keys from the neighbour's address",
    connections: 8,
    request: (attacker) => call(attacker, makeApiKey(), "whoami", {}),
  },
];

import { creditsFromMicros, micros } from "../../../server/src/contract/money.ts";
import type { CampaignFacts } from "../../../server/src/domain/delivery/index.ts";
import { ids, mintDelivery } from "../support/market.ts";
import {
  openRawClient,
  type RawAnswer,
  type RawClient,
  requestBytes,
} from "../support/raw-client.ts";
import { quantile, rounded } from "../support/statistics.ts";
import type { LoadOrder, LoadReply, LoadResult, PrepareLoad } from "./messages.ts";

/**
 * The load generator, a process of its own. Requests are written out before the clock runs, so
 * that during a run this process only sends, receives and checks that all was counted and charged.
 */
let prepared: { order: PrepareLoad; messages: Buffer[]; expected: string } | null = null;

process.on("message", (order: LoadOrder) => {
  void carryOut(order).then(
    (result) => reply({ result }),
    (error: unknown) => reply({ error: String(error) }),
  );
});

function reply(message: LoadReply): void {
  process.send?.(message);
}

async function carryOut(order: LoadOrder): Promise<LoadResult | null> {
  if (order.kind === "prepare") {
    prepared = { order, messages: writeRequests(order), expected: expectedTail(order) };
    return null;
  }
  if (prepared === null) throw new Error("Nothing is prepared.");
  const { messages, expected } = prepared;
  const { port, shape } = prepared.order;
  const clients = await Promise.all(
    Array.from({ length: shape.connections }, () => openRawClient(port)),
  );
  try {
    const { answers, seconds, latenciesMs } = await send(clients, messages, order.durationMs);
    for (const answer of answers) check(answer, expected);
    const events = answers.length * shape.eventsPerRequest;
    return {
      events,
      eventsPerSecond: events / seconds,
      p50Ms: rounded(quantile(latenciesMs, 0.5)),
      p99Ms: rounded(quantile(latenciesMs, 0.99)),
    };
  } finally {
    for (const client of clients) client.close();
    prepared = null;
  }
}

async function send(
  clients: readonly RawClient[],
  messages: readonly Buffer[],
  durationMs: number,
) {
  const answers: RawAnswer[] = [];
  const latenciesMs: number[] = [];
  const startedAt = performance.now();
  let next = 0;
  const loop = async (client: RawClient) => {
    for (;;) {
      const sentAt = performance.now();
      const message = messages[next];
      if (message === undefined || sentAt - startedAt > durationMs) return;
      next += 1;
      answers.push(await client.send(message));
      latenciesMs.push(performance.now() - sentAt);
    }
  };
  await Promise.all(clients.map(loop));
  return { answers, latenciesMs, seconds: (performance.now() - startedAt) / 1_000 };
}

/** Every event counted and charged, or the number means nothing. */
function check(answer: RawAnswer, expected: string): void {
  if (answer.status === 200 && answer.tail.includes(expected)) return;
  throw new Error(`Expected ${expected}, got ${answer.status} ${answer.tail}`);
}

function expectedTail({ shape, campaigns }: PrepareLoad): string {
  if (shape.tool === "report_impression") return '"campaignStatus":"active"}';
  const price = campaigns[0]?.unitPrice ?? micros(0n);
  const charged = micros(price * BigInt(shape.eventsPerRequest));
  return `],"chargedCredits":${creditsFromMicros(charged)}}`;
}

function writeRequests(order: PrepareLoad): Buffer[] {
  const { shape, port, key } = order;
  const source = eventSource(order);
  return Array.from({ length: order.requests }, () => {
    const events = Array.from({ length: shape.eventsPerRequest }, source);
    const args =
      shape.tool === "report_events"
        ? `{"events":[${events.map((event) => `{"type":"impression",${event}}`).join(",")}]}`
        : `{${events.join("")}}`;
    return requestBytes({ port, key, body: `{"tool":"${shape.tool}","arguments":${args}}` });
  });
}

/** The fields of one impression after the other, each campaign in turn. */
function eventSource({ campaigns, shape }: PrepareLoad): () => string {
  let made = 0;
  const current = new Map<CampaignFacts, { deliveryId: string; left: number }>();
  return () => {
    const facts = campaigns[made % campaigns.length];
    made += 1;
    if (facts === undefined) throw new Error("No campaign to report for.");
    let delivery = current.get(facts);
    if (delivery === undefined || delivery.left === 0) {
      delivery = { deliveryId: mintDelivery(facts), left: shape.eventsPerDelivery };
      current.set(facts, delivery);
    }
    delivery.left -= 1;
    return (
      `"campaignId":"${facts.campaignId}","deliveryId":"${delivery.deliveryId}",` +
      `"eventId":"${ids.id("evt")}"`
    );
  };
}

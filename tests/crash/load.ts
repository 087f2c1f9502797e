import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { CampaignFacts } from "../../server/src/domain/delivery/index.ts";
import { ids, mintDelivery } from "../bench/support/market.ts";
import { type EventLog, openLog } from "./log.ts";
import { createRandom, type Random } from "./random.ts";

export interface LoadOrder {
  readonly baseUrl: string;
  readonly key: string;
  readonly campaigns: readonly CampaignFacts[];
  readonly logPath: string;
  readonly seconds: number;
  readonly clients: number;
  readonly seed: number;
}

interface Event {
  readonly eventId: string;
  readonly campaignId: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly count: number;
}

const EVENTS_MAX = 60;
const IMPRESSIONS_MAX = 3;
const REQUEST_TIMEOUT_MS = 8_000;
const RETRY_MIN_MS = 20;
const RETRY_MAX_MS = 200;
/** After the load ends, what is still unanswered is repeated for this long. */
const GRACE_MS = 25_000;

const answerSchema = z.object({
  items: z.array(
    z.object({
      reason: z.string().optional(),
      counted: z.number().optional(),
      chargedCredits: z.number().optional(),
      error: z.object({ code: z.string() }).optional(),
    }),
  ),
});
type Item = z.infer<typeof answerSchema>["items"][number];
const deliverySchema = z.object({ deliveryId: z.string() });

/** The clients, in a process of their own: they outlive every kill and remember nothing but ids. */
process.once("message", (order: LoadOrder) => {
  void run(order).then(
    () => process.send?.({ result: null }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});

async function run(order: LoadOrder): Promise<void> {
  const log = openLog(order.logPath);
  const until = performance.now() + order.seconds * 1_000;
  await Promise.all(
    Array.from({ length: order.clients }, (_, client) =>
      loop({ order, log, until, random: createRandom(order.seed * 1_000 + client) }),
    ),
  );
  log.close();
}

interface Client {
  readonly order: LoadOrder;
  readonly log: EventLog;
  readonly until: number;
  readonly random: Random;
}

async function loop(client: Client): Promise<void> {
  const { log, random, until } = client;
  while (performance.now() < until) {
    const events: Event[] = [];
    const wanted = random.between(1, EVENTS_MAX);
    while (events.length < wanted) events.push(await newEvent(client));
    log.write(events.map((one) => `S ${one.eventId} ${one.campaignId} ${one.count}`));
    // Every so often the same report leaves twice at once, or again after its answer.
    const copies = random.isOneIn(8) ? 2 : 1;
    await Promise.all(Array.from({ length: copies }, () => deliverSurely(client, events)));
    if (random.isOneIn(12)) await deliverSurely(client, events);
    if (random.isOneIn(12)) await contradict(client, random.pick(events));
  }
}

/** Repeats a request until it is answered. An answer that got lost is simply asked for again. */
async function deliverSurely(client: Client, events: readonly Event[]): Promise<void> {
  const { log, random, until } = client;
  for (;;) {
    const items = await ask(
      client,
      events.map((one) => one.fields),
    );
    if (items !== null) {
      log.write(events.map((one, index) => answerLine(one, items[index])));
      return;
    }
    if (performance.now() > until + GRACE_MS) {
      log.write(events.map((one) => `U ${one.eventId}`));
      return;
    }
    await sleep(random.between(RETRY_MIN_MS, RETRY_MAX_MS));
  }
}

function answerLine(event: Event, item: Item | undefined): string {
  if (item === undefined) return `E ${event.eventId} no_item`;
  if (item.error !== undefined) return `E ${event.eventId} ${item.error.code}`;
  const chargedMicros = Math.round((item.chargedCredits ?? 0) * 1_000_000);
  return `A ${event.eventId} ${item.reason ?? "-"} ${item.counted ?? 0} ${chargedMicros}`;
}

/** The same id with another content must be refused, whatever happened to the first. */
async function contradict(client: Client, event: Event): Promise<void> {
  if (event.fields.count === undefined) return;
  const other = { ...event.fields, deliveryId: undefined, count: event.count + 1 };
  const items = await ask(client, [other]);
  const [item] = items ?? [];
  if (item === undefined) return;
  client.log.write([`C ${event.eventId} ${item.error?.code ?? item.reason ?? "-"}`]);
}

/** Null when nobody can say what became of it. */
async function ask(client: Client, events: readonly object[]): Promise<Item[] | null> {
  const body = await call(client, "report_events", { events });
  const parsed = answerSchema.safeParse(body);
  return parsed.success ? parsed.data.items : null;
}

async function call({ order }: Client, tool: string, args: object): Promise<unknown> {
  try {
    const answer = await fetch(`${order.baseUrl}/api/agent`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${order.key}` },
      body: JSON.stringify({ tool, arguments: args }),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    const text = await answer.text();
    return answer.ok ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

async function newEvent(client: Client): Promise<Event> {
  const { random, order } = client;
  const facts = random.pick(order.campaigns);
  const eventId = ids.id("evt");
  const deliveryId = await newDelivery(client, facts);
  const base = { campaignId: facts.campaignId, deliveryId, eventId };
  switch (facts.adUnitType) {
    case "cpc":
      return { ...base, count: 1, fields: { type: "click", ...base } };
    case "cpr": {
      const fields = { type: "conversion", conversionType: "recommendation", ...base };
      return { ...base, count: 1, fields };
    }
    case "cpia":
      return { ...base, count: 1, fields: { type: "impression", ...base } };
    default: {
      const count = random.isOneIn(4) ? random.between(1, IMPRESSIONS_MAX) : 1;
      return { ...base, count, fields: { type: "impression", ...base, count } };
    }
  }
}

/** Mostly minted here, as fast as the load wants them; now and then through the tool itself. */
async function newDelivery(client: Client, facts: CampaignFacts): Promise<string> {
  if (!client.random.isOneIn(100)) return mintDelivery(facts);
  const answer = await call(client, "deliver_ad", { campaignId: facts.campaignId });
  const parsed = deliverySchema.safeParse(answer);
  return parsed.success ? parsed.data.deliveryId : mintDelivery(facts);
}

import { writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { createAnswers } from "./answers.ts";
import type { LoadCommand, LoadOrder, LoadReport } from "./load-process.ts";
import { at } from "./market.ts";
import {
  contradiction,
  headOf,
  type Message,
  reportMessage,
  requestBytes,
  type Sent,
} from "./messages.ts";
import { createOutcomes, FLAG } from "./outcomes.ts";
import { createRandom, type Random } from "./random.ts";
import { campaignOf } from "./script.ts";
import { createWatch } from "./watch.ts";
import { openWire, type Wire } from "./wire.ts";

/** Small reports are the most frequent, large ones carry the load. */
const SIZES: readonly number[] = [1, 1, 1, 1, 50, 50, 50, 1_000, 1_000, 1_000];
const REQUEST_TIMEOUT_MS = 10_000;
const RETRY_MIN_MS = 20;
const RETRY_MAX_MS = 200;
/** After the load ends, what is still unanswered is repeated for this long. */
const GRACE_MS = 60_000;
const PACE_MS = 10;

const DELIVERED_ONE_IN = 10;

/** The clients, in a process of their own: they outlive every fault and remember all they heard. */
const wires: Wire[] = [];
/** When the clients stop to send new events. */
let endMs = Number.POSITIVE_INFINITY;
const watch = createWatch();
process.on("message", (command: LoadCommand) => {
  if (command.kind === "finish") endMs = performance.now();
  else if (command.kind === "watch") process.send?.({ kind: "watched", watched: watch.take() });
  else if (command.kind === "cut") {
    process.send?.({ kind: "cut", connections: cut(command.connections, command.isHalf) });
  } else {
    void run(command.order).then(
      (report) => process.send?.({ kind: "done", report }),
      (error: unknown) => process.send?.({ kind: "failed", error: String(error) }),
    );
  }
});

function cut(connections: number, isHalf: boolean): number {
  let done = 0;
  for (const wire of wires) {
    if (done === connections) break;
    if (isHalf) wire.cutNextInHalf();
    if (isHalf || wire.cut()) done += 1;
  }
  return done;
}

interface Load {
  readonly order: LoadOrder;
  readonly head: string;
  readonly startedMs: number;
  readonly outcomes: ReturnType<typeof createOutcomes>;
  readonly answers: ReturnType<typeof createAnswers>;
  next: number;
}

interface Client {
  readonly load: Load;
  readonly random: Random;
  readonly wire: Wire;
  /** For what leaves twice at once. */
  readonly second: Wire;
}

async function run(order: LoadOrder): Promise<LoadReport> {
  const outcomes = createOutcomes();
  const load: Load = {
    order,
    head: headOf(order),
    startedMs: performance.now(),
    outcomes,
    answers: createAnswers(outcomes),
    next: 0,
  };
  const open = () => openWire({ port: order.port, timeoutMs: REQUEST_TIMEOUT_MS });
  const clients = Array.from({ length: order.clients }, (_, index): Client => {
    const random = createRandom(order.script.seed * 1_000 + index);
    return { load, random, wire: open(), second: open() };
  });
  wires.push(...clients.map(({ wire }) => wire));
  await Promise.all(clients.map(loop));
  for (const { wire, second } of clients) {
    wire.close();
    second.close();
  }
  writeFileSync(order.outcomesPath, outcomes.bytes());
  return { sent: load.next, ...load.answers.report() };
}

async function loop(client: Client): Promise<void> {
  const { load, random } = client;
  const { oddOneIn, sizes = SIZES } = load.order;
  for (;;) {
    const count = random.pick(sizes);
    const first = await nextNumbers(load, count);
    if (first === null) return;
    const message = reportMessage({
      ...load.order,
      head: load.head,
      first,
      count,
      deliveryId: await handedOut(client, first, count),
    });
    load.outcomes.mark(first, count, FLAG.sent);
    if (random.isOneIn(oddOneIn)) {
      const copies = [client.wire, client.second].map((wire) => deliver(client, wire, message));
      await Promise.all(copies);
    } else {
      await deliver(client, client.wire, message, true);
    }
    if (random.isOneIn(oddOneIn)) await deliver(client, client.wire, message);
    if (random.isOneIn(oddOneIn)) await contradict(client, random.pick(message.events));
  }
}

/** Keeps to the pace of the whole run: what a fault cost is caught up with. Null at the end. */
async function nextNumbers(load: Load, count: number): Promise<number | null> {
  for (;;) {
    const nowMs = performance.now();
    if (nowMs >= endMs) return null;
    const allowed = ((nowMs - load.startedMs) / 1_000) * load.order.eventsPerSecond;
    if (load.next <= allowed) break;
    await sleep(PACE_MS);
  }
  const first = load.next;
  load.next += count;
  return first;
}

/** Repeats a request until it is answered. An answer that got lost is simply asked for again. */
async function deliver(
  client: Client,
  wire: Wire,
  message: Message,
  isOnly = false,
): Promise<void> {
  const { load, random } = client;
  let isFirst = isOnly;
  for (;;) {
    const sentMs = performance.now();
    const answer = await wire.send(message.bytes).catch((error: Error) => {
      watch.failed(error.message, sentMs);
      return null;
    });
    if (answer !== null && load.answers.take(message.events, answer, isFirst)) {
      watch.answered(sentMs);
      return;
    }
    if (answer !== null) watch.failed(`status ${answer.status}`, sentMs);
    isFirst = false;
    load.outcomes.mark(message.first, message.events.length, FLAG.unknown);
    if (performance.now() > endMs + GRACE_MS) {
      load.answers.giveUp(message.events.length);
      return;
    }
    await sleep(random.between(RETRY_MIN_MS, RETRY_MAX_MS));
  }
}

/** The same id with another content must be refused, whatever happened to the first. */
async function contradict({ load, wire }: Client, event: Sent): Promise<void> {
  if (event.kind !== "impressions") return;
  const answer = await wire.send(contradiction(load.head, event)).catch(() => null);
  if (answer !== null) load.answers.takeContradiction(event, answer);
}

/** Single impressions now and then use a delivery of `deliver_ad` instead of one made here. */
async function handedOut(
  { load, random, wire }: Client,
  first: number,
  count: number,
): Promise<string | undefined> {
  if (count > 1 || !random.isOneIn(DELIVERED_ONE_IN)) return undefined;
  const target = at(load.order.targets, campaignOf(load.order.script, first));
  const args = { campaignId: target.campaignId };
  const body = JSON.stringify({ tool: "deliver_ad", arguments: args });
  const answer = await wire.send(requestBytes(load.head, body)).catch(() => null);
  return answer === null ? undefined : load.answers.deliveryOf(answer);
}

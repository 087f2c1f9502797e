import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { z } from "zod";
import type { CampaignFacts } from "../../server/src/domain/delivery/index.ts";
import { callTool, ids, mintDelivery, openMarket } from "../bench/support/market.ts";
import { createRandom, type Random } from "../crash/random.ts";
import { isVerified, type Receiver, startReceiver } from "../setup/receiver.ts";
import { judgeStorm, type Verdict } from "./judge.ts";
import { answerInMood, drawMood, type Mood } from "./moods.ts";
import { type Mortal, startServer, startWorker } from "./processes.ts";

export interface StormOptions {
  readonly databaseUrl: string;
  readonly events: number;
  readonly workerKills: number;
  readonly serverKills: number;
  readonly seed: number;
  /** After so long something hangs. **Units** ms. */
  readonly limitMs: number;
  say(text: string): void;
}

/** One request at the receiver, and what became of it. */
export interface Delivery {
  readonly path: string;
  readonly webhookId: string;
  readonly body: string;
  readonly mood: Mood;
  readonly isVerifiedByOld: boolean;
  /** Undefined while the message may have been signed before the rotation. */
  readonly isVerifiedByNew: boolean | undefined;
}

export interface Storm {
  readonly deliveries: readonly Delivery[];
  readonly forbiddenConnections: number;
  readonly workerKills: number;
  readonly serverKills: number;
  readonly rotations: number;
  readonly blocked: number;
}

/** An address of this machine that is not allowed, where somebody listens all the same. */
const FORBIDDEN_ADDRESS = "127.0.0.2";
const CAMPAIGNS = 8;
const BATCH = 50;
const POLL_MS = 100;
const registeredSchema = z.object({ postbackId: z.string(), secret: z.string() });

interface Endpoint {
  readonly path: string;
  readonly campaignId: string;
  readonly postbackId: string;
  readonly secrets: { readonly secret: string; readonly fromMs: number }[];
}

/** Real clicks, real processes and a receiver with every fault, until everything is sent. */
export async function runStorm(options: StormOptions): Promise<Verdict> {
  const { databaseUrl } = options;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const forbidden = await listenWhereForbidden();
  const receiver = await startReceiver();
  const server = await startServer(databaseUrl);
  const worker = await startWorker(databaseUrl, FORBIDDEN_ADDRESS);
  try {
    const storm = await rage({ options, client, forbidden, receiver, server, worker });
    return await judgeStorm(client, storm);
  } finally {
    await Promise.all([server.stop(), worker.stop()]);
    await Promise.all([receiver.close(), forbidden.close(), client.end()]);
  }
}

interface Scene {
  readonly options: StormOptions;
  readonly client: pg.Client;
  readonly forbidden: { readonly url: string; connections(): number };
  readonly receiver: Receiver;
  readonly server: Mortal & { readonly baseUrl: string };
  readonly worker: Mortal;
}

async function rage(scene: Scene): Promise<Storm> {
  const { options, client, receiver, server, worker, forbidden } = scene;
  const { baseUrl } = server;
  const random = createRandom(options.seed);
  const wanted = Array.from({ length: CAMPAIGNS }, () => ({
    adUnitType: "cpc" as const,
    budgetCredits: 10_000_000,
  }));
  const market = await openMarket({ baseUrl, databaseUrl: options.databaseUrl, wanted });
  const caller = { baseUrl, key: market.advertiserKey };
  const endpoints = await registerAll(caller, receiver, market.campaigns);
  await registerForbidden(caller);
  const deliveries = receiveInMoods({ receiver, endpoints, random, forbiddenUrl: forbidden.url });

  let sent = 0;
  const loadUpTo = async (events: number) => {
    while (sent < events) {
      const size = Math.min(BATCH, events - sent);
      await report({ baseUrl, key: market.publisherKey }, clicks(market.campaigns, sent, size));
      sent += size;
    }
  };
  let rotations = 0;
  const kills = { worker: 0, server: 0 };
  /** Each at its part of the load, so that every fault meets messages under way. */
  const faults = async () => {
    const steps = options.workerKills + options.serverKills;
    for (let step = 0; step < steps; step += 1) {
      await until(() => sent >= (options.events * (step + 0.5)) / steps, options.limitMs);
      const isServer = kills.server * steps < step * options.serverKills;
      await (isServer ? server : worker).kill();
      kills[isServer ? "server" : "worker"] += 1;
      const endpoint = endpoints[step % endpoints.length];
      if (endpoint !== undefined) rotations += await rotate(caller, endpoint, receiver);
    }
  };
  await Promise.all([loadUpTo(options.events - CAMPAIGNS), faults()]);
  // One click for each campaign after the rotations, so that the new secrets are seen at work.
  const settledMs = Math.max(...endpoints.map(({ secrets }) => secrets.at(-1)?.fromMs ?? 0));
  await until(() => Date.now() > settledMs, options.limitMs);
  await loadUpTo(options.events);
  options.say(`${sent} clicks sent, ${kills.worker + kills.server} kills`);
  await untilAllSent(scene, caller, endpoints);
  const { rows } = await client.query<{ count: string }>(
    "select count(*) from postback_attempt where status = 'blocked'",
  );
  return {
    deliveries,
    forbiddenConnections: forbidden.connections(),
    workerKills: kills.worker,
    serverKills: kills.server,
    rotations,
    blocked: Number(rows[0]?.count),
  };
}

type Caller = { readonly baseUrl: string; readonly key: string };

async function registerAll(
  caller: Caller,
  receiver: Receiver,
  campaigns: readonly CampaignFacts[],
): Promise<Endpoint[]> {
  const endpoints: Endpoint[] = [];
  for (const [index, { campaignId }] of campaigns.entries()) {
    const path = `/hook/${index}`;
    const url = new URL(path, receiver.url).href;
    const args = { url, campaignId, eventTypes: ["click.recorded"] };
    const made = registeredSchema.parse(await callTool(caller, "register_postback", args));
    const { postbackId, secret } = made;
    endpoints.push({ path, campaignId, postbackId, secrets: [{ secret, fromMs: 0 }] });
  }
  return endpoints;
}

/** Names that lead to a forbidden address: registered like any other, found out when sent to. */
async function registerForbidden(caller: Caller): Promise<void> {
  for (const name of ["rebound.example.com", "metadata.example.com"]) {
    const args = { url: `https://${name}/hook`, eventTypes: ["click.recorded"] };
    await callTool(caller, "register_postback", args);
  }
}

/** Registers anew, as its owner does to rotate; the server may be down for a moment. */
async function rotate(caller: Caller, endpoint: Endpoint, receiver: Receiver): Promise<number> {
  const url = new URL(endpoint.path, receiver.url).href;
  const args = { url, campaignId: endpoint.campaignId };
  const made = registeredSchema.parse(await callTool(caller, "register_postback", args));
  // What was claimed before carries the old signature alone; its attempt is over by then.
  endpoint.secrets.push({ secret: made.secret, fromMs: Date.now() + 1_500 });
  return 1;
}

/** Notes every request as it comes, verified at once because a signature grows old. */
function receiveInMoods(given: {
  receiver: Receiver;
  endpoints: readonly Endpoint[];
  random: Random;
  forbiddenUrl: string;
}): readonly Delivery[] {
  const { receiver, endpoints, random, forbiddenUrl } = given;
  const byPath = new Map(endpoints.map((endpoint) => [endpoint.path, endpoint]));
  const deliveries: Delivery[] = [];
  receiver.answerWith((response, received) => {
    const mood = drawMood(random);
    const secrets = byPath.get(received.path)?.secrets ?? [];
    const [first] = secrets;
    const last = secrets.at(-1);
    const isSettled = last !== undefined && last !== first && received.atMs > last.fromMs;
    deliveries.push({
      path: received.path,
      webhookId: String(received.headers["webhook-id"]),
      body: received.body,
      mood,
      isVerifiedByOld: first !== undefined && isVerified(received, first.secret),
      isVerifiedByNew: isSettled ? isVerified(received, last.secret) : undefined,
    });
    answerInMood(response, mood, forbiddenUrl);
  });
  return deliveries;
}

function clicks(campaigns: readonly CampaignFacts[], from: number, count: number): object[] {
  return Array.from({ length: count }, (_, index) => {
    const facts = campaigns[(from + index) % campaigns.length];
    if (facts === undefined) throw new RangeError("No campaign.");
    const { campaignId } = facts;
    const deliveryId = mintDelivery(facts);
    return { type: "click", campaignId, deliveryId, eventId: ids.id("evt") };
  });
}

const RETRY_MS = 50;

/** Repeats a batch until it is answered: its ids make that safe. */
async function report(caller: Caller, events: readonly object[]): Promise<void> {
  for (;;) {
    try {
      await callTool(caller, "report_events", { events });
      return;
    } catch {
      await sleep(RETRY_MS);
    }
  }
}

/** Replays dead letters and tests disabled endpoints, as their owner does, until none is left. */
async function untilAllSent(
  { client, options }: Scene,
  caller: Caller,
  endpoints: readonly Endpoint[],
): Promise<void> {
  const startedMs = performance.now();
  for (;;) {
    const { rows } = await client.query<{
      id: string;
      status: string;
      pending: string;
      dead: string;
    }>(
      `select e.campaign_id as id, e.status,
        (select count(*) from postback_batch) + (select count(*) from postback_message m
          where m.endpoint_id = e.id and m.status in ('waiting', 'queued')) as pending,
        (select count(*) from postback_message m
          where m.endpoint_id = e.id and m.status = 'dead') as dead
      from postback_endpoint e
      where e.campaign_id is not null
      order by e.id`,
    );
    if (rows.every((row) => row.pending === "0" && row.dead === "0")) return;
    for (const [index, row] of rows.entries()) {
      const postbackId = endpoints[index]?.postbackId;
      const tool = row.status === "disabled" ? "test_postback" : "replay_postback";
      const isNeeded = row.status === "disabled" || row.dead !== "0";
      // A receiver that was gone in between refuses; it is looked at again.
      if (isNeeded) await callTool(caller, tool, { postbackId }).catch(() => undefined);
    }
    if (performance.now() - startedMs > options.limitMs) throw new Error(JSON.stringify(rows));
    await sleep(POLL_MS);
  }
}

async function until(isDone: () => boolean, limitMs: number): Promise<void> {
  const startedMs = performance.now();
  while (!isDone()) {
    if (performance.now() - startedMs > limitMs) throw new Error("It takes too long.");
    await sleep(5);
  }
}

async function listenWhereForbidden() {
  let opened = 0;
  const server = createServer((_, response) => void response.writeHead(200).end());
  server.on("connection", () => {
    opened += 1;
  });
  const port = await listening(server, 443).catch(() => listening(server, 0));
  return {
    url: `http://${FORBIDDEN_ADDRESS}:${port}/`,
    connections: () => opened,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Port 443 is where a sender that forgot to look would go; only root may listen there. */
function listening(server: ReturnType<typeof createServer>, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, FORBIDDEN_ADDRESS, () => {
      server.off("error", reject);
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}

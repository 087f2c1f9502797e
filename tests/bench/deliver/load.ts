import { systemClock } from "../../../server/src/core/clock.ts";
import { createSigner, parseSigningKeys } from "../../../server/src/core/signing.ts";
import { type CampaignFacts, writeToken } from "../../../server/src/domain/delivery/index.ts";
import { SIGNING_KEYS } from "../support/exchange-process.ts";
import { ids } from "../support/market.ts";
import {
  openRawClient,
  type RawAnswer,
  type RawClient,
  requestBytes,
} from "../support/raw-client.ts";
import { quantile, rounded } from "../support/statistics.ts";
import type { LoadOrder, LoadResult, PrepareLoad, RunLoad } from "./messages.ts";

/** The load generator, a process of its own; requests are written out before the clock runs. */
let prepared: { order: PrepareLoad; messages: readonly Buffer[] } | null = null;

const SESSIONS = 5_000;
const BROWSER =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) " +
  "Chrome/141.0.0.0 Safari/537.36";
const signer = createSigner(parseSigningKeys(SIGNING_KEYS));

process.on("message", (order: LoadOrder) => {
  void carryOut(order).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});

async function carryOut(order: LoadOrder): Promise<LoadResult | null> {
  if (order.kind === "prepare") {
    prepared = { order, messages: writeRequests(order) };
    return null;
  }
  if (prepared === null) throw new Error("Nothing is prepared.");
  const { port } = prepared.order;
  const clients = await Promise.all(
    Array.from({ length: order.connections }, () => openRawClient(port)),
  );
  try {
    return await send(clients, prepared, order);
  } finally {
    for (const client of clients) client.close();
  }
}

async function send(
  clients: readonly RawClient[],
  load: { order: PrepareLoad; messages: readonly Buffer[] },
  run: RunLoad,
): Promise<LoadResult> {
  const { messages, order } = load;
  const latenciesMs: number[] = [];
  const startedAt = performance.now();
  const everyMs = run.ratePerSecond === undefined ? 0 : 1_000 / run.ratePerSecond;
  let next = 0;
  const loop = async (client: RawClient) => {
    for (;;) {
      const nth = next++;
      // At a given pace a late answer counts from when its request was due, not from when it went.
      const dueAt = everyMs === 0 ? performance.now() : startedAt + nth * everyMs;
      if (dueAt - startedAt > run.durationMs) return;
      const message = messages[order.request === "deliver" ? nth % messages.length : nth];
      if (message === undefined) throw new Error("There were too few links to click.");
      await until(dueAt);
      const fromMs = Math.min(dueAt, performance.now());
      check(order.request, await client.send(message));
      latenciesMs.push(performance.now() - fromMs);
    }
  };
  await Promise.all(clients.map(loop));
  const seconds = (performance.now() - startedAt) / 1_000;
  return {
    perSecond: latenciesMs.length / seconds,
    p50Ms: rounded(quantile(latenciesMs, 0.5)),
    p99Ms: rounded(quantile(latenciesMs, 0.99)),
  };
}

function until(dueAt: number): Promise<void> | undefined {
  const waitMs = dueAt - performance.now();
  // A timer is a millisecond late: what is due within one goes at once.
  return waitMs < 1 ? undefined : new Promise((resolve) => setTimeout(resolve, waitMs - 0.5));
}

/** An ad for every turn and a redirect for every click, or the number means nothing. */
function check(request: PrepareLoad["request"], answer: RawAnswer): void {
  const isRight =
    request === "click"
      ? answer.status === 302
      : answer.status === 200 && answer.tail.includes('"reportTool":"report_click"}');
  if (!isRight) throw new Error(`${request} got ${answer.status} ${answer.tail}`);
}

function writeRequests(order: PrepareLoad): Buffer[] {
  return Array.from({ length: order.requests }, (_, nth) => {
    const facts = order.campaigns[nth % order.campaigns.length];
    if (facts === undefined) throw new Error("No campaign to ask for.");
    return order.request === "click" ? clickBytes(order, facts, nth) : turnBytes(order, facts, nth);
  });
}

function turnBytes({ port, key }: PrepareLoad, facts: CampaignFacts, nth: number): Buffer {
  const { campaignId } = facts;
  const fields = { campaignId, sessionKey: `session-${nth % SESSIONS}`, topics: ["cooking"] };
  const body = JSON.stringify({ tool: "deliver_ad", arguments: fields });
  return requestBytes({ port, key, body });
}

/** A click as a proxy in front hands it on, each from another reader. */
function clickBytes({ port }: PrepareLoad, facts: CampaignFacts, nth: number): Buffer {
  const token = writeToken(
    {
      kind: "campaign",
      issuedAtMs: systemClock.now().getTime(),
      version: 1,
      deliveryUuid: ids.uuid(),
      campaignNumber: facts.number,
    },
    signer,
  );
  const address = `10.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`;
  const head = [
    `GET /r/${token} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `User-Agent: ${BROWSER}`,
    `X-Forwarded-For: ${address}`,
    "Accept: text/html,application/xhtml+xml",
    "Sec-Fetch-Dest: document",
  ].join("\r\n");
  return Buffer.from(`${head}\r\n\r\n`);
}

import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { addressThrough } from "../../../demo-chat/console/outages/address.ts";
import { layRelay, type Relay } from "../../../demo-chat/console/outages/relay.ts";
import { errorBodySchema } from "../../../server/src/contract/errors.ts";
import { acknowledgementSchema } from "../../../server/src/contract/resources/delivery.ts";
import { type Database, openDatabase } from "../../../server/src/core/db.ts";
import { readEnv } from "../../../server/src/core/env.ts";
import { silentLogger } from "../../../server/src/core/log.ts";
import { createExchange, type Exchange } from "../../../server/src/wiring/exchange.ts";
import { bookPair, type Market, type Pair, startMarket } from "../tools/market.ts";

const SIGNING_KEYS = `1:${Buffer.alloc(32, 7).toString("base64url")}`;
const BROWSER = "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36";

let market: Market;
let relay: Relay;
let relayedUrl: string;
let exchange: Exchange;
let baseUrl: string;
let pair: Pair;
beforeAll(async () => {
  market = await startMarket({ env: { SIGNING_KEYS } });
  const { hostname, port } = new URL(market.databaseUrl);
  relay = await layRelay({ host: hostname, port: Number(port) });
  relayedUrl = addressThrough(market.databaseUrl, relay.port);
  exchange = await createExchange({
    env: readEnv({ DEMO: "1", PORT: "0", SIGNING_KEYS }),
    databaseUrl: relayedUrl,
    logger: silentLogger,
    clock: market.clock,
  });
  baseUrl = `http://127.0.0.1:${await exchange.listen()}`;
  await exchange.services.catalog.whenReady();
  pair = await bookPair(market, "cpc");
});
afterEach(() => relay.restore());
afterAll(async () => {
  await exchange.close();
  await relay.close();
  await market.close();
});

/** A call to the exchange behind the relay. */
const call = async (tool: string, args: object, key: string) => {
  const response = await fetch(`${baseUrl}/api/agent`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${key}` },
    body: JSON.stringify({ tool, arguments: args }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
};
const hopOf = (clickUrl: string) =>
  fetch(baseUrl + new URL(clickUrl).pathname, {
    redirect: "manual",
    headers: { "User-Agent": BROWSER },
  });
const eventually = (check: () => Promise<void>) =>
  vi.waitFor(check, { timeout: 8_000, interval: 50 });

describe("while the database is gone", () => {
  test("reads and writes answer unavailable and recover by themselves", async () => {
    expect((await call("whoami", {}, pair.publisher.key)).status).toBe(200);
    relay.cut();
    for (const [tool, args, key] of [
      ["whoami", {}, pair.publisher.key],
      ["buy_credits", { packId: "starter" }, pair.advertiser.key],
      ["list_campaigns", {}, pair.publisher.key],
    ] as const) {
      const answer = await call(tool, args, key);
      expect([tool, answer.status]).toEqual([tool, 503]);
      expect(errorBodySchema.parse(answer.body).error).toMatchObject({
        code: "unavailable",
        recovery: "transient",
        retryAfterSeconds: 1,
      });
      expect(answer.headers.get("Retry-After")).toBe("1");
      expect(JSON.stringify(answer.body)).not.toMatch(/ECONN|postgres|127\.0\.0\.1:\d+"/);
    }
    relay.restore();
    await eventually(async () =>
      expect((await call("whoami", {}, pair.publisher.key)).status).toBe(200),
    );
  });

  test("the process lives, and says that it is not ready", async () => {
    relay.cut();
    expect((await fetch(`${baseUrl}/healthz`)).status).toBe(200);
    const ready = await fetch(`${baseUrl}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { status: "starting", missing: ["database"] },
    ]);
    expect((await fetch(`${baseUrl}/readyz/links`)).status).toBe(200);
    relay.restore();
    await eventually(async () => expect((await fetch(`${baseUrl}/readyz`)).status).toBe(200));
  });

  test("a report that waits through a short one is settled once", async () => {
    const { deliveryId } = await pair.deliver();
    const args = { campaignId: pair.campaignId, deliveryId };
    await call("report_impression", args, pair.publisher.key);
    relay.cut();
    const waiting = call("report_click", args, pair.publisher.key);
    setTimeout(() => relay.restore(), 100);
    const answer = await waiting;
    expect(answer.status).toBe(200);
    expect(acknowledgementSchema.parse(answer.body)).toMatchObject({
      billable: true,
      duplicate: false,
    });
    const clicks = await market.sql("select 1 from event where campaign_id = $1 and kind = 2", [
      pair.uuid,
    ]);
    expect(clicks).toHaveLength(1);
    await market.expectBooksAddUp();
  });

  test("a long outage refuses reports, and the same report passes afterwards", async () => {
    const { deliveryId } = await pair.deliver();
    const args = { campaignId: pair.campaignId, deliveryId };
    relay.cut();
    const refused = await call("report_click", args, pair.publisher.key);
    expect(errorBodySchema.parse(refused.body).error.code).toBe("unavailable");
    relay.restore();
    await eventually(async () => {
      const answer = await call("report_click", args, pair.publisher.key);
      expect(acknowledgementSchema.parse(answer.body).billable).toBe(true);
    });
  });

  test("links already loaded lead to the shop, and their clicks are settled later", async () => {
    const { offer } = await pair.deliver();
    const other = await pair.deliver();
    await hopOf(other.offer.clickUrl);
    const clicks = () =>
      market.sql("select id from event where campaign_id = $1 and kind = 2", [pair.uuid]);
    await eventually(async () => expect(await clicks()).not.toHaveLength(0));
    const before = (await clicks()).length;
    relay.cut();
    market.clock.advance(1_000);
    const answer = await hopOf(offer.clickUrl);
    expect(answer.status).toBe(302);
    expect(answer.headers.get("Location")).toContain("https://shop.example.com/pans?click=clk_");
    relay.restore();
    await eventually(async () => expect(await clicks()).toHaveLength(before + 1));
    await market.expectBooksAddUp();
  });
});

const INSERT_PROBE = "insert into outbox (id, type, agent_id, data) values ($1, 'probe', $1, '{}')";

describe("the database port", () => {
  const open = (databaseUrl: string): Database =>
    openDatabase({
      connectionString: databaseUrl,
      connections: 2,
      logger: silentLogger,
      role: "placard_app",
    });

  test("LISTEN reconnects after a cut and tells of the gap once", async () => {
    const db = open(relayedUrl);
    try {
      const heard: string[] = [];
      let gaps = 0;
      db.listen(
        "placard_probe",
        (payload) => heard.push(payload),
        () => {
          gaps += 1;
        },
      );
      let sent = 0;
      const notified = async () => {
        sent += 1;
        await market.sql("select pg_notify('placard_probe', $1)", [String(sent)]);
        expect(heard.length).toBeGreaterThan(0);
      };
      await eventually(notified);
      expect(gaps).toBe(0);
      relay.cut();
      relay.restore();
      await eventually(async () => expect(gaps).toBe(1));
      heard.length = 0;
      await eventually(notified);
      expect(gaps).toBe(1);
    } finally {
      await db.close();
    }
  });

  test("a transaction that loses its connection leaves nothing and blocks nobody", async () => {
    const db = open(relayedUrl);
    try {
      const insert = {
        name: "probe.insert",
        text: INSERT_PROBE,
      };
      const lost = db.tx(async (tx) => {
        await tx.query(insert, [crypto.randomUUID()]);
        relay.cut();
        await tx.query({ name: "probe.one", text: "select 1 as one" });
      });
      await expect(lost).rejects.toMatchObject({ code: "unavailable" });
      relay.restore();
      await eventually(async () => void (await db.query({ name: "", text: "select" })));
      expect(await market.sql("select 1 from outbox where type = 'probe'")).toEqual([]);
    } finally {
      await db.close();
    }
  });

  test("a transaction that throws is rolled back and its connection serves on", async () => {
    const db = open(market.databaseUrl);
    try {
      for (let turn = 0; turn < 5; turn += 1) {
        await expect(
          db.tx(async (tx) => {
            await tx.query(
              {
                name: "probe.insert",
                text: INSERT_PROBE,
              },
              [crypto.randomUUID()],
            );
            throw new Error("changed my mind");
          }),
        ).rejects.toThrow("changed my mind");
      }
      expect(await market.sql("select 1 from outbox where type = 'probe'")).toEqual([]);
    } finally {
      await db.close();
    }
  });

  test("another mistake than a lost connection is not called unavailable", async () => {
    const db = open(market.databaseUrl);
    try {
      const wrong = db.query({ name: "probe.wrong", text: "select 1 / 0" });
      await expect(wrong).rejects.toMatchObject({ code: "22012" });
    } finally {
      await db.close();
    }
  });
});

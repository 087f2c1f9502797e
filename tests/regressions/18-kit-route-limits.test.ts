import { once } from "node:events";
import { createPublisherKit } from "@placard/publisher-kit";
import { createKoaMiddleware } from "@placard/publisher-kit/koa";
import type { KitEvent, PublisherKitOptions } from "@placard/publisher-kit/types";
import Koa from "koa";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { createMemory } from "../../publisher-kit/src/turn/memory.ts";
import { bookPair, type Pair, setUpMarket } from "../integration/tools/market.ts";

const ASK = "I'm looking for a cast-iron pan";
const LIMITS = { turns: [3, 5], events: [4, 6], sessions: 4 } as const;

const market = setUpMarket();
let pair: Pair;
beforeAll(async () => {
  pair = await bookPair(market, "cpm");
});

const tokenSchema = z.object({ token: z.string() });
const turnSchema = z.object({
  turnId: z.string(),
  cards: z.array(z.object({ cardToken: z.string(), kind: z.string() })),
});
const reportSchema = z.object({
  tool: z.literal("report_events"),
  arguments: z.object({ events: z.array(z.record(z.string(), z.unknown())) }),
});

/** The kit's routes in a Koa app, behind a proxy that names the reader's address. */
async function openHost(options: Partial<PublisherKitOptions> = {}, isProxied = true) {
  const events: KitEvent[] = [];
  const reports: Record<string, unknown>[] = [];
  const kit = createPublisherKit({
    baseUrl: market.baseUrl,
    apiKey: pair.publisher.key,
    timeoutMs: 5_000,
    limits: LIMITS,
    onEvent: (event) => events.push(event),
    fetch: (input, init) => {
      const sent = reportSchema.safeParse(JSON.parse(String(init?.body)));
      reports.push(...(sent.data?.arguments.events ?? []));
      return fetch(input, init);
    },
    ...options,
  });
  const app = new Koa({ proxy: isProxied });
  app.use(createKoaMiddleware(kit));
  const server = app.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  const origin = `http://127.0.0.1:${port}`;
  const post = (route: string, body: object, { from = "198.51.100.7", token = "" } = {}) =>
    fetch(`${origin}/offers/${route}`, {
      method: "POST",
      headers: {
        origin,
        "content-type": "application/json",
        "x-forwarded-for": from,
        ...(token !== "" && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
  return {
    events,
    reports,
    post,
    async session(from?: string) {
      const answer = await post("session", {}, { ...(from !== undefined && { from }) });
      return tokenSchema.parse(await answer.json()).token;
    },
    async turn(token: string, from?: string) {
      const answer = await post(
        "turn",
        { text: ASK },
        { token, ...(from !== undefined && { from }) },
      );
      return { status: answer.status, headers: answer.headers, body: await answer.json() };
    },
    async [Symbol.asyncDispose]() {
      await kit.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

type Host = Awaited<ReturnType<typeof openHost>>;

async function sessionOf(host: Host): Promise<() => string> {
  const token = await host.session();
  return () => token;
}

/** A turn's campaign card and what a browser says of it. */
async function cardOf(host: Host, token: () => string) {
  const { turnId, cards } = turnSchema.parse((await host.turn(token())).body);
  const cardToken = cards.find(({ kind }) => kind === "campaign")?.cardToken ?? "";
  let told = 0;
  const tell = (type: string, count = 1, from?: string) =>
    host.post(
      "events",
      {
        token: token(),
        events: Array.from({ length: count }, () => {
          told += 1;
          return { id: `w${told}`, type, cardToken, turnId, at: market.clock.now().getTime() };
        }),
      },
      { ...(from !== undefined && { from }) },
    );
  return { tell, cardToken };
}

describe("the routes of the kit", () => {
  test("end a flood of turns from one session, and no other reader's", async () => {
    await using host = await openHost();
    const token = await host.session();
    for (let turn = 0; turn < 3; turn += 1) expect((await host.turn(token)).status).toBe(200);
    const refused = await host.turn(token);
    expect(refused).toMatchObject({ status: 429, body: { error: { code: "rate_limited" } } });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    const other = await host.session("203.0.113.9");
    expect((await host.turn(other, "203.0.113.9")).status).toBe(200);
  });

  test.each([
    ["one address", ["198.51.100.7", "198.51.100.7:4711", "::ffff:198.51.100.7"]],
    ["one /64 of IPv6", ["2001:db8:0:7::1", "[2001:db8:0:7:a:b:c:d]:4711", "2001:db8:0:7:9::"]],
  ])("end a flood from many sessions of %s", async (_name, addresses) => {
    await using host = await openHost();
    const codes: number[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      const from = addresses[turn % addresses.length];
      const token = turn < 4 ? await host.session(from) : "";
      if (token !== "") {
        codes.push((await host.turn(token, from)).status, (await host.turn(token, from)).status);
      }
    }
    expect(codes).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    const fifth = await host.post("session", {}, { from: addresses[0] ?? "" });
    expect(fifth.status).toBe(429);
  });

  test("end a flood of views and clicks, and take nothing of a refused batch", async () => {
    await using host = await openHost();
    const { tell } = await cardOf(host, await sessionOf(host));
    expect((await tell("click", 3)).status).toBe(202);
    expect((await tell("viewable", 2)).status).toBe(429);
    expect((await tell("viewable", 1)).status).toBe(202);
    expect(host.events.filter(({ type }) => type === "widget")).toHaveLength(2);
  });

  test("pass the reader's address on only where the framework trusts its proxy", async () => {
    for (const isProxied of [true, false]) {
      const host = await openHost({}, isProxied);
      const named = await host.session();
      await (await cardOf(host, () => named)).tell("viewable");
      await host[Symbol.asyncDispose]();
      expect(host.reports).toMatchObject([{ type: "impression" }]);
      const { evidence } = z.object({ evidence: z.looseObject({}) }).parse(host.reports[0]);
      expect(evidence.ip).toBe(isProxied ? "198.51.100.7" : undefined);
    }
  });

  test("take a card until its delivery expires, and count it once", async () => {
    let nowMs = market.clock.now().getTime();
    await using host = await openHost({ now: () => nowMs, limits: {} });
    let token = await host.session();
    const { tell, cardToken } = await cardOf(host, () => token);
    const [, claims = ""] = cardToken.split(".");
    const { e: expiresAtMs } = JSON.parse(Buffer.from(claims, "base64url").toString());
    expect(expiresAtMs).toBeGreaterThan(nowMs);
    expect(await (await tell("click")).json()).toEqual({ accepted: 1, rejected: 0 });
    nowMs = expiresAtMs;
    token = await host.session();
    expect(await (await tell("viewable")).json()).toEqual({ accepted: 0, rejected: 1 });
    const memory = createMemory();
    expect(memory.isFirst("card")).toBe(true);
    for (let other = 0; other < 100_000; other += 1) memory.isFirst(`other ${other}`);
    expect(memory.isFirst("card")).toBe(false);
  });
});

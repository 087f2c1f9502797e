import type { Card, FilledTurn, PublisherKitOptions } from "@placard/publisher-kit/types";
import { describe, expect, test } from "vitest";
import { startTimer } from "../../../publisher-kit/src/core/clock.ts";
import { ASK, cpmExchange, kitFor, reported, SECRET } from "../browser-double.ts";
import { product } from "../exchange-double.ts";
import { openWebHost, webHosts } from "./web-hosts.ts";
import { marksOf, openWorld } from "./world.ts";

type Page = Awaited<ReturnType<typeof openWebHost>>;

async function sessionOf(page: Page): Promise<string> {
  const { token } = await (await page.send("/offers/session", {})).json();
  return String(token);
}

async function campaignCard(page: Page, token: string) {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await page.send("/offers/turn", { text: ASK }, headers);
  expect(answer.status).toBe(200);
  const turn: { turnId: string; cards: Card[] } = await answer.json();
  const card = turn.cards.find(({ kind }) => kind === "campaign");
  return { turnId: turn.turnId, cardToken: card?.cardToken ?? "" };
}

describe.each(webHosts)("$name", (host) => {
  test("serves a session, a turn and its view, which the exchange hears of once", async () => {
    await using exchange = await cpmExchange();
    const { kit } = kitFor(exchange);
    await using page = await openWebHost(host, kit);
    const token = await sessionOf(page);
    const { turnId, cardToken } = await campaignCard(page, token);
    const event = { id: "w1", type: "viewable", cardToken, turnId, at: Date.now() };
    const body = { token, events: [event, event] };
    const taken = await page.send("/offers/events", body);
    expect([taken.status, await taken.json()]).toEqual([202, { accepted: 2, rejected: 0 }]);
    // At page hide a browser can send plain text only.
    const beacon = { "content-type": "text/plain;charset=UTF-8" };
    const again = await page.send("/offers/events", body, beacon);
    expect([again.status, await again.json()]).toEqual([202, { accepted: 2, rejected: 0 }]);
    await kit.close();
    expect(reported(exchange)).toHaveLength(1);
  });

  test("gives each turn of a reader to `onTurn`, which can delay and break nothing", async () => {
    await using exchange = await cpmExchange();
    const warned: string[] = [];
    const { kit } = kitFor(exchange, { logger: { warn: (event) => warned.push(event) } });
    const turns: unknown[] = [];
    const onTurn = async (turn: object, request: object) => {
      turns.push([turn, typeof request]);
      throw new Error("of the host");
    };
    await using page = await openWebHost(host, kit, { onTurn });
    const headers = { authorization: `Bearer ${await sessionOf(page)}` };
    const [shown, none] = [
      await (await page.send("/offers/turn", { text: ASK }, headers)).json(),
      await (await page.send("/offers/turn", { text: "Write a poem." }, headers)).json(),
    ];
    expect([shown.status, none.status]).toEqual(["filled", "no_fill"]);
    expect(turns).toMatchObject([
      [{ turnId: shown.turnId, cards: shown.cards }, "object"],
      [{ status: "no_fill", reason: "no_intent" }, "object"],
    ]);
    expect(warned).toEqual(["on_turn_failed", "on_turn_failed"]);
  });

  test("stops asking the exchange when the reader leaves", async () => {
    await using exchange = await cpmExchange();
    const asked = Promise.withResolvers<void>();
    const hungUp = Promise.withResolvers<void>();
    exchange.handlers.search_shopfeed_products = (_call, response) => {
      response.once("close", () => hungUp.resolve());
      asked.resolve();
      return "hang";
    };
    // Nothing but the reader's leaving can end this turn before the test itself is ended.
    const { kit } = kitFor(exchange, { timeoutMs: 60_000 });
    await using page = await openWebHost(host, kit);
    const leaving = new AbortController();
    const headers = { authorization: `Bearer ${await sessionOf(page)}` };
    const turn = page.send("/offers/turn", { text: ASK }, headers, leaving.signal);
    await asked.promise;
    leaving.abort();
    await expect(turn).rejects.toThrow("abort");
    await hungUp.promise;
    await kit.close();
    expect(reported(exchange)).toEqual([]);
  });

  test("refuses what a route refuses, with the same words", async () => {
    await using exchange = await cpmExchange();
    const { kit } = kitFor(exchange);
    await using page = await openWebHost(host, kit);
    const refusals: [string, unknown, Record<string, string>, number, string][] = [
      ["session", {}, { origin: "https://evil.example" }, 403, "origin_refused"],
      ["session", {}, { "content-type": "text/html" }, 415, "unsupported_media_type"],
      ["session", "{", {}, 400, "invalid_json"],
      ["session", { more: 1 }, {}, 400, "invalid_request"],
      ["turn", { text: ASK }, {}, 401, "invalid_session"],
      ["turn", { text: "x".repeat(70_000) }, {}, 413, "payload_too_large"],
    ];
    for (const [route, body, headers, status, code] of refusals) {
      const answer = await page.send(`/offers/${route}`, body, headers);
      expect([answer.status, await answer.json()]).toMatchObject([status, { error: { code } }]);
      expect(answer.headers.get("cache-control")).toBe("no-store");
    }
    const read = await fetch(`${page.origin}/offers/turn`, { headers: { origin: page.origin } });
    expect(read.status).toBe(405);
    expect(exchange.calls).toEqual([]);
  });

  test("lets a listed page of another origin in and leaves other addresses alone", async () => {
    await using exchange = await cpmExchange();
    const { kit } = kitFor(exchange);
    const origins = ["https://chat.example"];
    await using page = await openWebHost(host, kit, { basePath: "/ads/", origins });
    const headers = { origin: "https://chat.example" };
    const asked = await fetch(`${page.origin}/ads/session`, { method: "OPTIONS", headers });
    expect(asked.status).toBe(204);
    expect(asked.headers.get("access-control-allow-origin")).toBe("https://chat.example");
    const session = await page.send("/ads/session", {}, headers);
    expect(session.status).toBe(200);
    expect(session.headers.get("access-control-allow-origin")).toBe("https://chat.example");
    const other = await fetch(`${page.origin}/other`);
    expect(await other.text()).toBe("other");
  });
});

describe.each(webHosts)("$name, with an answer that cites", (host) => {
  const { ad, pick } = marksOf("Northwind");

  /** A page whose turn is answered on the server, with its session and what the route says. */
  async function openCited(options: Partial<PublisherKitOptions> = {}) {
    const world = await openWorld({ mode: "both", sessionSecret: SECRET, ...options });
    const conversations = ["one", "other"];
    const claims = () => ({ sessionKey: conversations.shift() ?? "" });
    const page = await openWebHost(host, world.kit, { claims });
    const token = await sessionOf(page);
    const headers = { authorization: `Bearer ${token}` };
    const answer = await page.send("/offers/turn", { text: ASK }, headers);
    const turn: FilledTurn & { citations?: true } = await answer.json();
    const cited = async (bearer = token, body: unknown = { turnId: turn.turnId }) =>
      page.send("/offers/citations", body, { authorization: `Bearer ${bearer}` });
    return {
      ...world,
      page,
      turn,
      cited,
      async [Symbol.asyncDispose]() {
        await page[Symbol.asyncDispose]();
        await world[Symbol.asyncDispose]();
      },
    };
  }

  test("tells the widget which cards, when the answer has ended", async () => {
    await using open = await openCited();
    const { kit, turn, cited } = open;
    expect(turn.citations).toBe(true);
    const asked = cited();
    const shown = kit.observeAnswer(
      turn,
      answerOf([`The Northwind boot ${ad}. `, `Take it ${pick}.`]),
    );
    for await (const _piece of shown);
    const card = turn.cards.find(({ sponsor }) => sponsor === "Northwind");
    const done = { status: "done", cited: [{ cardToken: card?.cardToken, kind: "pick" }] };
    for (const answer of [await asked, await cited()]) {
      expect([answer.status, await answer.json()]).toEqual([200, done]);
    }
  });

  test("says that the answer goes on, after a wait below that of proxies", async () => {
    await using open = await openCited({
      startTimer: (run, delayMs) => startTimer(run, delayMs === 25_000 ? 0 : delayMs),
    });
    open.kit.prompt(open.turn);
    const answer = await open.cited();
    expect([answer.status, await answer.json()]).toEqual([200, { status: "pending", cited: [] }]);
  });

  test("does not wait for the answer of a turn that no model was given", async () => {
    await using open = await openCited({
      startTimer: (run, delayMs) => startTimer(run, delayMs === 3_000 ? 0 : delayMs),
    });
    const answer = await open.cited();
    expect(await answer.json()).toEqual({ status: "unknown", cited: [] });
  });

  test("tells no other session, and nothing of a turn that it does not know", async () => {
    await using open = await openCited();
    const { kit, page, turn, cited } = open;
    kit.observeAnswer(turn, `The Northwind boot ${ad}.`);
    const unknown = { status: "unknown", cited: [] };
    expect(await (await cited(await sessionOf(page))).json()).toEqual(unknown);
    expect(await (await cited(undefined, { turnId: "trn_other" })).json()).toEqual(unknown);
    expect((await cited("s1.forged")).status).toBe(401);
    expect((await cited(undefined, {})).status).toBe(400);
  });
});

async function* answerOf(pieces: readonly string[]): AsyncGenerator<string> {
  yield* pieces;
}

/** A picture of one pixel. */
const GIF = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

describe.each(webHosts)("$name, with pictures through the server", (host) => {
  test("shows a picture from its own address and no other", async () => {
    await using exchange = await cpmExchange();
    exchange.pages["/shoe.gif"] = (response) => void response.end(GIF);
    exchange.handlers.search_shopfeed_products = () => ({
      body: {
        status: "ok",
        items: [
          product(exchange.baseUrl, 1, {
            image: { url: `${exchange.baseUrl}/shoe.gif`, alt: "A" },
          }),
          product(exchange.baseUrl, 2, { image: { url: "http://169.254.169.254/a.png" } }),
        ],
      },
    });
    const { kit } = kitFor(exchange);
    await using page = await openWebHost(host, kit, { images: "proxy" });
    const headers = { authorization: `Bearer ${await sessionOf(page)}` };
    const ask = async (): Promise<string[]> => {
      const turn = await (await page.send("/offers/turn", { text: ASK }, headers)).json();
      const cards: Card[] = turn.cards;
      return cards.flatMap(({ image }) => (image === undefined ? [] : [image.url]));
    };
    const [good = "", bad = "", ...more] = await ask();
    expect(more).toEqual([]);
    // The same name in the next turn, so that the browser has it already.
    expect(await ask()).toEqual([good, bad]);
    expect(good).toMatch(new RegExp(`^${page.origin}/offers/img/i1\\.`));
    const shown = await fetch(good);
    expect(shown.status).toBe(200);
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(GIF);
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      "content-type": "image/gif",
      "cache-control": "public, max-age=86400",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
    });
    expect((await fetch(bad)).status).toBe(502);
    expect((await fetch(`${good.slice(0, -2)}AA`)).status).toBe(404);
    expect((await fetch(good, { method: "POST" })).status).toBe(405);
  });

  test("has no such route unless the host wants it", async () => {
    await using exchange = await cpmExchange();
    const { kit } = kitFor(exchange);
    await using page = await openWebHost(host, kit);
    expect((await fetch(`${page.origin}/offers/img/i1.a.b`)).status).toBe(404);
  });
});

describe.each(webHosts.filter(({ parses }) => parses))("$name", (host) => {
  test("works behind a parser that has read the body already", async () => {
    await using exchange = await cpmExchange();
    const { kit } = kitFor(exchange);
    await using page = await openWebHost(host, kit, {}, true);
    const token = await sessionOf(page);
    expect((await campaignCard(page, token)).cardToken).toMatch(/^c1\./);
  });
});

import type { Card } from "@placard/publisher-kit/types";
import { describe, expect, test } from "vitest";
import { ASK, cpmExchange, kitFor, reported } from "../browser-double.ts";
import { product } from "../exchange-double.ts";
import { openWebHost, webHosts } from "./web-hosts.ts";

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

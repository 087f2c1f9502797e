import { createPublisherKit } from "@placard/publisher-kit";
import { createExpressMiddleware } from "@placard/publisher-kit/express";
import { createFetchHandler, type FetchHandlerOptions } from "@placard/publisher-kit/fetch";
import { describe, expect, test } from "vitest";
import { product, startExchange } from "./exchange-double.ts";

const ASK = "I'm looking for trail running shoes";
const HOST = "internal:3000";
const PAGE = "https://chat.example";

/** A kit behind a fetch handler, its log, and requests to it as a proxy or an app sends them. */
async function open(options: FetchHandlerOptions = {}) {
  const exchange = await startExchange();
  exchange.handlers.search_shopfeed_products = () => ({
    body: { status: "ok", items: [product(exchange.baseUrl, 1)] },
  });
  const lines: [string, Record<string, unknown> | undefined][] = [];
  const kit = createPublisherKit({
    baseUrl: exchange.baseUrl,
    apiKey: "rk_live_key",
    timeoutMs: 60_000,
    logger: { warn: (event, fields) => lines.push([event, fields]) },
  });
  const handle = createFetchHandler(kit, options);
  const send = async (path: string, body: unknown, headers: Record<string, string>) => {
    const response = await handle(
      new Request(`http://${HOST}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      }),
    );
    const text = await response.text();
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
  };
  return { kit, lines, send, [Symbol.asyncDispose]: () => exchange[Symbol.asyncDispose]() };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe("a proxy that rewrites Host", () => {
  test("is refused with one line that names `publicUrl` and `origins`", async () => {
    await using host = await open();
    for (let count = 0; count < 3; count += 1) {
      const { status, body } = await host.send("/offers/session", {}, { origin: PAGE });
      expect([status, body.error.code]).toEqual([403, "origin_refused"]);
    }
    expect(host.lines).toHaveLength(1);
    expect(host.lines[0]).toMatchObject(["origin_refused", { origin: PAGE, host: HOST }]);
    expect(host.lines[0]?.[1]?.help).toMatch(/`publicUrl`.*`origins`/);
  });

  test("is accepted with `publicUrl`, below which pictures are, and with `origins`", async () => {
    const publicUrl = `${PAGE}/app/offers/`;
    await using host = await open({ publicUrl, images: "proxy" });
    const session = await host.send("/offers/session", {}, { origin: PAGE });
    const headers = { origin: PAGE, ...bearer(session.body.token) };
    const { body } = await host.send("/offers/turn", { text: ASK }, headers);
    expect(body.cards[0].image.url).toMatch(/^https:\/\/chat\.example\/app\/offers\/img\/i1\./);
    const other = await host.send("/offers/session", {}, { origin: "https://evil.example" });
    expect(other.status).toBe(403);
    await using listed = await open({ origins: [PAGE] });
    expect((await listed.send("/offers/session", {}, { origin: PAGE })).status).toBe(200);
  });

  test.each(["chat.example/offers", "ftp://chat.example", "https://", ""])(
    "has no public URL %j",
    async (publicUrl) => {
      await expect(open({ publicUrl })).rejects.toThrow(/publicUrl/);
    },
  );
});

describe("a mounted path", () => {
  test("is 404 with one line that names the `basePath` it needs", async () => {
    await using host = await open();
    const sent = () => host.send("/api/offers/session", {}, { origin: PAGE });
    expect([(await sent()).status, (await sent()).status]).toEqual([404, 404]);
    expect(host.lines).toMatchObject([["base_path_mismatch", { basePath: "/offers" }]]);
    expect(host.lines[0]?.[1]?.help).toContain('"/api/offers"');
    const basePath = "/api/offers";
    await using right = await open({ basePath, origins: [PAGE] });
    expect((await right.send("/api/offers/session", {}, { origin: PAGE })).status).toBe(200);
  });

  test("of a router that strips it is named too, and other paths are left alone", async () => {
    await using host = await open({ basePath: "/api/offers" });
    for (const path of ["/offers/turn", "/turn", "/chat/turn", "/session", "/api/offers/other"]) {
      expect((await host.send(path, {}, {})).status).toBe(404);
    }
    expect(host.lines.map(([, fields]) => fields?.path)).toEqual(["/offers/turn"]);
    const next: unknown[] = [];
    const middleware = createExpressMiddleware(host.kit, { basePath: "/shop/offers" });
    const res = { statusCode: 0, setHeader() {}, end() {}, writableFinished: true, once() {} };
    const req = { url: "/offers/events", headers: {}, async *[Symbol.asyncIterator]() {} };
    middleware(req, res, () => next.push("next"));
    expect([next, host.lines.length]).toEqual([["next"], 1]);
  });
});

describe("a request without Origin", () => {
  test("is refused with one line that names the device token and `requireOrigin`", async () => {
    await using host = await open();
    for (const path of ["session", "turn", "citations"]) {
      const { status, body } = await host.send(`/offers/${path}`, {}, {});
      expect([path, status, body.error.code]).toEqual([path, 403, "origin_refused"]);
    }
    expect(host.lines.map(([event]) => event)).toEqual(["origin_missing"]);
    expect(host.lines[0]?.[1]?.help).toMatch(/`kit\.deviceToken`.*`requireOrigin`/);
  });

  test("opens a session with `requireOrigin: false`", async () => {
    await using host = await open({ requireOrigin: false });
    const { status, body } = await host.send("/offers/session", {}, {});
    expect(status).toBe(200);
    const turn = await host.send("/offers/turn", { text: ASK }, bearer(body.token));
    expect(turn.body).toMatchObject({ status: "filled" });
    expect(host.lines).toEqual([]);
  });

  test("never uses the session of a page, nor a page that of an app", async () => {
    await using host = await open({ requireOrigin: false, origins: [PAGE] });
    const page = (await host.send("/offers/session", {}, { origin: PAGE })).body.token;
    const app = (await host.send("/offers/session", {}, {})).body.token;
    const turn = { text: ASK };
    expect((await host.send("/offers/turn", turn, bearer(page))).status).toBe(401);
    const asPage = { ...bearer(app), origin: PAGE };
    expect((await host.send("/offers/turn", turn, asPage)).status).toBe(401);
  });
});

describe("a native app", () => {
  test("opens sessions with its device token and reports what it shows", async () => {
    await using host = await open();
    const { token } = await host.kit.deviceToken({ device: "phone 1" });
    const session = await host.send("/offers/session", {}, bearer(token));
    expect(session.body.token).toMatch(/^s1\./);
    const turn = await host.send("/offers/turn", { text: ASK }, bearer(session.body.token));
    const [card] = turn.body.cards;
    const { cardToken } = card;
    const event = { id: "1", type: "viewable", cardToken, turnId: turn.body.turnId, at: 1 };
    const events = { token: session.body.token, events: [event] };
    expect((await host.send("/offers/events", events, {})).body).toEqual({
      accepted: 1,
      rejected: 0,
    });
    // A renewed session of the device reports it too; one of another device does not.
    const again = (await host.send("/offers/session", {}, bearer(token))).body.token;
    const renewed = { token: again, events: [{ ...event, type: "click" }] };
    expect((await host.send("/offers/events", renewed, {})).body.accepted).toBe(1);
    const other = (await host.kit.deviceToken({ device: "phone 2" })).token;
    const foreign = (await host.send("/offers/session", {}, bearer(other))).body.token;
    const stolen = { token: foreign, events: [{ ...event, type: "hide" }] };
    expect((await host.send("/offers/events", stolen, {})).body.accepted).toBe(0);
  });

  test("gets nothing for a device token that is forged, expired or of another kind", async () => {
    await using host = await open();
    const { token } = await host.kit.deviceToken({ device: "phone", ttlSeconds: 1 });
    const other = createPublisherKit({ baseUrl: "https://a.example", apiKey: "another key" });
    const forged = (await other.deviceToken({ device: "phone" })).token;
    const session = (await host.kit.session({ origin: "" })).token;
    const late = createPublisherKit({
      baseUrl: "https://a.example",
      apiKey: "rk_live_key",
      now: () => Date.now() + 2_000,
    });
    for (const wrong of [forged, session, `${token}x`]) {
      const { status, body } = await host.send("/offers/session", {}, bearer(wrong));
      expect([status, body.error.code]).toEqual([401, "invalid_device"]);
    }
    const request = new Request(`http://${HOST}/offers/session`, {
      method: "POST",
      headers: { "content-type": "application/json", ...bearer(token) },
      body: "{}",
    });
    expect((await createFetchHandler(late)(request)).status).toBe(401);
    expect((await host.send("/offers/turn", { text: ASK }, bearer(token))).status).toBe(401);
  });
});

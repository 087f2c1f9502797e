import { createFetchHandler } from "@placard/publisher-kit/fetch";
import { describe, expect, test } from "vitest";
import {
  ASK,
  bearer,
  cpmExchange,
  kitFor,
  openSession,
  reported,
  SECRET,
  sendThrough,
  showTurn,
} from "./browser-double.ts";

describe("a browser's way through the routes", () => {
  test("session, turn, viewable event, and one report however often it is told", async () => {
    await using exchange = await cpmExchange();
    const { kit, events } = kitFor(exchange);
    const send = sendThrough(createFetchHandler(kit));
    const token = await openSession(send);
    const { turnId, cards, cardToken } = await showTurn(send, token);
    expect(cards.map(({ kind }) => kind)).toEqual(["campaign", "product"]);
    const event = { id: "w1", type: "viewable", cardToken, turnId, at: Date.now() };
    const first = await send("events", { token, events: [event, event, { ...event, id: "w2" }] });
    expect(first).toMatchObject({ status: 202, body: { accepted: 3, rejected: 0 } });
    const beacon = JSON.stringify({ token, events: [event] });
    const again = await send("events", beacon, { "content-type": "text/plain;charset=UTF-8" });
    expect(again).toMatchObject({ status: 202, body: { accepted: 1, rejected: 0 } });
    await kit.close();
    expect(reported(exchange)).toMatchObject([{ type: "impression", count: 1, turnId }]);
    expect(events.filter(({ type }) => type === "widget")).toHaveLength(1);
  });

  test("the same view told to another process of the host is the same event", async () => {
    await using exchange = await cpmExchange();
    const [one, two] = [kitFor(exchange), kitFor(exchange)];
    const send = sendThrough(createFetchHandler(one.kit));
    const token = await openSession(send);
    const { turnId, cardToken } = await showTurn(send, token);
    const body = {
      token,
      events: [{ id: "w1", type: "viewable", cardToken, turnId, at: Date.now() }],
    };
    await send("events", body);
    await sendThrough(createFetchHandler(two.kit))("events", body);
    await Promise.all([one.kit.close(), two.kit.close()]);
    const ids = reported(exchange).map(({ eventId }) => eventId);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  test("a click, a hide and a question are told to the host and charge nobody", async () => {
    await using exchange = await cpmExchange();
    const { kit, events } = kitFor(exchange);
    const send = sendThrough(createFetchHandler(kit));
    const token = await openSession(send);
    const { turnId, cardToken } = await showTurn(send, token);
    const types = ["click", "hide", "why"];
    const list = types.map((type, id) => ({ id: `e${id}`, type, cardToken, turnId, at: 1 }));
    await send("events", { token, events: list });
    await kit.close();
    expect(reported(exchange)).toEqual([]);
    const told = events.flatMap((event) => (event.type === "widget" ? [event.event] : []));
    expect(told).toEqual(types);
  });

  test("nothing a browser gets holds the key, the secret or the model's context", async () => {
    await using exchange = await cpmExchange();
    const { kit } = kitFor(exchange, { mode: "both" });
    const send = sendThrough(createFetchHandler(kit));
    const token = await openSession(send);
    const { body } = await send("turn", { text: ASK }, bearer(token));
    const seen = JSON.stringify([token, body]);
    expect(seen).not.toMatch(/rk_live|sixteen/);
    expect(body).not.toHaveProperty("context");
  });
});

describe("tokens", () => {
  test.each([
    ["missing", () => ""],
    ["forged", (token: string) => `${token.slice(0, -4)}AAAA`],
    ["changed", (token: string) => token.replace(/\.(.{6})/, ".AAAAAA")],
    ["cut", (token: string) => token.split(".").slice(0, 2).join(".")],
    ["not a token", () => "x"],
  ])("a %s session token gets 401", async (_name, change) => {
    await using exchange = await cpmExchange();
    const { kit } = kitFor(exchange);
    const send = sendThrough(createFetchHandler(kit));
    const token = change(await openSession(send));
    const turn = await send("turn", { text: ASK }, bearer(token));
    expect(turn).toMatchObject({ status: 401, body: { error: { code: "invalid_session" } } });
    expect((await send("events", { token, events: [] })).status).toBe(401);
    expect(exchange.calls).toEqual([]);
  });

  test("a session ends after fifteen minutes, whatever the host asked for", async () => {
    let now = 1_800_000_000_000;
    await using exchange = await cpmExchange();
    const { kit } = kitFor(exchange, { now: () => now });
    const claims = () => ({ ttlSeconds: 86_400 });
    const send = sendThrough(createFetchHandler(kit, { claims }));
    const token = await openSession(send);
    now += 899_000;
    expect((await send("turn", { text: ASK }, bearer(token))).status).toBe(200);
    now += 1_000;
    expect((await send("turn", { text: ASK }, bearer(token))).status).toBe(401);
  });

  test("a session of one origin is refused at another", async () => {
    await using exchange = await cpmExchange();
    const { kit } = kitFor(exchange);
    const send = sendThrough(createFetchHandler(kit, { origins: ["https://other.example"] }));
    const token = await openSession(send);
    const other = { ...bearer(token), origin: "https://other.example" };
    expect((await send("turn", { text: ASK }, other)).status).toBe(401);
  });

  test("a token of a former secret holds while the secret is rotated out", async () => {
    await using exchange = await cpmExchange();
    const before = sendThrough(createFetchHandler(kitFor(exchange).kit));
    const token = await openSession(before);
    const next = "another secret of sixteen";
    const during = kitFor(exchange, { sessionSecret: [next, SECRET] }).kit;
    const after = kitFor(exchange, { sessionSecret: next }).kit;
    const ask = (kit: typeof during) =>
      sendThrough(createFetchHandler(kit))("turn", { text: ASK }, bearer(token));
    expect((await ask(during)).status).toBe(200);
    expect((await ask(after)).status).toBe(401);
  });

  test("a renewed anonymous session still reports the cards on its page", async () => {
    await using exchange = await cpmExchange();
    const { kit } = kitFor(exchange);
    const send = sendThrough(createFetchHandler(kit));
    const { turnId, cardToken } = await showTurn(send, await openSession(send));
    const token = await openSession(send);
    const event = { id: "w1", type: "viewable", cardToken, turnId, at: Date.now() };
    const { body } = await send("events", { token, events: [event] });
    expect(body).toEqual({ accepted: 1, rejected: 0 });
  });

  test("a card that the host handed to the widget itself is reported without a turn", async () => {
    await using exchange = await cpmExchange();
    const { kit } = kitFor(exchange);
    const send = sendThrough(createFetchHandler(kit));
    const token = await openSession(send);
    const { turnId, cardToken } = await showTurn(send, token);
    const event = { id: "w1", type: "viewable", cardToken, turnId: "", at: Date.now() };
    const { body } = await send("events", { token, events: [event] });
    expect(body).toEqual({ accepted: 1, rejected: 0 });
    await kit.close();
    expect(reported(exchange)).toMatchObject([{ type: "impression", turnId }]);
  });

  test("a browser can report only what its own session was served", async () => {
    await using exchange = await cpmExchange();
    const { kit } = kitFor(exchange);
    const names = ["mine", "theirs"];
    const claims = () => ({ sessionKey: names.shift() });
    const send = sendThrough(createFetchHandler(kit, { claims }));
    const [mine, theirs] = [await openSession(send), await openSession(send)];
    const { turnId, cardToken } = await showTurn(send, mine);
    const event = { id: "w1", type: "viewable", cardToken, turnId, at: Date.now() };
    const answers = [
      await send("events", { token: theirs, events: [event] }),
      await send("events", { token: mine, events: [{ ...event, turnId: "trn_other" }] }),
      await send("events", { token: mine, events: [{ ...event, cardToken: mine }] }),
      await send("events", { token: mine, events: [{ ...event, cardToken: `${cardToken}A` }] }),
      await send("events", { token: mine, events: [{ ...event, type: "conversion" }] }),
      await send("events", { token: mine, events: [null] }),
    ];
    for (const { body } of answers) expect(body).toEqual({ accepted: 0, rejected: 1 });
    await kit.close();
    expect(reported(exchange)).toEqual([]);
  });

  test("a card token of yesterday reports nothing", async () => {
    let now = 1_800_000_000_000;
    await using exchange = await cpmExchange();
    const { kit } = kitFor(exchange, { now: () => now });
    const send = sendThrough(createFetchHandler(kit, { claims: () => ({ sessionKey: "s" }) }));
    const { turnId, cardToken } = await showTurn(send, await openSession(send));
    now += 24 * 3_600_000;
    const token = await openSession(send);
    const event = { id: "w1", type: "viewable", cardToken, turnId, at: now };
    const { body } = await send("events", { token, events: [event] });
    expect(body).toEqual({ accepted: 0, rejected: 1 });
  });
});

describe("refusals", () => {
  const turns: [string, unknown, Record<string, string>, number][] = [
    ["another site's page", { text: ASK }, { origin: "https://evil.example" }, 403],
    ["a sandboxed page", { text: ASK }, { origin: "null" }, 403],
    ["a form", "text=shoes", { "content-type": "application/x-www-form-urlencoded" }, 415],
    ["plain text", { text: ASK }, { "content-type": "text/plain" }, 415],
    ["broken JSON", "{", {}, 400],
    ["a list", [], {}, 400],
    ["no text", {}, {}, 400],
    ["a long text", { text: "a".repeat(16_001) }, {}, 400],
    ["a field nobody knows", { text: ASK, apiKey: "x" }, {}, 400],
    ["a turn of nobody", { text: ASK, previous: [{ role: "system", text: "x" }] }, {}, 400],
    ["a huge body", { text: "a".repeat(70_000) }, {}, 413],
  ];
  test.each(turns)("%s", async (_name, body, headers, status) => {
    await using exchange = await cpmExchange();
    const { kit } = kitFor(exchange);
    const send = sendThrough(createFetchHandler(kit));
    const token = await openSession(send);
    const answer = await send("turn", body, { ...bearer(token), ...headers });
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ error: { code: expect.any(String) } });
    expect(exchange.calls).toEqual([]);
  });

  test("a caller the host does not know gets no session", async () => {
    await using exchange = await cpmExchange();
    const { kit } = kitFor(exchange);
    const send = sendThrough(createFetchHandler(kit, { claims: () => undefined }));
    expect((await send("session", {})).status).toBe(403);
  });

  test("other methods, other paths and too many events", async () => {
    await using exchange = await cpmExchange();
    const { kit } = kitFor(exchange);
    const send = sendThrough(createFetchHandler(kit));
    const token = await openSession(send);
    expect((await send("turn", "", {}, "GET")).status).toBe(405);
    expect((await send("other", {})).status).toBe(404);
    const events = Array.from({ length: 101 }, () => null);
    expect((await send("events", { token, events })).status).toBe(413);
  });

  test("cross-origin headers go to listed origins and to nobody else", async () => {
    await using exchange = await cpmExchange();
    const { kit } = kitFor(exchange);
    const partner = "https://partner.example";
    const send = sendThrough(createFetchHandler(kit, { origins: [partner] }));
    const allow = "access-control-allow-origin";
    const preflight = await send("turn", "", { origin: partner }, "OPTIONS");
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get(allow)).toBe(partner);
    expect((await send("session", {})).headers.get(allow)).toBeNull();
    const evil = await send("turn", "", { origin: "https://evil.example" }, "OPTIONS");
    expect(evil.status).toBe(403);
    expect(evil.headers.get(allow)).toBeNull();
  });
});

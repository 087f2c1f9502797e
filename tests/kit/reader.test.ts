import { createFetchHandler } from "@placard/publisher-kit/fetch";
import { describe, expect, test } from "vitest";
import {
  cpmExchange,
  kitFor,
  openSession,
  reported,
  sendThrough,
  showTurn,
} from "./browser-double.ts";

describe("a view says to the exchange", () => {
  const agent = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0" };
  const ua = agent["user-agent"];
  const ip = "203.0.113.7";
  type Row = { name: string; headers: Record<string, string>; consent?: object; told: object };
  const rows: Row[] = [
    { name: "the user agent and the address", headers: agent, told: { ua, ip } },
    {
      name: "neither under Global Privacy Control",
      headers: { ...agent, "sec-gpc": "1" },
      told: {},
    },
    { name: "neither where the reader objected", headers: agent, consent: { gpc: true }, told: {} },
    { name: "neither without a consent", headers: agent, consent: { gdpr: true }, told: {} },
    { name: "no endless user agent", headers: { "user-agent": "a".repeat(600) }, told: { ip } },
  ];
  test.each(rows)("$name", async ({ headers, consent, told }) => {
    await using exchange = await cpmExchange();
    const { kit } = kitFor(exchange);
    const send = sendThrough(createFetchHandler(kit, { address: () => ip }));
    const token = await openSession(send);
    const { turnId, cardToken } = await showTurn(send, token, consent);
    const event = { id: "w1", type: "viewable", cardToken, turnId, at: Date.now() };
    await send("events", { token, events: [event] }, headers);
    await kit.close();
    expect(reported(exchange)[0]?.evidence).toEqual({ viewable: true, ...told });
  });

  const mute = (): string => {
    throw new Error("no socket");
  };
  test.each([
    ["no address unless the host gives it", {}],
    ["no less when the host's function throws", { address: mute }],
  ])("%s", async (_name, options) => {
    await using exchange = await cpmExchange();
    const { kit } = kitFor(exchange);
    const send = sendThrough(createFetchHandler(kit, options));
    const token = await openSession(send);
    const { turnId, cardToken } = await showTurn(send, token);
    const event = { id: "w1", type: "viewable", cardToken, turnId, at: Date.now() };
    await send("events", { token, events: [event] }, agent);
    await kit.close();
    expect(reported(exchange)[0]?.evidence).toEqual({ viewable: true, ua });
  });
});

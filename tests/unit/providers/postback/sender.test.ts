import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "../../../../server/src/core/clock.ts";
import type { PostbackSender } from "../../../../server/src/domain/postbacks/index.ts";
import {
  createPostbackSender,
  type SenderOptions,
} from "../../../../server/src/providers/postback/sender.ts";
import { answerOk, answerStatus, type Receiver, startReceiver } from "../../../setup/receiver.ts";

const PUBLIC = "93.184.216.34";

let receiver: Receiver;
let senders: PostbackSender[];
beforeEach(async () => {
  receiver = await startReceiver();
  senders = [];
});
afterEach(async () => {
  for (const sender of senders) sender.close();
  await receiver.close();
});

function open(options: Partial<SenderOptions> = {}): PostbackSender {
  const sender = createPostbackSender({
    clock: systemClock,
    allowedHosts: new Set(["127.0.0.1", "receiver.test"]),
    timeoutMs: 300,
    ...options,
  });
  senders.push(sender);
  return sender;
}

const body = '{"id":"evt_1","type":"postback.test"}';
const to = (url: string) => ({ url, headers: { "webhook-id": "evt_1" }, body });
const named = () => receiver.url.replace("127.0.0.1", "receiver.test");

describe("the limits of receivers", () => {
  test.each([
    { address: PUBLIC, network: PUBLIC },
    { address: "2606:2800:220:1:248:1893:25c8:1946", network: "2606:2800:220:1::/64" },
  ])("are asked with host and network before a connection to $address", async (one) => {
    const until = new Date();
    const asked: (readonly string[])[] = [];
    const sender = open({ resolve: () => Promise.resolve([one.address]) });
    const admit = (targets: readonly string[]) => {
      asked.push(targets);
      return Promise.resolve(until);
    };
    const outcome = await sender.send({ ...to("https://hooks.example.com/"), admit });
    expect(outcome).toEqual({ kind: "limited", until });
    expect(asked).toEqual([["hooks.example.com", one.network]]);
  });

  test("do not apply to hosts that the operator allowed", async () => {
    const admit = () => Promise.resolve(new Date());
    expect(await open().send({ ...to(receiver.url), admit })).toMatchObject({ httpStatus: 204 });
  });
});

describe("the address guard at the moment of sending", () => {
  test("asks for the name once, connects to that answer, and asks anew the next time", async () => {
    const asked: string[] = [];
    // The second answer is where nobody listens: whoever asked twice would fail.
    const answers = [["127.0.0.1"], ["127.0.0.77"], ["127.0.0.1"]];
    const sender = open({
      resolve: (host) => {
        asked.push(host);
        return Promise.resolve(answers[asked.length - 1] ?? []);
      },
    });
    const kinds: string[] = [];
    for (let attempt = 0; attempt < 3; attempt += 1) {
      kinds.push((await sender.send(to(named()))).kind);
      expect(asked).toHaveLength(attempt + 1);
    }
    expect(kinds).toEqual(["answered", "failed", "answered"]);
    expect(receiver.received[0]?.headers.host).toBe(new URL(named()).host);
  });

  test.each([
    { why: "loopback", addresses: ["127.0.0.1"] },
    { why: "a cloud's metadata", addresses: ["169.254.169.254"] },
    { why: "private beside public", addresses: [PUBLIC, "10.0.0.1"] },
    { why: "mapped", addresses: ["::ffff:127.0.0.1"] },
    { why: "NAT64", addresses: ["64:ff9b::7f00:1"] },
  ])("sends nothing to a name that leads to $why", async ({ addresses }) => {
    const sender = open({ resolve: () => Promise.resolve(addresses) });
    const port = new URL(receiver.url).port;
    expect(await sender.send(to("https://hooks.example.com/"))).toEqual({ kind: "blocked" });
    expect(await sender.send(to(`https://hooks.example.com:${port}/`))).toEqual({
      kind: "blocked",
    });
    expect(receiver.connections()).toBe(0);
  });

  test("refuses an address that was registered under other rules", async () => {
    const sender = open({ allowedHosts: new Set() });
    expect(await sender.send(to(receiver.url))).toEqual({ kind: "blocked" });
    expect(receiver.connections()).toBe(0);
  });

  test("does not follow where a receiver points", async () => {
    const inside = await startReceiver();
    receiver.answerWith(answerStatus(307, { location: inside.url }));
    expect(await open().send(to(receiver.url))).toEqual({ kind: "answered", httpStatus: 307 });
    expect(inside.connections()).toBe(0);
    await inside.close();
  });
});

describe("one attempt", () => {
  test("carries the very bytes and headers", async () => {
    expect(await open().send(to(`${receiver.url}?a=b`))).toEqual({
      kind: "answered",
      httpStatus: 204,
    });
    expect(receiver.received).toMatchObject([
      { path: "/hook?a=b", body, headers: { "webhook-id": "evt_1" } },
    ]);
  });

  test.each([
    { header: "120", ms: 120_000 },
    { header: new Date(Date.now() + 60_000).toUTCString(), ms: 60_000 },
    { header: "soon", ms: undefined },
    { header: "-5", ms: undefined },
  ])("reads Retry-After: $header", async ({ header, ms }) => {
    receiver.answerWith(answerStatus(429, { "retry-after": header }));
    const outcome = await open().send(to(receiver.url));
    const given = outcome.kind === "answered" ? outcome.retryAfterMs : undefined;
    if (ms === undefined) expect(given === undefined || given === 0).toBe(true);
    else expect(Math.abs((given ?? 0) - ms)).toBeLessThan(2_000);
  });

  test("ends when nobody answers, whether before or after the connection", async () => {
    receiver.answerWith(() => undefined);
    expect(await open().send(to(receiver.url))).toEqual({ kind: "timeout" });
    const sender = open({ resolve: () => new Promise(() => undefined) });
    expect(await sender.send(to(named()))).toEqual({ kind: "timeout" });
  });

  test("has failed when the name has no address or nobody listens", async () => {
    const sender = open({ resolve: () => Promise.reject(new Error("NXDOMAIN")) });
    expect(await sender.send(to(named()))).toEqual({ kind: "failed" });
    const { url } = receiver;
    await receiver.close();
    expect(await open().send(to(url))).toEqual({ kind: "failed" });
    receiver = await startReceiver();
  });

  test("uses one connection again and again, and a closed one is no fault", async () => {
    const sender = open();
    for (let count = 0; count < 5; count += 1) await sender.send(to(receiver.url));
    expect(receiver.connections()).toBe(1);
    // The receiver takes the message in over the old connection, then breaks it.
    let isBroken = false;
    receiver.answerWith((response, received) => {
      if (isBroken) return answerOk(response, received);
      isBroken = true;
      response.socket?.destroy();
      return undefined;
    });
    expect((await sender.send(to(receiver.url))).kind).toBe("answered");
    expect(receiver.connections()).toBe(2);
  });
});

import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import {
  makeSecret,
  secretOnWire,
  signedHeaders,
} from "../../../../server/src/domain/postbacks/attempt.ts";

const message = {
  eventId: "evt_01k9zq3v5te7kbn8w2r4c6d8fg",
  body: '{"type":"postback.test","data":{"text":"Grüße, 秤 and 🍳"}}',
  now: new Date(),
};

describe("a signature", () => {
  test("is accepted by the library of Standard Webhooks, with each secret that signed", () => {
    const secrets = [makeSecret(), makeSecret()];
    const headers = signedHeaders(message, secrets);
    for (const secret of secrets) {
      const webhook = new Webhook(secretOnWire(secret));
      expect(webhook.verify(message.body, headers)).toEqual(JSON.parse(message.body));
    }
    expect(headers["webhook-signature"]?.split(" ")).toHaveLength(2);
  });

  test("fits no other body, id, time or secret", () => {
    const secret = makeSecret();
    const headers = signedHeaders(message, [secret]);
    const webhook = new Webhook(secretOnWire(secret));
    const other = { ...headers, "webhook-id": `${message.eventId}x` };
    const later = { ...headers, "webhook-timestamp": String(Math.floor(Date.now() / 1000) + 9) };
    expect(() => webhook.verify(`${message.body} `, headers)).toThrow();
    expect(() => webhook.verify(message.body, other)).toThrow();
    expect(() => webhook.verify(message.body, later)).toThrow();
    const stranger = new Webhook(secretOnWire(makeSecret()));
    expect(() => stranger.verify(message.body, headers)).toThrow();
  });

  test("comes from a secret of 32 bytes in the form that receivers take", () => {
    expect(secretOnWire(makeSecret())).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(makeSecret().equals(makeSecret())).toBe(false);
  });
});

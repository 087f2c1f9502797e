import { type PostbackHeaders, verifyPostback } from "@placard/publisher-kit/postback";
import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import {
  makeSecret,
  secretOnWire,
  signedHeaders,
} from "../../server/src/domain/postbacks/attempt.ts";

const NOW = new Date("2026-03-01T12:00:00Z");
const now = () => NOW.getTime();
const ID = "evt_0123456789abcdefghjkmnpqrs";
const BODY = JSON.stringify({
  id: ID,
  type: "click.recorded",
  createdAt: "2026-03-01T12:00:00.000Z",
  apiVersion: "1.0",
  data: { campaignId: "cmp_1", title: "Grüße 🥾" },
});
const [first, second] = [makeSecret(), makeSecret()];
const signed = (at = NOW, secrets = [first]) =>
  signedHeaders({ eventId: ID, body: BODY, now: at }, secrets);

describe("verifyPostback", () => {
  test("gives what the exchange signed, however a server hands over headers and body", async () => {
    const headers = signed();
    const title = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]),
    );
    const forms: PostbackHeaders[] = [headers, new Headers(headers), title];
    const secret = secretOnWire(first);
    for (const form of forms) {
      for (const body of [BODY, Buffer.from(BODY), new TextEncoder().encode(BODY)]) {
        const verdict = await verifyPostback(form, body, secret, { now });
        expect(verdict).toEqual({ verified: true, postback: JSON.parse(BODY) });
      }
    }
  });

  test("takes what the library of Standard Webhooks signs", async () => {
    const secret = secretOnWire(second);
    const at = new Date();
    const headers = {
      "webhook-id": ID,
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": new Webhook(secret).sign(ID, at, BODY),
    };
    expect(await verifyPostback(headers, BODY, secret)).toMatchObject({ verified: true });
  });

  test("takes either of two secrets on either side of a rotation", async () => {
    const [old, fresh] = [secretOnWire(first), secretOnWire(second)];
    const both = signed(NOW, [second, first]);
    for (const [headers, secret] of [
      [both, old],
      [both, fresh],
      [signed(NOW, [first]), [fresh, old]],
      [signed(NOW, [second]), [fresh, old]],
    ] as const) {
      expect(await verifyPostback(headers, BODY, secret, { now })).toMatchObject({
        verified: true,
      });
    }
  });

  const changed = (headers: Record<string, string>) => ({ headers: { ...signed(), ...headers } });
  const minutes = (count: number): Date => new Date(NOW.getTime() + count * 60_000);
  type Row = {
    what: string;
    headers?: Record<string, string>;
    body?: string;
    secret?: string | string[];
    reason: string;
  };
  const rows: Row[] = [
    { what: "no headers", headers: {}, reason: "missing_headers" },
    { what: "another secret", secret: secretOnWire(second), reason: "bad_signature" },
    { what: "a changed body", body: `${BODY} `, reason: "bad_signature" },
    { what: "a changed id", ...changed({ "webhook-id": "evt_x" }), reason: "bad_signature" },
    {
      what: "a scheme it does not know",
      ...changed({ "webhook-signature": "v2,AAAA" }),
      reason: "bad_signature",
    },
    { what: "no secret", secret: [], reason: "bad_secret" },
    { what: "an empty secret", secret: "whsec_", reason: "bad_secret" },
    { what: "a secret that is no base64", secret: "whsec_%%%", reason: "bad_secret" },
    {
      what: "a time that is no number",
      ...changed({ "webhook-timestamp": "1e9" }),
      reason: "bad_timestamp",
    },
    { what: "six minutes ago", headers: signed(minutes(-6)), reason: "bad_timestamp" },
    { what: "six minutes ahead", headers: signed(minutes(6)), reason: "bad_timestamp" },
  ];
  test.each(rows)("refuses $what", async ({ headers, body, secret, reason }) => {
    const own = secret ?? secretOnWire(first);
    const verdict = await verifyPostback(headers ?? signed(), body ?? BODY, own, { now });
    expect(verdict).toEqual({ verified: false, reason });
  });

  test("refuses a signed body that is no postback", async () => {
    for (const body of ["[]", "no JSON", '{"id":"evt_1","type":"x"}']) {
      const headers = signedHeaders({ eventId: ID, body, now: NOW }, [first]);
      const verdict = await verifyPostback(headers, body, secretOnWire(first), { now });
      expect(verdict).toEqual({ verified: false, reason: "bad_body" });
    }
  });

  test("agrees with the library of Standard Webhooks about any headers", async () => {
    const secret = secretOnWire(first);
    const at = new Date();
    const good = signed(at);
    const pick = (name: string) =>
      fc.oneof(fc.constant(good[name] ?? ""), fc.string(), fc.constant(""));
    const headersOf = fc.record({
      "webhook-id": pick("webhook-id"),
      "webhook-timestamp": pick("webhook-timestamp"),
      "webhook-signature": pick("webhook-signature"),
    });
    await fc.assert(
      fc.asyncProperty(headersOf, async (headers) => {
        const { verified } = await verifyPostback(headers, BODY, secret);
        let theirs = true;
        try {
          new Webhook(secret).verify(BODY, headers);
        } catch {
          theirs = false;
        }
        expect(verified).toBe(theirs);
      }),
      { numRuns: 200 },
    );
  });
});

import { join } from "node:path";
import { expect, test } from "vitest";
import { nowMs } from "../../../demo-chat/console/clock.ts";
import type { Receiver } from "../../../demo-chat/console/receiver/receiver.ts";
import type { ReceivedPostback } from "../../../demo-chat/console/wire.ts";
import { openKeyFile } from "../../../demo-chat/goods/market/key-file.ts";
import { signedHeaders } from "../../../server/src/domain/postbacks/attempt.ts";

type Where = {
  shopUrl: string;
  dataDir: string;
  receiver: Receiver;
  told: readonly ReceivedPostback[];
};

/** What the receiver does with requests that are no new postback, beside the shop's own tests. */
export function refusalTests(of: () => Where): void {
  test("a body that was changed, an unknown agent and another method are refused", async () => {
    const { shopUrl, receiver } = of();
    const url = `${shopUrl}/demo/postbacks/emberpan`;
    const headers = {
      "webhook-id": "evt_forged",
      "webhook-timestamp": String(Math.floor(nowMs() / 1_000)),
      "webhook-signature": `v1,${Buffer.alloc(32).toString("base64")}`,
    };
    const body = JSON.stringify({ id: "evt_forged", type: "wallet.credited", data: {} });
    const forged = await fetch(url, { method: "POST", headers, body });
    expect(forged.status).toBe(401);
    expect(receiver.received().at(-1)).toMatchObject({
      id: "evt_forged",
      advertiser: "Emberpan Cookware",
      isVerified: false,
      refusal: "bad_signature",
      headers: { "webhook-id": "evt_forged", "webhook-signature": headers["webhook-signature"] },
      attempts: [{ status: 401 }],
    });
    expect((await fetch(`${url}x`, { method: "POST", body })).status).toBe(404);
    expect((await fetch(url)).status).toBe(405);
    const long = "x".repeat(70_000);
    expect((await fetch(url, { method: "POST", body: long }).catch(() => undefined))?.ok).not.toBe(
      true,
    );
  });

  test("a postback that is sent again is one postback with two attempts", async () => {
    const { shopUrl, dataDir, receiver, told } = of();
    const url = `${shopUrl}/demo/postbacks/emberpan`;
    const keys = await openKeyFile(join(dataDir, "demo-keys.json"));
    const secret = keys.get("postback emberpan")?.replace("whsec_", "") ?? "";
    const sent = { createdAt: new Date(nowMs()).toISOString(), apiVersion: "1.0", data: {} };
    const body = JSON.stringify({ id: "evt_twice", type: "postback.test", ...sent });
    const message = { eventId: "evt_twice", body, now: new Date(nowMs()) };
    const headers = signedHeaders(message, [Buffer.from(secret, "base64")]);
    const before = told.length;
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect((await fetch(url, { method: "POST", headers, body })).status).toBe(204);
    }
    expect(receiver.received().filter(({ id }) => id === "evt_twice")).toMatchObject([
      { isVerified: true, headers, attempts: [{ status: 204 }, { status: 204 }] },
    ]);
    expect(told.length - before).toBe(1);
  });
}

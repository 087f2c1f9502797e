import { createHmac, randomBytes } from "node:crypto";
import { WEBHOOK_SECRET_PREFIX } from "../../contract/keys.ts";

/** **Source** Standard Webhooks 1.0: keys of 24 to 64 bytes. */
const SECRET_BYTES = 32;

export function makeSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** The form in which receivers take a secret. */
export function secretOnWire(secret: Uint8Array): string {
  return WEBHOOK_SECRET_PREFIX + Buffer.from(secret).toString("base64");
}

/**
 * The headers of one attempt. While a secret is being rotated there is a signature by each that is
 * live, and a receiver accepts the message when any of them fits.
 *
 * **Source** Standard Webhooks 1.0, "Signature scheme".
 */
export function signedHeaders(
  message: { eventId: string; body: string; now: Date },
  secrets: readonly Uint8Array[],
): Record<string, string> {
  const timestamp = String(Math.floor(message.now.getTime() / 1000));
  const signed = `${message.eventId}.${timestamp}.${message.body}`;
  const signatures = secrets.map(
    (secret) => `v1,${createHmac("sha256", secret).update(signed).digest("base64")}`,
  );
  return {
    "content-type": "application/json",
    "user-agent": "Placard-Postbacks/1.0",
    "webhook-id": message.eventId,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}

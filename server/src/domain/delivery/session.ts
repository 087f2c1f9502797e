import type { Signer } from "../../core/signing.ts";

/** A publisher's session name as a keyed hash: comparable for us, meaningless for anyone else. */
export function sessionHash(sessionKey: string | undefined, signer: Signer): string | null {
  if (sessionKey === undefined) return null;
  const hex = signer.mac("session", sessionKey, 16).toString("hex");
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join("-");
}

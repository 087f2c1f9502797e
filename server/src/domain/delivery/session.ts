import { uuidFromHex } from "../../contract/ids.ts";
import type { Signer } from "../../core/signing.ts";

/** A publisher's session name as a keyed hash: comparable for us, meaningless for anyone else. */
export function sessionHash(sessionKey: string | undefined, signer: Signer): string | null {
  if (sessionKey === undefined) return null;
  return uuidFromHex(signer.mac("session", sessionKey, 16).toString("hex"));
}

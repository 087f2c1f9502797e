import type { Database } from "../../core/db.ts";
import type { Logger } from "../../core/log.ts";
import type { SecretBox } from "../../core/secret-box.ts";
import { findSecretsOfOtherKeys, replaceSealed } from "./secret-queries.ts";

export const SECRETS_PURPOSE = "postback secrets";

const ROWS_MAX = 1_000;

/**
 * Encrypts secrets of earlier signing keys with the current one, so that an earlier key can be
 * removed from `SIGNING_KEYS`.
 */
export async function resealSecrets(
  db: Database,
  { secrets, logger }: { secrets: SecretBox; logger: Logger },
): Promise<void> {
  let resealed = 0;
  let unreadable = 0;
  let after = "0";
  for (;;) {
    const rows = await findSecretsOfOtherKeys(db, { kid: secrets.kid, after, limit: ROWS_MAX });
    for (const { id, endpointUuid, sealed } of rows) {
      after = id;
      const secret = opened(secrets, { endpointUuid, sealed: [sealed] })[0];
      if (secret === undefined) unreadable += 1;
      else {
        await replaceSealed(db, { id, from: sealed, to: secrets.seal(secret, endpointUuid) });
        resealed += 1;
      }
    }
    if (rows.length < ROWS_MAX) break;
  }
  if (resealed > 0) logger.info({ resealed, kid: secrets.kid }, "postback_secrets_resealed");
  if (unreadable > 0) logger.error({ unreadable }, "postback_secrets_unreadable");
}

/** The secrets of an endpoint, without those whose key was removed. */
export function opened(
  secrets: SecretBox,
  { endpointUuid, sealed }: { endpointUuid: string; sealed: readonly Uint8Array[] },
): Buffer[] {
  return sealed.flatMap((one) => {
    try {
      return [secrets.open(one, endpointUuid)];
    } catch {
      return [];
    }
  });
}

import { uuidFromId } from "../../contract/ids.ts";
import type { Database, Queryable, Tx } from "../../core/db.ts";
import type { Logger } from "../../core/log.ts";
import type { SecretBox } from "../../core/secret-box.ts";
import { query } from "../../core/sql.ts";

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

/** Adds a secret; the newest four earlier ones also sign until `othersEndAt`. */
export async function rotateSecret(
  tx: Tx,
  rotation: { postbackId: string; sealed: Uint8Array; now: Date; othersEndAt: Date },
): Promise<void> {
  await query(tx, "postbacks.rotate_secret", [
    uuidFromId(rotation.postbackId),
    rotation.sealed,
    rotation.now,
    rotation.othersEndAt,
  ])`with kept as (
      select id
      from postback_secret
      where endpoint_id = $1 and (ends_at is null or ends_at > $3)
      order by id desc
      limit 4
    ), dropped as (
      delete from postback_secret
      where endpoint_id = $1 and id not in (select id from kept)
    ), ended as (
      update postback_secret
      set ends_at = $4
      where endpoint_id = $1 and ends_at is null and id in (select id from kept)
    )
    insert into postback_secret (endpoint_id, sealed, created_at)
    values ($1, $2, $3)`;
}

/** In the order of their ids, from `after` on. */
export async function findSecretsOfOtherKeys(
  db: Queryable,
  { kid, after, limit }: { kid: number; after: string; limit: number },
) {
  return query<{ id: string; endpointUuid: string; sealed: Buffer }>(
    db,
    "postbacks.find_secrets_of_other_keys",
    [kid, after, limit],
  )`
    select id, endpoint_id as "endpointUuid", sealed
    from postback_secret
    where get_byte(sealed, 0) <> $1 and id > $2
    order by id
    limit $3`;
}

/** Does nothing if the secret was sealed again meanwhile. */
export async function replaceSealed(
  db: Queryable,
  secret: { id: string; from: Uint8Array; to: Uint8Array },
): Promise<void> {
  await query(db, "postbacks.replace_sealed", [secret.id, secret.from, secret.to])`
    update postback_secret set sealed = $3 where id = $1 and sealed = $2`;
}

import { uuidFromId } from "../../contract/ids.ts";
import type { Queryable, Tx } from "../../core/db.ts";
import { query } from "../../core/sql.ts";

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

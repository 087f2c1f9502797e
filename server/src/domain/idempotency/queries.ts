import { ExchangeError } from "../../contract/errors.ts";
import { uuidFromId } from "../../contract/ids.ts";
import { purge } from "../../core/purge.ts";
import { type Queryable, query, type Tx } from "../../core/sql.ts";

interface IdempotentCall {
  readonly agentId: string;
  readonly key: string;
  readonly tool: string;
  readonly requestHash: Buffer;
}

type Outcome = "claimed" | "in_flight" | "reused" | "replay";

/**
 * Claims the key of a call in the transaction of its effect. Undefined: go ahead. Else the text
 * of the first answer.
 *
 * **Errors** `idempotency_in_flight`, `idempotency_key_reused`.
 */
export async function claimIdempotency(tx: Tx, call: IdempotentCall): Promise<string | undefined> {
  const [row] = await query<{ outcome: Outcome; response: string | null }>(
    tx,
    "idempotency.claim_idempotency",
    [uuidFromId(call.agentId), call.key, call.tool, call.requestHash],
  )`select outcome, response from claim_idempotency($1, $2, $3, $4)`;
  if (row?.outcome === "replay") return row.response ?? "{}";
  if (row?.outcome === "reused") {
    throw new ExchangeError("idempotency_key_reused", {
      suggestion: "Use a new idempotencyKey for a new call, or repeat the first one unchanged.",
    });
  }
  if (row?.outcome === "in_flight") {
    throw new ExchangeError("idempotency_in_flight", { retryAfterSeconds: 1 });
  }
  return undefined;
}

/** Keeps the answer for replays, in the transaction of its effect. */
export async function storeResponse(tx: Tx, call: IdempotentCall & { response: string }) {
  const { agentId, key, response } = call;
  const values = [uuidFromId(agentId), key, response];
  await query(tx, "idempotency.store_response", values)`
    update idempotency set response = $3 where agent_id = $1 and key = $2`;
}

/** Drops records past their 30 days. */
export async function forgetOldCalls(db: Queryable): Promise<void> {
  await purge(
    (limit) =>
      query(db, "idempotency.forget_old", [limit])`delete from idempotency i
        where i.ctid = any(array(
          select o.ctid
          from idempotency o
          where o.created_at < now() - interval '30 days'
          limit $1
        ))
        returning 1`,
  );
}

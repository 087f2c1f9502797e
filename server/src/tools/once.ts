import { redactKeys } from "../contract/keys.ts";
import { canonicalJson } from "../core/canonical.ts";
import type { Tx } from "../core/db.ts";
import { sha256 } from "../core/signing.ts";
import { claimIdempotency, storeResponse } from "../domain/idempotency/index.ts";

export interface ToolAnswer {
  /** The JSON text of the result: on a replay the stored bytes themselves. */
  readonly text: string;
  readonly isReplayed: boolean;
  /** Reported events that were not billed. */
  readonly unbilled: number;
}

/**
 * Runs a call whose answer is stored in the transaction of its effect, so that a repeat returns the
 * stored bytes.
 *
 * **Errors** `idempotency_in_flight`, `idempotency_key_reused`, and those of the call.
 */
export async function runOnce(
  tx: Tx,
  call: { agentId: string; key: string; tool: string; arguments: unknown },
  run: () => Promise<ToolAnswer>,
): Promise<ToolAnswer> {
  const { arguments: args, ...keyed } = call;
  const requestHash = sha256(canonicalJson({ tool: call.tool, arguments: args }));
  const record = { ...keyed, requestHash };
  const replay = await claimIdempotency(tx, record);
  if (replay !== undefined) return { text: replay, isReplayed: true, unbilled: 0 };
  const answer = await run();
  await storeResponse(tx, { ...record, response: redactKeys(answer.text) });
  return answer;
}

import { uuidFromId } from "../../../server/src/contract/ids.ts";
import type { Market } from "../market.ts";
import { accountKey } from "./ledger.ts";
import type { Schema } from "./schema.ts";
import type { Store } from "./store.ts";

/** The rows a world begins with: its placements, and the empty accounts of everybody. */
export function openMarket(
  schema: Schema,
  store: Store,
  { market, ids }: { market: Market; ids: { uuid(): string } },
): void {
  const tx = store.begin("opening");
  for (const { placementId, publisherId, unit, rateMicros } of market.placements) {
    const id = uuidFromId(placementId);
    const publisher_id = uuidFromId(publisherId);
    schema.placements.put(tx, id, { id, publisher_id, ad_unit_type: unit, rate: rateMicros });
  }
  const open = (owner_id: string | null, kind: string) =>
    schema.accounts.put(tx, accountKey(owner_id, kind), {
      // Random as in PostgreSQL, and with it the order of the locks.
      id: ids.uuid().slice(24),
      owner_id,
      kind,
      balance: 0n,
      version: 0,
      may_be_negative: owner_id === null && kind !== "platform_fee",
    });
  const kinds = ["available", "escrow", "pending_earnings", "earned", "cashout_pending"];
  for (const agent of [...market.publishers, ...market.advertisers]) {
    for (const kind of kinds) open(uuidFromId(agent), kind);
  }
  const exchange = ["platform_fee", "checkout_clearing", "cashout_clearing", "adjustment"];
  for (const kind of exchange) open(null, kind);
  store.commit(tx);
}

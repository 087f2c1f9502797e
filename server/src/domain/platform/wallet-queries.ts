import type { Role } from "../../contract/enums.ts";
import { uuidFromId } from "../../contract/ids.ts";
import type { Micros } from "../../contract/money.ts";
import type { Agent } from "../../contract/resources/agent.ts";
import type { Queryable, Tx } from "../../core/db.ts";
import { column, only, query, type Selected, select } from "../../core/sql.ts";

const LIMITS = select({
  /** What a booking holds, unless the placement's smallest budget is more. */
  bookingBudget: column.micros("booking_budget"),
  publisherDay: column.micros("publisher_day"),
  totalDay: column.micros("total_day"),
});

/** How much platform demand may commit. **Units** micro-credits; days are UTC days. */
export type Limits = Selected<typeof LIMITS>;

const WALLET = select({
  agentId: column.id("agt", "w.agent_id"),
  displayName: column.text("a.display_name"),
  role: column.plain<Role>("a.role"),
  status: column.plain<Agent["status"]>("a.status"),
  setAt: column.time("w.set_at"),
});
const FROM_WALLET = `select ${WALLET.list}
  from platform_wallet w
  join agent a on a.id = w.agent_id`;

export type Wallet = Selected<typeof WALLET>;

export async function findWallet(db: Queryable): Promise<Wallet | undefined> {
  return WALLET.first(db, { name: "platform.find_wallet", text: FROM_WALLET });
}

/**
 * One booking at a time, over all processes: what the next one counts includes this one. The agent
 * is only shared, so that it cannot be suspended in between.
 */
export async function lockWallet(tx: Tx): Promise<Wallet | undefined> {
  return WALLET.first(tx, "platform.lock_wallet")`${FROM_WALLET} for update of w for share of a`;
}

export async function putWallet(tx: Tx, agentId: string, now: Date): Promise<void> {
  await query(tx, "platform.put_wallet", [uuidFromId(agentId), now])`
    insert into platform_wallet (agent_id, set_at) values ($1, $2)
    on conflict (is_only) do update set agent_id = excluded.agent_id, set_at = excluded.set_at`;
}

/** The agent that was the wallet; nothing when there was none. */
export function removeWallet(tx: Tx): Promise<string | undefined> {
  return only.id("agt").first(tx, "platform.remove_wallet")`
    delete from platform_wallet returning agent_id`;
}

export async function findLimits(db: Queryable): Promise<Limits> {
  const name = "platform.find_limits";
  return LIMITS.one(db, { name, text: `select ${LIMITS.list} from platform_limits` });
}

/** Changes what is given and answers all of it. */
export async function changeLimits(
  tx: Tx,
  change: { readonly [Field in keyof Limits]?: Limits[Field] | undefined },
): Promise<Limits> {
  const { bookingBudget, publisherDay, totalDay } = change;
  const values = [textOf(bookingBudget), textOf(publisherDay), textOf(totalDay)];
  return LIMITS.one(tx, "platform.change_limits", values)`update platform_limits
    set booking_budget = coalesce($1, booking_budget),
      publisher_day = coalesce($2, publisher_day),
      total_day = coalesce($3, total_day)
    returning ${LIMITS.list}`;
}

function textOf(value: Micros | undefined): string | null {
  return value === undefined ? null : String(value);
}

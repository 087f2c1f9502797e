import type { Role } from "../../contract/enums.ts";
import { idFromUuid, uuidFromId } from "../../contract/ids.ts";
import { type Micros, micros } from "../../contract/money.ts";
import type { Agent } from "../../contract/resources/agent.ts";
import type { Queryable, Tx } from "../../core/db.ts";

/** How much platform demand may commit. **Units** micro-credits; days are UTC days. */
export interface Limits {
  /** What a booking holds, unless the placement's smallest budget is more. */
  readonly bookingBudget: Micros;
  readonly publisherDay: Micros;
  readonly totalDay: Micros;
}

export interface Wallet {
  readonly agentId: string;
  readonly displayName: string;
  readonly role: Role;
  readonly status: Agent["status"];
  readonly setAt: string;
}

interface WalletRow {
  readonly agent_id: string;
  readonly display_name: string;
  readonly role: Role;
  readonly status: Agent["status"];
  readonly set_at: Date;
}

const WALLET = `select w.agent_id, w.set_at, a.display_name, a.role, a.status
  from platform_wallet w
  join agent a on a.id = w.agent_id`;

export async function findWallet(db: Queryable): Promise<Wallet | undefined> {
  const rows = await db.query<WalletRow>({ name: "platform.find_wallet", text: WALLET });
  return rows[0] === undefined ? undefined : walletOf(rows[0]);
}

/**
 * One booking at a time, over all processes: what the next one counts includes this one. The agent
 * is only shared, so that it cannot be suspended in between.
 */
export async function lockWallet(tx: Tx): Promise<Wallet | undefined> {
  const rows = await tx.query<WalletRow>({
    name: "platform.lock_wallet",
    text: `${WALLET} for update of w for share of a`,
  });
  return rows[0] === undefined ? undefined : walletOf(rows[0]);
}

export async function putWallet(tx: Tx, agentId: string, now: Date): Promise<void> {
  await tx.query(
    {
      name: "platform.put_wallet",
      text: `insert into platform_wallet (agent_id, set_at) values ($1, $2)
        on conflict (is_only) do update set agent_id = excluded.agent_id, set_at = excluded.set_at`,
    },
    [uuidFromId(agentId), now],
  );
}

/** The agent that was the wallet; nothing when there was none. */
export async function removeWallet(tx: Tx): Promise<string | undefined> {
  const rows = await tx.query<{ agent_id: string }>({
    name: "platform.remove_wallet",
    text: "delete from platform_wallet returning agent_id",
  });
  return rows[0] === undefined ? undefined : idFromUuid("agt", rows[0].agent_id);
}

interface LimitsRow {
  readonly booking_budget: string;
  readonly publisher_day: string;
  readonly total_day: string;
}

export async function findLimits(db: Queryable): Promise<Limits> {
  const [row] = await db.query<LimitsRow>({
    name: "platform.find_limits",
    text: "select booking_budget, publisher_day, total_day from platform_limits",
  });
  return limitsOf(row);
}

/** Changes what is given and answers all of it. */
export async function changeLimits(
  tx: Tx,
  change: { readonly [Field in keyof Limits]?: Limits[Field] | undefined },
): Promise<Limits> {
  const [row] = await tx.query<LimitsRow>(
    {
      name: "platform.change_limits",
      text: `update platform_limits
        set booking_budget = coalesce($1, booking_budget),
          publisher_day = coalesce($2, publisher_day),
          total_day = coalesce($3, total_day)
        returning booking_budget, publisher_day, total_day`,
    },
    [textOf(change.bookingBudget), textOf(change.publisherDay), textOf(change.totalDay)],
  );
  return limitsOf(row);
}

function textOf(value: Micros | undefined): string | null {
  return value === undefined ? null : String(value);
}

/** The migration put the row there, and nobody may delete it. */
function limitsOf(row: LimitsRow | undefined): Limits {
  return {
    bookingBudget: micros(row?.booking_budget ?? 0),
    publisherDay: micros(row?.publisher_day ?? 0),
    totalDay: micros(row?.total_day ?? 0),
  };
}

function walletOf(row: WalletRow): Wallet {
  return {
    agentId: idFromUuid("agt", row.agent_id),
    displayName: row.display_name,
    role: row.role,
    status: row.status,
    setAt: row.set_at.toISOString(),
  };
}

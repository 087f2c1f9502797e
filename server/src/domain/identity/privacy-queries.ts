import { uuidFromId } from "../../contract/ids.ts";
import type { Queryable, Tx } from "../../core/db.ts";
import { query } from "../../core/sql.ts";

const BOOKED = "t.campaign_id in (select id from campaign where advertiser_id = $1)";

/** The rows that state something about an agent. Its events and entries have tools of their own. */
const OWNED = {
  agent: "t.id = $1",
  api_key: "t.agent_id = $1",
  credit_order: "t.agent_id = $1",
  placement: "t.publisher_id = $1",
  campaign: "t.advertiser_id = $1",
  creative: BOOKED,
  coupon: BOOKED,
  dispute: BOOKED,
  message: "t.sender_id = $1",
  ticket: "t.agent_id = $1",
  cashout: "t.agent_id = $1",
  postback_endpoint: "t.agent_id = $1",
  adcp_account: "t.agent_id = $1",
  adcp_creative: "t.agent_id = $1",
  adcp_media_buy: "t.agent_id = $1",
  adcp_package: "t.agent_id = $1",
  adcp_event_source: "t.agent_id = $1",
} as const;

/** Internal values that tell a person nothing. */
const INTERNAL = "array['sha256', 'words']";

const PARTS = Object.entries(OWNED).map(
  ([table, where]) => `'${table}', (
    select coalesce(jsonb_agg(to_jsonb(t) - ${INTERNAL}), '[]') from ${table} t where ${where}
  )`,
);

/** What is stored about an agent, by table, with the columns' own names. */
export async function exportAgent(
  db: Queryable,
  agentId: string,
): Promise<Readonly<Record<string, unknown>>> {
  const rows = await query<{ data: Record<string, unknown> }>(db, "identity.export_agent", [
    uuidFromId(agentId),
  ])`select jsonb_build_object(${PARTS.join(", ")}) as data`;
  return rows[0]?.data ?? {};
}

/** Removes the texts of a closed agent; its ids, amounts and times stay. */
export async function eraseTexts(tx: Tx, agentId: string): Promise<void> {
  await query(tx, "identity.erase_agent", [uuidFromId(agentId)])`select erase_agent($1)`;
}

/** How many campaigns and cashouts of an agent are not over. */
export async function countOpen(db: Queryable, agentId: string): Promise<Open> {
  const rows = await query<Open>(db, "identity.count_open", [uuidFromId(agentId)])`select
      (
        select count(*)::integer
        from campaign c
        join campaign_book b on b.campaign_id = c.id
        where (c.advertiser_id = $1 or c.publisher_id = $1)
          and b.status not in ('canceled', 'completed', 'rejected')
      ) as campaigns,
      (
        select count(*)::integer
        from cashout
        where agent_id = $1 and status not in ('completed', 'rejected', 'canceled', 'failed')
      ) as cashouts`;
  return rows[0] ?? { campaigns: 0, cashouts: 0 };
}

interface Open {
  readonly campaigns: number;
  readonly cashouts: number;
}

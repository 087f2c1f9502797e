import type { Queryable, Tx } from "../../core/db.ts";
import { query } from "../../core/sql.ts";
import { type CampaignSides, SIDES } from "./event-queries.ts";

/** An event that was counted but not billed, as messages contain it. */
export interface UnbilledEvent {
  readonly campaignUuid: string;
  readonly at: Date;
  readonly event: object;
}

/** Stores events until their minute is over. */
export async function insertUnbilled(
  db: Queryable,
  events: readonly UnbilledEvent[],
): Promise<void> {
  await query(db, "postbacks.insert_unbilled", [JSON.stringify(events)])`
    insert into postback_unbilled (campaign_id, minute, event)
    select u."campaignUuid", date_trunc('minute', u.at), u.event
    from json_to_recordset($1) as u ("campaignUuid" uuid, at timestamptz, event jsonb)`;
}

/** Unbilled events of one campaign within one minute, at most `EVENTS_MAX`. */
export interface UnbilledMinute extends CampaignSides {
  readonly minute: Date;
  readonly events: readonly object[];
}

/** A message of 30 KB. */
const EVENTS_MAX = 100;

/** Deletes and returns the events of minutes up to `until`. */
export async function takeUnbilled(
  tx: Tx,
  until: Date,
  limit: number,
): Promise<{ isFull: boolean; minutes: UnbilledMinute[] }> {
  const rows = await query<CampaignSides & { minute: Date; event: object }>(
    tx,
    "postbacks.take_unbilled",
    [until, limit],
  )`delete from postback_unbilled u
    using (
      select t.id
      from postback_unbilled t
      where t.minute <= $1
      order by t.minute, t.id
      limit $2
      for update skip locked
    ) over, campaign_book b
    where u.id = over.id and b.campaign_id = u.campaign_id
    returning ${SIDES}, u.minute, u.event`;
  const groups = Map.groupBy(rows, (row) => `${row.campaignUuid} ${row.minute.getTime()}`);
  const minutes = [...groups.values()].flatMap((group) =>
    group.flatMap(({ event: _event, ...minute }, index) => {
      if (index % EVENTS_MAX !== 0) return [];
      const events = group.slice(index, index + EVENTS_MAX).map(({ event }) => event);
      return [{ ...minute, events }];
    }),
  );
  return { isFull: rows.length === limit, minutes };
}

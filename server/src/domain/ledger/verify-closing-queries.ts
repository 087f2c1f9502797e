import type { LedgerCheck } from "./verify-queries.ts";
import { opening } from "./verify-range-queries.ts";

/** How many events of each campaign and kind were counted, the archived ones too. */
export const countedEvents = (condition: string) => `(
          select campaign_id, kind, count(*) as events
          from event
          where counted > 0 and id >= ${opening("event_from")} and ${condition}
          group by campaign_id, kind
          union all
          select campaign_id, kind, counted_events
          from closing_balance
          where ${condition}
        ) e`;

/** Campaigns whose rows were archived, with the batches that lost only some of their events. */
export const CLOSING_CHECK: LedgerCheck = {
  name: "closing_balances",
  meaning: "the closing balance of a campaign's journal is that of its events",
  scope: "campaign",
  subject: "c.campaign_id::text",
  equal: {
    "c.booked_events": "c.events",
    "c.booked_units": "c.units",
    "c.booked_charged": "c.charged",
  },
  // Batches that lost some of their events are compared together with the closing balances.
  from: ({ only }) => `(
      select campaign_id,
        sum(events) filter (where is_journal) as booked_events,
        sum(units) filter (where is_journal) as booked_units,
        sum(charged) filter (where is_journal) as booked_charged,
        sum(events) filter (where not is_journal) as events,
        sum(units) filter (where not is_journal) as units,
        sum(charged) filter (where not is_journal) as charged
      from (
        select campaign_id, kind = 0 as is_journal, events, units, charged
        from closing_balance
        union all
        select campaign_id, true, events, units, -escrow_delta
        from journal
        where batch_id >= ${opening("journal_from")} and batch_id < ${opening("whole_from")}
        union all
        select campaign_id, false, 1, case when charged > 0 then counted else 0 end, charged
        from event
        where id >= ${opening("event_from")}
          and id < (select uuid_floor(uuid_time(whole_from) + interval '1 hour') from closing)
          and batch_id < ${opening("whole_from")}
      ) r
      where ${only("campaign_id")}
      group by campaign_id
    ) c
    left join campaign_book b on b.campaign_id = c.campaign_id`,
};

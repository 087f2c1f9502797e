-- Reports: rollups of the journal.
--
-- A report must equal the ledger to the micro-credit at any time and stay fast for any number of
-- events. The journal has one row for each batch and campaign; a row of the slow path states what
-- it counted by kind and reason, and a row without counts is plain billed impressions. The rollup
-- job adds journal rows to quarter hours, hours and days, which suffices for midnight in every time
-- zone. A report reads the rollups and, in the same snapshot, the rows that are not rolled up yet.
--
-- Rows are rolled up by the transaction that wrote them: those below the oldest running
-- transaction. Numbers or times would miss a batch that commits late. A BRIN index finds them,
-- because it costs the settlement path nothing.

create view journal_count as
select j.campaign_id, j.batch_id, j.at, j.xid, c.kind, c.reason, c.events, c.quantity, c.counted,
  c.verified, c.viewable, c.charged, c.fee
from journal j
cross join lateral unnest(
  coalesce(
    j.counts,
    array[
      row(1, 0, j.events, j.units, j.units, 0, 0, -j.escrow_delta, j.fee_delta)::event_count
    ]
  )
) c;
comment on view journal_count is 'What each batch counted, by kind and reason.';

-- Grains: 1 a quarter of an hour, 2 an hour, 3 a day, all in UTC. Kind 0 is deliveries.
create table report_rollup (
  campaign_id uuid not null,
  grain smallint not null,
  at timestamptz not null,
  kind smallint not null,
  reason smallint not null,
  events bigint not null,
  quantity bigint not null,
  counted bigint not null,
  verified bigint not null,
  viewable bigint not null,
  charged bigint not null,
  fee bigint not null,
  primary key (campaign_id, grain, at, kind, reason),
  constraint report_rollup_grain_check check (grain in (1, 2, 3)),
  constraint report_rollup_fee_check check (fee between 0 and charged)
) with (fillfactor = 80);
comment on table report_rollup is 'Sums of the journal in three grains of time.';
comment on column report_rollup.viewable is
  'Viewable impressions; of recommendations and decisions: cited ones.';

create table delivery_count (
  campaign_id uuid not null,
  -- The beginning of a quarter of an hour.
  at timestamptz not null,
  deliveries integer not null,
  constraint delivery_count_deliveries_check check (deliveries > 0)
);
comment on table delivery_count is 'Counted deliveries that are not in the rollups yet: a queue.';

create table report_cursor (
  is_only boolean primary key default true,
  -- The rollups contain the journal rows of transactions below this one, and no others.
  rolled_to bigint not null,
  rolled_at timestamptz not null,
  -- Transaction numbers are valid in their own cluster only. A dump restored into another cluster
  -- is rolled up again from the start.
  cluster bigint not null,
  constraint report_cursor_only_check check (is_only)
);
comment on table report_cursor is 'How far the rollups reach.';

insert into report_cursor (rolled_to, rolled_at, cluster)
select 0, '-infinity', system_identifier from pg_control_system();

grant select on journal_count to placard_app;
grant select, insert, update on report_rollup to placard_app;
grant select, insert, delete on delivery_count to placard_app;
grant select, update on report_cursor to placard_app;

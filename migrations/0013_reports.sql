-- Reports: what each batch counted, rollups over it, and what attribution still lacked.
--
-- Why: a report must equal the ledger to the micro-credit at any moment and stay fast however many
-- events there are. The journal has one row for each batch and campaign; one of the exact path now
-- says what it counted by kind and reason, and a row without that is plain billed impressions. So
-- settling writes nothing more than before. A roller folds journal rows into quarter hours, hours
-- and days, which suffices for the midnights of every time zone. A report reads the rollups and, in
-- the same snapshot, the rows that are not folded yet.
--
-- Rows are folded by the transaction that wrote them: those below the oldest running transaction.
-- Numbers or times would miss a batch that commits late. A BRIN index finds them, because it costs
-- the settling path nothing.
-- Old code: can run; its orders carry no delivery, so a later click does not verify them.

create type event_count as (
  kind smallint,
  reason smallint,
  events bigint,
  quantity bigint,
  counted bigint,
  verified bigint,
  viewable bigint,
  charged bigint,
  fee bigint
);
comment on type event_count is 'Events of one kind and reason: how many, of how much, for what.';

alter table journal
  add column xid bigint not null default pg_current_xact_id()::text::bigint,
  -- Absent: plain impressions, all of them billed.
  add column counts event_count[];
create index journal_xid_idx on journal using brin (xid) with (pages_per_range = 16);

-- Whether the reporter says that an impression was viewable.
create function is_viewable(p_detail jsonb) returns boolean language sql immutable as $$
  select coalesce(
    p_detail -> 'evidence' = '"viewable"'::jsonb
    or p_detail -> 'evidence' -> 'viewable' = 'true'::jsonb,
    false
  )
$$;

-- What batches of the exact path counted before they said so themselves.
alter table journal disable trigger journal_immutable;
update journal j
set counts = b.counts
from (
  select s.campaign_id, s.batch_id, array_agg(s.sums) as counts
  from (
    select e.campaign_id, e.batch_id, bool_and(e.kind = 1 and e.reason = 0) as is_plain, row(
        e.kind, e.reason, count(*), sum(e.quantity), sum(e.taken),
        sum(case when e.is_verified then e.taken else 0 end),
        sum(case when e.is_viewable then e.taken else 0 end), sum(e.charged),
        sum(case when e.charged = 0 then 0 else e.counted * k.unit_fee end)
      )::event_count as sums
    from (
      select *, is_viewable(detail) and kind = 1 as is_viewable,
        case when reason = 6 and counted = 0 then quantity else counted end as taken
      from event
    ) e
    join campaign_book k on k.campaign_id = e.campaign_id
    group by e.campaign_id, e.batch_id, e.kind, e.reason
  ) s
  group by s.campaign_id, s.batch_id
  having not bool_and(s.is_plain)
) b
where j.campaign_id = b.campaign_id and j.batch_id = b.batch_id;
alter table journal enable trigger journal_immutable;

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
comment on table report_rollup is 'Sums of the journal, each in three grains of time.';

-- Deliveries that are counted, until they are folded: rows come with every write of the recorder.
create table delivery_count (
  campaign_id uuid not null,
  -- The beginning of a quarter of an hour.
  at timestamptz not null,
  deliveries integer not null,
  constraint delivery_count_deliveries_check check (deliveries > 0)
);
comment on table delivery_count is 'Deliveries not yet in the rollups; a queue.';

create table report_cursor (
  is_only boolean primary key default true,
  -- Journal rows of transactions below are in the rollups, no others.
  rolled_to bigint not null,
  rolled_at timestamptz not null,
  -- Transaction numbers mean something in their own cluster only: a dump restored elsewhere starts
  -- to count anew.
  cluster bigint not null,
  constraint report_cursor_only_check check (is_only)
);
comment on table report_cursor is 'How far the rollups reach.';

create function cluster_identifier() returns bigint
language sql stable security definer set search_path = public as $$
  select c.system_identifier from pg_control_system() c
$$;

insert into report_cursor (rolled_to, rolled_at, cluster)
values (0, '-infinity', cluster_identifier());

-- The creation time inside a UUIDv7.
create function uuid_time(p_id uuid) returns timestamptz language sql immutable as $$
  select to_timestamp(
    ('x' || substr(replace(p_id::text, '-', ''), 1, 12))::bit(48)::bigint / 1000.0
  )
$$;

create function quarter_of(p_at timestamptz) returns timestamptz language sql immutable as $$
  select date_bin('15 minutes', p_at, '2000-01-01 00:00:00+00')
$$;

insert into delivery_count (campaign_id, at, deliveries)
select d.campaign_id, quarter_of(uuid_time(d.id)), count(*)
from delivery d
where d.used & 1 = 1
group by 1, 2;

-- Adds journal rows to the rollups, those of transactions from p_from to below p_to.
create function roll_journal(p_from bigint, p_to bigint) returns void language sql
set enable_seqscan = off
as $$
  insert into report_rollup as r (
    campaign_id, grain, at, kind, reason, events, quantity, counted, verified, viewable, charged,
    fee
  )
  select q.campaign_id, g.grain, date_bin(g.width, q.at, '2000-01-01 00:00:00+00') as at, q.kind,
    q.reason, sum(q.events), sum(q.quantity), sum(q.counted), sum(q.verified), sum(q.viewable),
    sum(q.charged), sum(q.fee)
  from (
    select c.campaign_id, quarter_of(c.at) as at, c.kind, c.reason, sum(c.events) as events,
      sum(c.quantity) as quantity, sum(c.counted) as counted, sum(c.verified) as verified,
      sum(c.viewable) as viewable, sum(c.charged) as charged, sum(c.fee) as fee
    from journal_count c
    where c.xid >= p_from and c.xid < p_to
    group by 1, 2, 3, 4
  ) q
  cross join (
    values (1::smallint, interval '15 minutes'), (2, interval '1 hour'), (3, interval '1 day')
  ) g (grain, width)
  group by 1, 2, 3, 4, 5
  on conflict on constraint report_rollup_pkey do update
  set events = r.events + excluded.events, quantity = r.quantity + excluded.quantity,
    counted = r.counted + excluded.counted, verified = r.verified + excluded.verified,
    viewable = r.viewable + excluded.viewable, charged = r.charged + excluded.charged,
    fee = r.fee + excluded.fee
$$;

create function roll_deliveries() returns void language sql as $$
  with taken as (
    delete from delivery_count
    returning campaign_id, at, deliveries
  )
  insert into report_rollup as r (
    campaign_id, grain, at, kind, reason, events, quantity, counted, verified, viewable, charged,
    fee
  )
  select t.campaign_id, g.grain, date_bin(g.width, t.at, '2000-01-01 00:00:00+00') as at, 0, 0,
    sum(t.deliveries), sum(t.deliveries), sum(t.deliveries), 0, 0, 0, 0
  from taken t
  cross join (
    values (1::smallint, interval '15 minutes'), (2, interval '1 hour'), (3, interval '1 day')
  ) g (grain, width)
  group by 1, 2, 3
  on conflict on constraint report_rollup_pkey do update
  set events = r.events + excluded.events, quantity = r.quantity + excluded.quantity,
    counted = r.counted + excluded.counted
$$;

-- After a dump was restored in another cluster, the numbers of old rows say nothing: all rows are
-- folded again and count as written before any transaction.
create function rebuild_rollups() returns void
language plpgsql security definer set search_path = public as $$
begin
  lock table journal in share row exclusive mode;
  alter table journal disable trigger journal_immutable;
  update journal set xid = 0 where xid <> 0;
  alter table journal enable trigger journal_immutable;
  delete from report_rollup where kind <> 0;
  perform roll_journal(0, 1);
  update report_cursor
  set rolled_to = pg_current_xact_id()::text::bigint, cluster = cluster_identifier();
end
$$;

-- Summarises the index over what is new, not whenever autovacuum comes by. It needs the lock of a
-- vacuum: one that is running does it anyway, and must not be made to give up.
create function summarize_journal() returns void
language plpgsql security definer set search_path = public as $$
begin
  lock table journal in share update exclusive mode nowait;
  perform brin_summarize_new_values('journal_xid_idx');
exception
  when lock_not_available then null;
end
$$;

-- Folds what is new: about p_rows journal rows at most, and all counted deliveries. Only one caller
-- does it at a time; to the others, and when nothing is left, it says false.
create function roll_reports(p_now timestamptz, p_rows integer) returns boolean
language plpgsql
set enable_seqscan = off
as $$
declare
  v_cursor report_cursor%rowtype;
  v_oldest bigint;
  v_to bigint;
begin
  select * into v_cursor from report_cursor for no key update skip locked;
  if not found then
    return false;
  end if;
  if v_cursor.cluster <> cluster_identifier() then
    perform rebuild_rollups();
    return true;
  end if;
  -- Every transaction below this one has ended, so the statements that follow see its rows.
  v_oldest := pg_snapshot_xmin(pg_current_snapshot())::text::bigint;
  select greatest(j.xid, v_cursor.rolled_to + 1) into v_to
  from journal j
  where j.xid >= v_cursor.rolled_to and j.xid < v_oldest
  order by j.xid
  offset p_rows
  limit 1;
  v_to := coalesce(v_to, v_oldest);
  perform roll_journal(v_cursor.rolled_to, v_to);
  perform roll_deliveries();
  update report_cursor
  set rolled_to = greatest(rolled_to, v_to), rolled_at = p_now;
  perform summarize_journal();
  return v_to < v_oldest;
end
$$;

-- Journal rows that are not folded yet. A function of its own: no planner can know that they are
-- few.
create function journal_tail() returns setof journal_count language sql stable
set enable_seqscan = off
as $$
  select c.*
  from journal_count c
  where c.xid >= (select rolled_to from report_cursor)
$$;

-- The first moment of a day in a time zone. PostgreSQL takes the later one of two midnights, and
-- the day begins with the earlier; where midnight is left out, it takes the moment of the jump.
create function local_midnight(p_day date, p_zone text) returns timestamptz
language sql stable as $$
  select case
    when ((m.at - interval '1 hour') at time zone p_zone)::date = p_day
      then m.at - interval '1 hour'
    else m.at end
  from (select p_day::timestamp at time zone p_zone as at) m
$$;

-- Money that moved by other ways than settlement, which reports show beside it.
create index txn_reversed_idx on txn (campaign_id, created_at) where type = 'earning_reversed';
create index entry_reported_idx on entry (owner_id, type, created_at)
  where type in ('credit_purchase', 'cashout_paid');

-- Conversions, for the paths that attribution lists.
create index event_conversion_idx on event (campaign_id, id) where kind between 3 and 8;

alter table conversion_order add column delivery_id uuid;
create index conversion_order_delivery_idx on conversion_order (campaign_id, delivery_id);

-- Verifies paid orders of a campaign: the one that its advertiser reported too, or those of a
-- delivery whose click the hop saw. Once the earning has matured they stay as they are. Answers
-- with their kinds. The first earning after an order is the one that its money is in.
create function verify_orders(
  p_book campaign_book,
  p_kind smallint,
  p_order uuid,
  p_delivery uuid
) returns smallint[] language sql as $$
  with verified as (
    update conversion_order o
    set is_verified = true
    where o.advertiser_id = p_book.advertiser_id
      and o.campaign_id = p_book.campaign_id
      and not o.is_verified
      and ((o.kind = p_kind and o.order_hash = p_order) or o.delivery_id = p_delivery)
      and (
        select g.status
        from earning g
        where g.campaign_id = o.campaign_id and g.id >= uuid_floor(o.created_at)
        order by g.id
        limit 1
      ) is distinct from 'matured'
    returning o.kind
  )
  select coalesce(array_agg(v.kind), '{}') from verified v
$$;

-- Settles events one by one, each under the lock of its campaign's row, and says what became of
-- each. `preset` is a reason that was clear before (a bot, a wrong kind of conversion): kept, never
-- paid. A batch whose answer was lost may be settled again under its own id: what
-- it committed then is answered as it was, not as a duplicate.
--
-- New here: every event is counted for the journal row; a click that the hop saw, and an order that
-- the advertiser reported, verify what was counted before; an install needs its time.
create or replace function settle_events(p_batch uuid, p_now timestamptz, p_events jsonb)
returns table (
  index integer, reason smallint, conflict boolean, counted integer, charged bigint,
  delivery_id uuid, is_verified boolean, escrow bigint, status text
)
language plpgsql as $$
declare
  c_duplicate constant smallint := 1;
  c_budget constant smallint := 2;
  c_daily_cap constant smallint := 3;
  c_not_delivered constant smallint := 4;
  c_not_billing_unit constant smallint := 6;
  c_invalid_traffic constant smallint := 9;
  c_unverified constant smallint := 10;
  c_coupon_invalid constant smallint := 12;
  c_closed constant smallint := 14;
  v_day constant date := (p_now at time zone 'UTC')::date;
  v_book campaign_book%rowtype;
  v_before campaign_book%rowtype;
  v_known event%rowtype;
  v_delivery delivery%rowtype;
  v_touch touch;
  v_coupon coupon%rowtype;
  v_room bigint;
  v_is_repeat boolean;
  v_counts event_count[];
  v_taken integer;
  -- What this event verifies of what was counted before: by kind.
  v_verifies smallint[];
  e record;
begin
  perform 1
  from campaign_book b
  where b.campaign_id in (select (x ->> 'campaign_id')::uuid from jsonb_array_elements(p_events) x)
  order by b.campaign_id
  for no key update;
  -- An order belongs to the advertiser, not to a campaign: two campaigns may be told of it at once.
  perform pg_advisory_xact_lock(o.key)
  from (
    select distinct hashtextextended(
      b.advertiser_id::text || (x ->> 'kind') || (x ->> 'order_hash'), 0
    ) as key
    from jsonb_array_elements(p_events) x
    join campaign_book b on b.campaign_id = (x ->> 'campaign_id')::uuid
    where x ->> 'order_hash' is not null
    order by key
  ) o;
  for e in
    select x.*, row_number() over (partition by x.campaign_id, x.id order by x.index) as nth
    from jsonb_to_recordset(p_events) as x (
      index integer, campaign_id uuid, id uuid, kind smallint, quantity integer, delivery_id uuid,
      delivery_version integer, click_id uuid, preset smallint, is_billing boolean,
      is_verified boolean, needs_verified boolean, session uuid, session_window interval,
      order_hash uuid, by_advertiser boolean, click_window interval, context_window interval,
      coupon_code text, occurred_at timestamptz, detail jsonb, install_gap interval
    )
    order by x.campaign_id, x.index
  loop
    if v_book.campaign_id is distinct from e.campaign_id then
      perform write_book(v_before, v_book, v_counts, p_batch, p_now);
      v_counts := '{}';
      select * into v_book from campaign_book b where b.campaign_id = e.campaign_id;
      -- The day never goes back: a late batch of yesterday counts on the day that has begun.
      if v_book.spent_day is null or v_book.spent_day < v_day then
        v_book.spent_day := v_day;
        v_book.spent_today := 0;
      end if;
      v_before := v_book;
      v_is_repeat := exists (
        select 1 from journal j
        where j.campaign_id = e.campaign_id and j.batch_id = p_batch
      );
    end if;
    index := e.index; reason := e.preset; conflict := false; counted := 0; charged := 0;
    delivery_id := e.delivery_id; is_verified := e.is_verified; v_verifies := '{}';

    select * into v_known from event k where k.campaign_id = e.campaign_id and k.id = e.id;
    if found then
      reason := c_duplicate;
      conflict := v_known.kind <> e.kind or v_known.quantity <> e.quantity
        -- The delivery of a conversion at the advertiser is that of its touch, not the named one.
        or (
          e.kind not in (6, 7, 8) and e.delivery_id is not null
          and v_known.delivery_id is distinct from e.delivery_id
        );
      if v_is_repeat and v_known.batch_id = p_batch and e.nth = 1 then
        reason := v_known.reason; counted := v_known.counted; charged := v_known.charged;
        conflict := false;
      end if;
      delivery_id := v_known.delivery_id; is_verified := v_known.is_verified;
      escrow := v_book.escrow; status := v_book.status;
      return next;
      continue;
    end if;

    if reason = 0 and v_book.status in (
      'pending_review', 'pending_start', 'rejected', 'canceled', 'completed'
    ) then
      reason := c_closed;
    end if;

    -- Whether the code is one of the campaign's, in its time, and not used up.
    if reason = 0 and e.kind = 5 then
      select * into v_coupon from coupon c
      where c.campaign_id = e.campaign_id
        and lower(c.code) = lower(e.coupon_code)
        and not c.is_paused
        and (c.starts_at is null or c.starts_at <= coalesce(e.occurred_at, p_now))
        and (c.ends_at is null or c.ends_at > coalesce(e.occurred_at, p_now));
      if not found then
        reason := c_coupon_invalid;
      elsif exists (
        select 1 from coupon_redemption r
        where r.campaign_id = e.campaign_id and r.coupon_id = v_coupon.id
          and r.order_hash = e.order_hash
      ) then
        reason := c_duplicate;
      elsif v_coupon.redeemed_count >= v_coupon.max_redemptions then
        reason := c_coupon_invalid;
      end if;
    end if;

    -- The advertiser's own word on an order that is known, whenever it comes.
    if reason = 0 and e.by_advertiser and e.order_hash is not null and exists (
      select 1 from conversion_order o
      where o.advertiser_id = v_book.advertiser_id
        and o.kind = e.kind
        and o.order_hash = e.order_hash
    ) then
      reason := c_duplicate;
      v_verifies := verify_orders(v_book, e.kind, e.order_hash, null);
    end if;

    -- Which delivery it belongs to, and whether that one has room.
    if reason = 0 and e.kind in (6, 7, 8) then
      -- A delivery proves itself before its row is written; the touch must find it all the same.
      if e.delivery_id is not null then
        insert into delivery (campaign_id, id, creative_version)
        values (e.campaign_id, e.delivery_id, coalesce(e.delivery_version, 1))
        on conflict do nothing;
      end if;
      v_touch := find_touch(
        e.campaign_id, e.click_id, e.delivery_id, coalesce(e.occurred_at, p_now), e.click_window,
        e.context_window
      );
      delivery_id := v_touch.delivery_id;
      is_verified := is_verified or coalesce(v_touch.is_verified, false);
      reason := v_touch.reason;
      -- Nobody installs what was clicked a moment ago: somebody listened for the install.
      if reason = 0 and e.install_gap is not null and exists (
        select 1 from delivery d
        where d.campaign_id = e.campaign_id
          and d.id = settle_events.delivery_id
          and d.clicked_at > coalesce(e.occurred_at, p_now) - e.install_gap
      ) then
        reason := c_invalid_traffic;
      end if;
      if reason = 0 and e.order_hash is not null and exists (
        select 1 from conversion_order o
        where o.advertiser_id = v_book.advertiser_id
          and o.kind = e.kind
          and o.order_hash = e.order_hash
      ) then
        reason := c_duplicate;
      end if;
    elsif reason = 0 and delivery_id is null then
      delivery_id := find_open_delivery(e.campaign_id, e.kind, p_now);
      -- A second order with the same coupon may come from a delivery that served one before.
      if delivery_id is null and e.order_hash is not null then
        select d.id into delivery_id
        from delivery d
        where d.campaign_id = e.campaign_id and d.id >= uuid_floor(p_now - interval '24 hours')
        order by d.id desc
        limit 1;
      end if;
      if delivery_id is null then
        reason := c_not_delivered;
      end if;
    end if;
    v_room := e.quantity;
    if reason = 0 then
      insert into delivery (campaign_id, id, creative_version)
      values (e.campaign_id, delivery_id, coalesce(e.delivery_version, 1))
      on conflict do nothing;
      select * into v_delivery from delivery d
      where d.campaign_id = e.campaign_id and d.id = settle_events.delivery_id;
      -- Who reports without a session may have named it when the delivery was asked for.
      if e.session is null and e.session_window is not null then
        e.session := v_delivery.session;
      end if;
      if e.kind = 1 then
        v_room := least(v_room, 10000 - v_delivery.impressions);
      elsif v_delivery.used & (1 << e.kind) <> 0 and e.order_hash is null then
        v_room := 0;
      end if;
      if v_room = 0 then
        reason := c_duplicate;
      end if;
    end if;
    if reason = 0 and e.session is not null and exists (
      select 1 from session_charge s
      where s.campaign_id = e.campaign_id and s.kind = e.kind and s.session = e.session
        and s.charged_at > p_now - e.session_window
    ) then
      reason := c_duplicate;
    end if;
    if reason = 0 and e.needs_verified and not is_verified then
      reason := c_unverified;
    end if;

    -- What it costs, as far as the money reaches.
    if reason = 0 and e.is_billing then
      counted := least(v_room, v_book.escrow / v_book.unit_price);
      if counted < v_room then
        reason := c_budget;
      end if;
      if v_book.daily_cap is not null
        and (v_book.daily_cap - v_book.spent_today) / v_book.unit_price < counted then
        counted := greatest(0, (v_book.daily_cap - v_book.spent_today) / v_book.unit_price);
        reason := c_daily_cap;
      end if;
      charged := counted * v_book.unit_price;
      v_book.escrow := v_book.escrow - charged;
      v_book.earned := v_book.earned + counted * (v_book.unit_price - v_book.unit_fee);
      v_book.fee := v_book.fee + counted * v_book.unit_fee;
      v_book.units := v_book.units + counted;
      v_book.spent_today := v_book.spent_today + charged;
      if v_book.status = 'active' and v_book.escrow < v_book.unit_price then
        v_book.status := 'exhausted';
      end if;
      if reason = 0 and counted < e.quantity then
        reason := c_duplicate;
      end if;
    elsif reason = 0 then
      counted := v_room;
      reason := c_not_billing_unit;
    end if;
    v_book.events := v_book.events + 1;

    -- What it used up. An event that found no money leaves its delivery as it was.
    if counted > 0 then
      update delivery d
      set impressions = d.impressions + case when e.kind = 1 then counted else 0 end,
        used = d.used | case when e.kind = 1 then 0 else 1 << e.kind end,
        -- A report may come later than its click, and a conversion between the two.
        clicked_at = case
          when e.kind = 2 then coalesce(d.clicked_at, least(e.occurred_at, p_now))
          else d.clicked_at end,
        is_click_verified = d.is_click_verified or (e.kind = 2 and e.is_verified)
      where d.campaign_id = e.campaign_id and d.id = settle_events.delivery_id;
      if e.session is not null then
        insert into session_charge (campaign_id, kind, session, charged_at)
        values (e.campaign_id, e.kind, e.session, p_now)
        on conflict on constraint session_charge_pkey do update
        set charged_at = excluded.charged_at;
      end if;
      if e.kind = 5 then
        update coupon c set redeemed_count = c.redeemed_count + 1
        where c.campaign_id = e.campaign_id and c.id = v_coupon.id;
        if e.order_hash is not null then
          insert into coupon_redemption (
            campaign_id, coupon_id, order_hash, event_id, created_at
          )
          values (e.campaign_id, v_coupon.id, e.order_hash, e.id, p_now);
        end if;
      elsif e.order_hash is not null then
        insert into conversion_order (
          advertiser_id, kind, order_hash, campaign_id, event_id, is_verified, created_at,
          delivery_id
        )
        values (
          v_book.advertiser_id, e.kind, e.order_hash, e.campaign_id, e.id,
          settle_events.is_verified, p_now, settle_events.delivery_id
        );
      end if;
    elsif e.kind = 2 and reason = c_duplicate and e.is_verified then
      update delivery d set is_click_verified = true
      where d.campaign_id = e.campaign_id and d.id = settle_events.delivery_id
        and not d.is_click_verified;
      if found then
        v_verifies := 2::smallint || verify_orders(v_book, null, null, settle_events.delivery_id);
      end if;
    end if;
    v_taken := case when reason = c_not_billing_unit and counted = 0 then e.quantity
      else counted end;
    v_counts := v_counts || row(
      e.kind, reason, 1, e.quantity, v_taken, case when is_verified then v_taken else 0 end,
      case when e.kind = 1 and is_viewable(e.detail) then v_taken else 0 end, charged,
      case when charged = 0 then 0 else counted * v_book.unit_fee end
    )::event_count;
    if cardinality(v_verifies) > 0 then
      v_counts := v_counts || array(
        select row(k, 0, 0, 0, 0, 1, 0, 0, 0)::event_count from unnest(v_verifies) k
      );
    end if;
    insert into event (
      campaign_id, id, batch_id, delivery_id, kind, reason, quantity, counted, charged,
      is_verified, occurred_at, detail
    )
    values (
      e.campaign_id, e.id, p_batch, settle_events.delivery_id, e.kind, settle_events.reason,
      e.quantity, settle_events.counted, settle_events.charged, settle_events.is_verified,
      e.occurred_at, e.detail
    );
    escrow := v_book.escrow; status := v_book.status;
    return next;
  end loop;
  perform write_book(v_before, v_book, v_counts, p_batch, p_now);
end
$$;

-- Writes back what the events of one campaign moved, with its journal row and what it counts.
create function write_book(
  p_before campaign_book,
  p_after campaign_book,
  p_counts event_count[],
  p_batch uuid,
  p_now timestamptz
) returns void language plpgsql as $$
begin
  if p_after.campaign_id is null or p_after.events = p_before.events then
    return;
  end if;
  update campaign_book b
  set escrow = p_after.escrow, earned = p_after.earned, fee = p_after.fee, units = p_after.units,
    events = p_after.events, spent_day = p_after.spent_day, spent_today = p_after.spent_today,
    status = p_after.status
  where b.campaign_id = p_after.campaign_id;
  insert into journal (
    campaign_id, batch_id, events, units, escrow_delta, publisher_delta, fee_delta, escrow_after,
    at, counts
  )
  values (
    p_after.campaign_id, p_batch, p_after.events - p_before.events, p_after.units - p_before.units,
    p_after.escrow - p_before.escrow, p_after.earned - p_before.earned, p_after.fee - p_before.fee,
    p_after.escrow, p_now, (
      select array_agg(sums)
      from (
        select row(
          c.kind, c.reason, sum(c.events), sum(c.quantity), sum(c.counted), sum(c.verified),
          sum(c.viewable), sum(c.charged), sum(c.fee)
        )::event_count as sums
        from unnest(p_counts) c
        group by c.kind, c.reason
      ) s
    )
  );
  if p_after.status = 'exhausted' and p_before.status <> 'exhausted' then
    insert into outbox (id, type, agent_id, campaign_id, data)
    values (
      gen_random_uuid(), 'campaign.exhausted', p_after.advertiser_id, p_after.campaign_id, '{}'
    );
  end if;
end
$$;
drop function write_book(campaign_book, campaign_book, uuid, timestamptz);

grant select on journal_count to placard_app;
grant select, insert, update on report_rollup to placard_app;
grant select, insert, delete on delivery_count to placard_app;
grant select, update on report_cursor to placard_app;

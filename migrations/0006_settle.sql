-- The two ways a batch of events is settled.
--
-- Why: `settle_impressions` takes the common case, impressions of known deliveries, as four set
-- operations whose sums the caller made. Whatever does not fit (a budget that ends, a repeated id,
-- a campaign that is not active) violates a constraint or raises, which undoes the whole batch; the
-- caller then runs `settle_events`, which decides event by event under the lock of the campaign's
-- row. Both leave the same books (a property test compares them).
-- Old code: none.

-- Rows are locked in the order of p_campaigns, which the caller sorts: with the join methods
-- below switched off the plan is a nested loop from the array to the primary key, so that two
-- processes never wait for each other in a circle.
create function settle_impressions(
  p_batch uuid,
  p_now timestamptz,
  p_campaigns uuid[],
  p_unit_prices bigint[],
  p_units bigint[],
  p_counts integer[],
  p_delivery_campaigns uuid[],
  p_deliveries uuid[],
  p_delivery_versions integer[],
  p_delivery_units integer[],
  p_ids uuid[],
  p_campaign_of integer[],
  p_delivery_of integer[],
  p_quantities integer[]
) returns table (campaign_id uuid, escrow bigint, status text)
language plpgsql
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
declare
  v_day constant date := (p_now at time zone 'UTC')::date;
  v_settled integer;
begin
  return query
  with moved as (
    update campaign_book b
    set escrow = b.escrow - u.units * b.unit_price,
      earned = b.earned + u.units * (b.unit_price - b.unit_fee),
      fee = b.fee + u.units * b.unit_fee,
      units = b.units + u.units,
      events = b.events + u.count,
      spent_today = case when b.spent_day = v_day then b.spent_today else 0 end
        + u.units * b.unit_price,
      spent_day = v_day,
      status = case
        when b.escrow - u.units * b.unit_price < b.unit_price then 'exhausted' else b.status end
    from unnest(p_campaigns, p_units, p_counts, p_unit_prices) as u (id, units, count, unit_price)
    where b.campaign_id = u.id
      and b.status = 'active'
      and b.unit_price = u.unit_price
      -- A lowered cap may lie below what today has cost already, so it is no check of the table.
      and (
        b.daily_cap is null
        or case when b.spent_day = v_day then b.spent_today else 0 end + u.units * b.unit_price
          <= b.daily_cap
      )
    returning b.campaign_id, b.advertiser_id, b.escrow, b.status, b.unit_price, b.unit_fee, u.units,
      u.count
  ), booked as (
    insert into journal (
      campaign_id, batch_id, events, units, escrow_delta, publisher_delta, fee_delta, escrow_after,
      at
    )
    select m.campaign_id, p_batch, m.count, m.units, -m.units * m.unit_price,
      m.units * (m.unit_price - m.unit_fee), m.units * m.unit_fee, m.escrow, p_now
    from moved m
  ), told as (
    insert into outbox (id, type, agent_id, campaign_id, data)
    select gen_random_uuid(), 'campaign.exhausted', m.advertiser_id, m.campaign_id, '{}'
    from moved m
    where m.status = 'exhausted'
  )
  select m.campaign_id, m.escrow, m.status from moved m;
  get diagnostics v_settled = row_count;
  if v_settled <> cardinality(p_campaigns) then
    raise exception 'a campaign of the batch is not active' using errcode = 'PL001';
  end if;
  insert into delivery (campaign_id, id, creative_version, impressions)
  select d.campaign_id, d.id, d.version, d.units
  from unnest(p_delivery_campaigns, p_deliveries, p_delivery_versions, p_delivery_units)
    as d (campaign_id, id, version, units)
  on conflict on constraint delivery_pkey do update
  set impressions = delivery.impressions + excluded.impressions;
  insert into event (
    campaign_id, id, batch_id, delivery_id, kind, reason, quantity, counted, charged, is_verified
  )
  select p_campaigns[e.campaign], e.id, p_batch, p_deliveries[e.delivery], 1, 0, e.quantity,
    e.quantity, e.quantity * p_unit_prices[e.campaign], false
  from unnest(p_ids, p_campaign_of, p_delivery_of, p_quantities)
    as e (id, campaign, delivery, quantity);
end
$$;

-- What the advertiser's order, lead or install is worth, and to which touch it goes.
create type touch as (delivery_id uuid, is_verified boolean, reason smallint);

-- The touch of a conversion: the named click, else the named delivery's click, else the latest
-- click of the campaign, else the delivery itself; each inside its window.
create function find_touch(
  p_campaign uuid,
  p_click uuid,
  p_delivery uuid,
  p_at timestamptz,
  p_click_window interval,
  p_context_window interval
) returns touch language plpgsql as $$
declare
  v_found delivery%rowtype;
  c_not_delivered constant smallint := 4;
  c_outside_window constant smallint := 5;
begin
  if p_click is not null or p_delivery is not null then
    select * into v_found from delivery d
    where d.campaign_id = p_campaign and d.id = coalesce(p_click, p_delivery);
    if not found or (p_click is not null and v_found.clicked_at is null) then
      return row(null::uuid, false, c_not_delivered);
    end if;
  else
    select * into v_found from delivery d
    where d.campaign_id = p_campaign
      and d.clicked_at between p_at - p_click_window and p_at + interval '1 second'
    order by d.clicked_at desc
    limit 1;
    if not found then
      select * into v_found from delivery d
      where d.campaign_id = p_campaign
        and d.id >= uuid_floor(p_at - p_context_window)
      order by d.id desc
      limit 1;
    end if;
    if not found then
      return row(null::uuid, false, c_not_delivered);
    end if;
  end if;
  if v_found.clicked_at is not null then
    if v_found.clicked_at < p_at - p_click_window
      or v_found.clicked_at > p_at + interval '1 second' then
      return row(v_found.id, false, c_outside_window);
    end if;
    return row(v_found.id, v_found.is_click_verified, 0::smallint);
  end if;
  if v_found.id < uuid_floor(p_at - p_context_window) then
    return row(v_found.id, false, c_outside_window);
  end if;
  return row(v_found.id, false, 0::smallint);
end
$$;

-- The oldest delivery of the last 24 hours that still has room for this kind of event.
create function find_open_delivery(p_campaign uuid, p_kind smallint, p_now timestamptz)
returns uuid language sql as $$
  select d.id
  from delivery d
  where d.campaign_id = p_campaign
    and d.id >= uuid_floor(p_now - interval '24 hours')
    and case when p_kind = 1 then d.impressions < 10000 else d.used & (1 << p_kind) = 0 end
  order by d.id
  limit 1
$$;

-- Settles events one by one, each under the lock of its campaign's row, and says what became of
-- each. `preset` is a reason that was clear before (a bot, a wrong kind of conversion): kept, never
-- paid. A batch whose answer was lost may be settled again under its own id: what
-- it committed then is answered as it was, not as a duplicate.
create function settle_events(p_batch uuid, p_now timestamptz, p_events jsonb)
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
      coupon_code text, occurred_at timestamptz, detail jsonb
    )
    order by x.campaign_id, x.index
  loop
    if v_book.campaign_id is distinct from e.campaign_id then
      perform write_book(v_before, v_book, p_batch, p_now);
      select * into v_book from campaign_book b where b.campaign_id = e.campaign_id;
      if v_book.spent_day is distinct from v_day then
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
    delivery_id := e.delivery_id; is_verified := e.is_verified;

    select * into v_known from event k where k.campaign_id = e.campaign_id and k.id = e.id;
    if found then
      reason := c_duplicate;
      conflict := v_known.kind <> e.kind or v_known.quantity <> e.quantity
        or (e.delivery_id is not null and v_known.delivery_id is distinct from e.delivery_id);
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
      if reason = 0 and e.order_hash is not null then
        update conversion_order o
        set is_verified = o.is_verified or e.by_advertiser
        where o.advertiser_id = v_book.advertiser_id
          and o.kind = e.kind
          and o.order_hash = e.order_hash;
        if found then
          reason := c_duplicate;
        end if;
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
        clicked_at = case when e.kind = 2 then coalesce(d.clicked_at, p_now) else d.clicked_at end,
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
          advertiser_id, kind, order_hash, campaign_id, event_id, is_verified, created_at
        )
        values (
          v_book.advertiser_id, e.kind, e.order_hash, e.campaign_id, e.id,
          settle_events.is_verified, p_now
        );
      end if;
    elsif e.kind = 2 and reason = c_duplicate and e.is_verified then
      update delivery d set is_click_verified = true
      where d.campaign_id = e.campaign_id and d.id = settle_events.delivery_id
        and not d.is_click_verified;
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
  perform write_book(v_before, v_book, p_batch, p_now);
end
$$;

-- Writes back what the events of one campaign moved, with its journal row.
create function write_book(
  p_before campaign_book,
  p_after campaign_book,
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
    at
  )
  values (
    p_after.campaign_id, p_batch, p_after.events - p_before.events, p_after.units - p_before.units,
    p_after.escrow - p_before.escrow, p_after.earned - p_before.earned, p_after.fee - p_before.fee,
    p_after.escrow, p_now
  );
  if p_after.status = 'exhausted' and p_before.status <> 'exhausted' then
    insert into outbox (id, type, agent_id, campaign_id, data)
    values (
      gen_random_uuid(), 'campaign.exhausted', p_after.advertiser_id, p_after.campaign_id, '{}'
    );
  end if;
end
$$;

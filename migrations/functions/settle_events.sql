-- Settles events one by one, each under the lock of its campaign's row, and says what became of
-- each. `preset` is a reason that was clear before (a bot, a wrong kind of conversion): kept, never
-- paid. A batch whose answer was lost may be settled again under its own id: what
-- it committed then is answered as it was, not as a duplicate.
--
-- Every event is counted for the journal row. A click that the redirect saw, and an order that the
-- advertiser reported, verify what was counted before. An install needs its time.
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
      case when e.kind in (1, 3, 4) and is_seen(e.kind, e.detail) then v_taken else 0 end, charged,
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

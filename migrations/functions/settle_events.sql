-- The slow path: settles events one by one, in their order within each campaign, under the lock of
-- the campaign's row, and returns the decision about each, counted as reports count it. A batch
-- whose response was lost may be settled again under its own id: what it committed then is answered
-- as it was.
create or replace function settle_events(p_batch uuid, p_now timestamptz, p_events jsonb)
returns table (
  index integer, reason smallint, conflict boolean, counted integer, charged bigint,
  delivery_id uuid, is_verified boolean, escrow bigint, status text
)
language plpgsql -- Planning each event for 13 partitions took most of the time.
set plan_cache_mode = force_generic_plan
as $$
declare
  v_events constant reported_event[] := array(
    select x from jsonb_populate_recordset(null::reported_event, p_events) x
  );
  v_now constant timestamptz := exchange_now(p_now);
  v_before campaign_book;
  v_book campaign_book;
  v_counts event_count[];
  v_next record;
  e reported_event;
  d decision;
begin
  perform lock_settlement(v_events);
  for v_next in
    select x as event, k.is_known,
      row_number() over (partition by x.campaign_id, x.id order by x.index) as nth
    from unnest(v_events) x
    -- The limit keeps PostgreSQL from reading the whole table for a hash join.
    left join lateral (
      select true as is_known from event s
      where s.campaign_id = x.campaign_id and s.id = x.id limit 1
    ) k on true
    order by x.campaign_id, x.index
  loop
    e := v_next.event;
    if v_book.campaign_id is distinct from e.campaign_id then
      perform write_book(v_before, v_book, v_counts, p_batch, v_now);
      v_counts := '{}';
      v_before := open_book(e.campaign_id, v_now);
      v_book := v_before;
    end if;
    if v_next.is_known or v_next.nth > 1 then
      d := decide_repeat(e, p_batch, v_next.nth = 1);
    else
      d := decide_event(v_book, e, v_now);
      v_book.events := v_book.events + 1;
      if d.bills then
        v_book.escrow := v_book.escrow - d.charged;
        v_book.earned := v_book.earned + d.charged - d.fee;
        v_book.fee := v_book.fee + d.fee;
        v_book.units := v_book.units + d.counted;
        v_book.spent_today := v_book.spent_today + d.charged;
        if v_book.status = 'active' and v_book.escrow < v_book.unit_price then
          v_book.status := 'exhausted';
        end if;
      end if;
      perform record_event(v_book, e, d, p_batch, v_now);
      v_counts := v_counts || count_of(e, d);
      if cardinality(d.verifies) > 0 then
        v_counts := v_counts || array(
          select row(k, 0, 0, 0, 0, 1, 0, 0, 0)::event_count from unnest(d.verifies) k
        );
      end if;
    end if;
    index := e.index; reason := d.reason; conflict := d.conflict;
    charged := d.charged; delivery_id := d.delivery_id; is_verified := d.is_verified;
    counted := (count_of(e, d)).counted; escrow := v_book.escrow; status := v_book.status;
    return next;
  end loop;
  perform write_book(v_before, v_book, v_counts, p_batch, v_now);
end
$$;

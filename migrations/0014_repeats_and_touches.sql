-- Repeats that survive a failover, and touches that lie before their conversion.
--
-- Why: a commit whose wait for the synchronous standby was cancelled is there, but may be lost with
-- the primary. A repeat of the call was answered by reading alone and so did not wait for the
-- standby either. And a conversion reported with an earlier time could go to a delivery of later.
-- Old code: may run against it.

create or replace function claim_idempotency(
  p_agent_id uuid,
  p_key text,
  p_tool text,
  p_request_hash bytea
) returns table (outcome text, response text)
language plpgsql
as $$
declare
  v_found idempotency%rowtype;
begin
  if not pg_try_advisory_xact_lock(hashtextextended(p_agent_id::text || p_key, 0)) then
    return query select 'in_flight', null::text;
    return;
  end if;
  -- The lock writes to the log, so that the answer of a repeat waits for the standby like the first
  -- one did: what is answered twice is as safe as what is answered once.
  select * into v_found
  from idempotency i
  where i.agent_id = p_agent_id and i.key = p_key
  for no key update;
  if not found then
    insert into idempotency (agent_id, key, tool, request_hash)
    values (p_agent_id, p_key, p_tool, p_request_hash);
    return query select 'claimed', null::text;
  elsif v_found.tool <> p_tool or v_found.request_hash <> p_request_hash then
    return query select 'reused', null::text;
  else
    return query select 'replay', v_found.response;
  end if;
end
$$;

-- A delivery is a touch of what happens after it, never of what happened before.
create or replace function find_touch(
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
        and d.id < uuid_floor(p_at + interval '1 second')
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
  if v_found.id < uuid_floor(p_at - p_context_window)
    or v_found.id >= uuid_floor(p_at + interval '1 second') then
    return row(v_found.id, false, c_outside_window);
  end if;
  return row(v_found.id, false, 0::smallint);
end
$$;

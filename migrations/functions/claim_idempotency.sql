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
  if not pg_try_advisory_xact_lock(lock_key('idempotency', p_agent_id::text || p_key)) then
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

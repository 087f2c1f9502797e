-- Agents, their keys, and the record of idempotent calls.
--
-- Why: everything else belongs to an agent. The role `placard_app` is what the running exchange
-- works as; the login that migrates owns the tables and grants it only what it needs, so that no
-- fault of the application can change a booked entry.
-- Old code: none.

do $$
begin
  create role placard_app nologin;
exception
  -- Roles belong to the whole server: another database of it may have made the role already.
  when duplicate_object or unique_violation then null;
end
$$;

do $$
begin
  if not pg_has_role(current_user, 'placard_app', 'member') then
    execute format('grant placard_app to %I', current_user);
  end if;
end
$$;

grant usage on schema public to placard_app;

create table agent (
  id uuid primary key,
  provider text not null,
  display_name text not null,
  role text not null,
  status text not null default 'active',
  is_trusted boolean not null default false,
  created_at timestamptz not null,
  constraint agent_role_check check (role in ('publisher', 'advertiser', 'both')),
  constraint agent_status_check check (status in ('active', 'suspended', 'closed'))
);
comment on table agent is 'One party of the exchange: a publisher, an advertiser or both.';

create table api_key (
  sha256 bytea primary key,
  agent_id uuid not null references agent (id),
  prefix text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  -- Set by a rotation (the end of the grace period) or a revocation.
  ends_at timestamptz,
  constraint api_key_sha256_check check (octet_length(sha256) = 32)
);
comment on table api_key is 'Hashes of keys; the key itself is shown once and never stored.';
create index api_key_agent_idx on api_key (agent_id);

create table idempotency (
  agent_id uuid not null,
  key text not null,
  tool text not null,
  request_hash bytea not null,
  -- The bytes of the first answer, written in the transaction of its effect.
  response text,
  created_at timestamptz not null default now(),
  primary key (agent_id, key),
  constraint idempotency_key_check check (length(key) between 1 and 255)
);
comment on table idempotency is 'Answers to calls that carried an idempotency key, for 30 days.';
create index idempotency_created_idx on idempotency (created_at);

create table outbox (
  id uuid primary key,
  type text not null,
  agent_id uuid not null,
  campaign_id uuid,
  data jsonb not null,
  created_at timestamptz not null default now()
);
comment on table outbox is 'What happened, written with the effect, for those who are to be told.';

create table audit (
  id uuid primary key,
  actor text not null,
  action text not null,
  subject text,
  detail jsonb not null default '{}',
  created_at timestamptz not null default now()
);
comment on table audit is 'Who changed what through the operator command line. Never changed.';

grant select, insert, update on agent, api_key to placard_app;
grant select, insert, update, delete on idempotency to placard_app;
grant select, insert, delete on outbox to placard_app;
grant select, insert on audit to placard_app;

-- Claims a key for one call. The advisory lock, held to the end of the transaction, tells a call
-- that is still running (in_flight) from one that is done (replay) without ever waiting.
create function claim_idempotency(
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
  select * into v_found from idempotency i where i.agent_id = p_agent_id and i.key = p_key;
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

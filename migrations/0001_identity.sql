-- Agents, API keys, idempotency records and the operator's audit log.
--
-- The exchange works as the role `placard_app`. The role that migrates owns the tables and grants
-- only the necessary rights, so that a fault in the application cannot change a booked entry.

do $$
begin
  -- A role belongs to the whole server: an operator or another database may have created it.
  if to_regrole('placard_app') is null then
    create role placard_app nologin;
  end if;
exception
  when duplicate_object or unique_violation then null;
end
$$;

-- So that one login can migrate and serve. Since PostgreSQL 16 the creator of a role administers
-- it, but does not get its rights. A login that may not grant the role leaves it to others to use.
do $$
begin
  if current_setting('server_version_num')::integer >= 160000 then
    if not pg_has_role(current_user, 'placard_app', 'set') then
      execute format('grant placard_app to %I with set true, inherit true', current_user);
    end if;
  elsif not pg_has_role(current_user, 'placard_app', 'member') then
    execute format('grant placard_app to %I', current_user);
  end if;
exception
  when insufficient_privilege then null;
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
  proven_at timestamptz,
  constraint agent_role_check check (role in ('publisher', 'advertiser', 'both')),
  constraint agent_status_check check (status in ('active', 'suspended', 'closed'))
);
comment on table agent is 'An account of the exchange: a publisher, an advertiser or both.';
comment on column agent.proven_at is
  'When enough advertisers had confirmed enough earnings of the publisher: see publisher_limits.';

create table api_key (
  sha256 bytea primary key,
  agent_id uuid not null references agent (id),
  prefix text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  -- The end of the grace period after a rotation, or the time of the revocation.
  ends_at timestamptz,
  scope text not null default 'full',
  -- The only campaign that the key may be used for; null for all of the agent.
  campaign_id uuid,
  constraint api_key_scope_check check (scope in ('read', 'report', 'full')),
  constraint api_key_sha256_check check (octet_length(sha256) = 32)
);
comment on table api_key is 'Hashes of API keys. A key is shown once and never stored.';
create index api_key_agent_idx on api_key (agent_id);
-- The operator names a key by the part of it that lists show.
create index api_key_prefix_idx on api_key (prefix);

create table idempotency (
  agent_id uuid not null,
  key text not null,
  tool text not null,
  request_hash bytea not null,
  -- The bytes of the first response, written in the transaction of the call's effect.
  response text,
  created_at timestamptz not null default now(),
  primary key (agent_id, key),
  constraint idempotency_key_check check (length(key) between 1 and 255)
);
comment on table idempotency is 'Responses to calls with an idempotency key, kept for 30 days.';
create index idempotency_created_idx on idempotency (created_at);

create table audit (
  id uuid primary key,
  actor text not null,
  action text not null,
  subject text,
  detail jsonb not null default '{}',
  created_at timestamptz not null default now()
);
comment on table audit is 'Changes made with the operator command line. Append-only.';
-- Finds why the earnings of a campaign are held.
create index audit_subject_idx on audit (subject, id desc);

create table lease (
  name text not null,
  holder text not null,
  held_until timestamptz not null,
  constraint lease_pkey primary key (name),
  constraint lease_name_check check (char_length(name) between 1 and 64),
  constraint lease_holder_check check (char_length(holder) between 1 and 64)
);
comment on table lease is
  'Work for one process at a time, across transactions. A lease expires if its holder dies.';

grant select, insert, update on agent, api_key to placard_app;
grant select, insert, update, delete on idempotency to placard_app;
grant select, insert on audit to placard_app;
grant select, insert, update, delete on lease to placard_app;

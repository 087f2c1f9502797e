-- Verification: what its runs saw and found, up to where the books were verified, and the wall
-- that keeps money in place while a finding is open.
--
-- Why: the exchange recomputes its own books every minute over what is new, and every night over
-- everything. A difference is never repaired by a program: the agents it concerns are frozen until
-- a person has looked. Frozen means that nothing leaves: no booking, no maturity, no cashout. What
-- arrives (settled events, purchases, refunds, reversals) is taken as ever, so this adds nothing to
-- the settling path: no trigger, index or column of `event`, `journal`, `delivery` or
-- `campaign_book`.
-- Old code: runs unchanged; it reads none of this, and a frozen agent's booking fails with PL003.

create table recon_run (
  id uuid primary key,
  -- The order of the runs, whatever the clocks of their machines say.
  number bigint not null generated always as identity,
  -- `new`: what changed since the run before; `all`: everything.
  kind text not null,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  -- Open ones after it; a clean run has none.
  findings integer not null,
  checked jsonb not null,
  -- Only of `new`: which transactions this run could see, and how long each table of events was
  -- before it looked.
  seen pg_snapshot,
  blocks jsonb,
  constraint recon_run_number_key unique (number),
  constraint recon_run_kind_check check (kind in ('new', 'all'))
);
comment on table recon_run is 'Finished runs of the ledger verification, kept for 30 days.';

create table recon_finding (
  id uuid primary key,
  check_name text not null,
  subject text not null,
  recorded text not null,
  computed text not null,
  -- What an operator who lifts it accepts: the same difference is not reported again, as long as
  -- the nightly run still sees it.
  difference text not null,
  is_accepted boolean not null default false,
  -- Whose money it concerns; empty for the exchange's own accounts, where it only alarms.
  agent_ids uuid[] not null,
  found_at timestamptz not null,
  -- The last run that saw it.
  seen_at timestamptz not null,
  cleared_at timestamptz,
  cleared_by text,
  constraint recon_finding_cleared_check check ((cleared_at is null) = (cleared_by is null)),
  constraint recon_finding_accepted_check check (not is_accepted or cleared_at is not null)
);
comment on table recon_finding is 'Differences in the books. Open ones freeze their agents.';
create unique index recon_finding_open_key on recon_finding (check_name, subject)
  where cleared_at is null;
create index recon_finding_accepted_idx on recon_finding (check_name, subject) where is_accepted;

create table recon_account (
  account_id uuid primary key,
  version bigint not null,
  balance bigint not null
);
comment on table recon_account is 'Up to which entry each account was verified, and its balance.';

create table recon_book (
  campaign_id uuid primary key,
  spent bigint not null,
  earned bigint not null,
  fee bigint not null,
  units bigint not null,
  events bigint not null,
  swept_earned bigint not null,
  swept_fee bigint not null
);
comment on table recon_book is 'What each campaign had settled when it was last verified.';

-- A booking, a maturity or a cashout of an account is found through these.
create index txn_campaign_idx on txn (campaign_id) where type = 'campaign_spend';
create index txn_order_idx on txn (order_id) where order_id is not null;
create index txn_cashout_idx on txn (cashout_id) where cashout_id is not null;
create index earning_pending_idx on earning (publisher_id) where status in ('pending', 'held');

-- Open findings are so few that their partial index holds all of them.
create function is_frozen(p_agent uuid) returns boolean language sql stable as $$
  select exists (
    select 1 from recon_finding f where f.cleared_at is null and p_agent = any (f.agent_ids)
  )
$$;

-- The last wall, whichever program books: what a frozen agent owns stays where it is.
create function refuse_frozen() returns trigger language plpgsql as $$
begin
  if is_frozen(new.owner_id) then
    raise exception 'the money of agent % is frozen', new.owner_id using errcode = 'PL003';
  end if;
  return new;
end
$$;
create trigger entry_frozen before insert on entry
  for each row
  when (new.amount < 0 and new.type in ('escrow_hold', 'earning_matured', 'cashout_hold'))
  execute function refuse_frozen();

-- Whether a row was written by a transaction that an earlier run could not see. A row knows only
-- the lower half of its transaction's number; the earlier run's horizon gives the upper one. What
-- lies further ahead than half the circle is an old, frozen row.
create function is_new_to(p_xmin xid, p_seen pg_snapshot) returns boolean
language sql stable parallel safe as $$
  select p_seen is null or (
    p_xmin::text::bigint >= 3
    and ((p_xmin::text::bigint - pg_snapshot_xmin(p_seen)::text::bigint) & 4294967295) < 2147483648
    and not pg_visible_in_snapshot(
      (
        pg_snapshot_xmin(p_seen)::text::bigint
        + ((p_xmin::text::bigint - pg_snapshot_xmin(p_seen)::text::bigint) & 4294967295)
      )::text::xid8,
      p_seen
    )
  )
$$;

-- How many blocks the journal and each table of events have. Taken before a run begins to look, so
-- that whatever it cannot see yet lies behind, or is still being written by a transaction that it
-- knows of.
create function settled_blocks() returns jsonb
language sql stable security definer set search_path = pg_catalog, public as $$
  select jsonb_object_agg(
    t.id::regclass::text, pg_relation_size(t.id) / current_setting('block_size')::bigint
  )
  from (
    select i.inhrelid as id from pg_inherits i where i.inhparent = 'public.event'::regclass
    union all
    select 'public.journal'::regclass
  ) t
$$;

-- Where in a table to begin, so that everything is found that was written since those lengths were
-- taken. Journal and events only grow at their end, so a look at the end finds what is new without
-- an index that every event would have to pay for. Room that a failed batch left may be filled
-- further in front; what is missed that way is a suspicion that an exact check does not confirm.
-- A busy table is lengthened by many blocks at once, which several writers then fill: hence 1024.
create function tail_of(p_table regclass, p_blocks jsonb) returns tid
language sql stable set search_path = pg_catalog, public as $$
  select format(
    '(%s,0)', greatest(0, coalesce((p_blocks ->> p_table::text)::bigint, 0) - 1024)
  )::tid
$$;

-- The new events, summed by batch. What one transaction wrote is new or old as a whole.
create function new_event_batches(p_seen pg_snapshot, p_blocks jsonb)
returns table (campaign_id uuid, batch_id uuid, events bigint, charged bigint, units bigint)
language plpgsql stable security definer set search_path = pg_catalog, public as $$
declare
  v_table regclass;
begin
  for v_table in
    select i.inhrelid::regclass from pg_inherits i where i.inhparent = 'public.event'::regclass
  loop
    return query execute format(
      'select s.campaign_id, s.batch_id, sum(s.events)::bigint, sum(s.charged)::bigint,
         sum(s.units)::bigint
       from (
         select e.campaign_id, e.batch_id, e.xmin as written_by, count(*) as events,
           sum(e.charged) as charged,
           coalesce(sum(e.counted) filter (where e.charged > 0), 0) as units
         from %s e
         where e.ctid >= %L::tid
         group by e.campaign_id, e.batch_id, e.xmin
       ) s
       where is_new_to(s.written_by, $1)
       group by s.campaign_id, s.batch_id',
      v_table, tail_of(v_table, p_blocks)
    ) using p_seen;
  end loop;
end
$$;

-- How much waits in the job queues, whose tables belong to the worker.
create function job_queues()
returns table (name text, ready integer, deferred integer, active integer, failed integer)
language plpgsql stable security definer set search_path = pg_catalog as $$
begin
  if to_regclass('pgboss.queue') is null then
    return;
  end if;
  return query execute
    'select q.name, q.ready_count, q.deferred_count, q.active_count, q.failed_count
     from pgboss.queue q';
end
$$;

grant select, insert, delete on recon_run to placard_app;
grant select, insert, update on recon_finding, recon_account, recon_book to placard_app;

-- Open findings are so few that their partial index holds all of them.
create or replace function is_frozen(p_agent uuid) returns boolean language sql stable as $$
  select exists (
    select 1 from recon_finding f where f.cleared_at is null and p_agent = any (f.agent_ids)
  )
$$;

-- Gives the end of a budget, from a position on, back to the lots it came from, and removes it from
-- the budget, so that what is added later begins at the same position.
create or replace function trim_funding(p_campaign uuid, p_from bigint) returns void
language plpgsql as $$
begin
  perform return_funding(p_campaign, p_from);
  delete from campaign_funding
  where campaign_id = p_campaign and starts_at >= p_from;
  update campaign_funding
  set amount = p_from - starts_at
  where campaign_id = p_campaign and starts_at + amount > p_from;
end
$$;

-- Campaigns with money that is not in the wallets yet, of journal rows from a transaction on. A
-- function of its own: the planner cannot know that they are few.
create or replace function unswept_campaigns(p_from bigint, p_max integer)
returns table (campaign_id uuid) language sql stable set enable_seqscan = off
as $$
  select b.campaign_id
  from campaign_book b
  where b.campaign_id in (select j.campaign_id from journal j where j.xid >= p_from)
    and (b.earned > b.swept_earned or b.fee > b.swept_fee)
  order by b.campaign_id
  limit p_max
$$;

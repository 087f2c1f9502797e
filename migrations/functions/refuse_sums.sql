-- Undoes a batch of the fast path. The detail names the campaigns that could not take their sums:
-- those without a journal row of the batch.
create or replace function refuse_sums(p_batch uuid, p_campaigns uuid[]) returns void
language plpgsql as $$
begin
  raise exception 'campaigns of the batch cannot take their sums'
    using errcode = 'PL001', detail = (
      select string_agg(u.id::text, ',')
      from unnest(p_campaigns) as u (id)
      where not exists (
        select 1 from journal j where j.campaign_id = u.id and j.batch_id = p_batch
      )
    );
end
$$;

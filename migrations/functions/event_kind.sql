-- Rendered from server/src/contract by `npm run gen`.
create or replace function event_kind(p_name text) returns smallint
language sql immutable parallel safe as $$
  select case p_name
    when 'impression' then 1
    when 'click' then 2
    when 'recommendation' then 3
    when 'decision' then 4
    when 'coupon_redeemed' then 5
    when 'cpa' then 6
    when 'cpl' then 7
    when 'cpi' then 8
    when 'insertion' then 9
    when 'cpr' then 3
    when 'cpia' then 9
    when 'cppromo' then 5
    when 'cpd' then 4
    when 'cpm' then 1
    when 'cpc' then 2
  end::smallint
$$;

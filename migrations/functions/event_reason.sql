-- Rendered from server/src/contract by `npm run gen`.
create or replace function event_reason(p_name text) returns smallint
language sql immutable parallel safe as $$
  select case p_name
    when 'duplicate' then 1
    when 'campaign_closed' then 14
    when 'coupon_invalid' then 12
    when 'not_delivered' then 4
    when 'outside_window' then 5
    when 'self_click' then 7
    when 'declared_bot' then 8
    when 'invalid_traffic' then 9
    when 'unverified' then 10
    when 'daily_cap' then 3
    when 'budget_exhausted' then 2
    when 'not_billing_unit' then 6
  end::smallint
$$;

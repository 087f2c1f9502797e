-- Verifies paid orders of a campaign: the one that its advertiser reported too, or those of a
-- delivery whose click the redirect saw. Once the earning has matured they stay as they are.
-- Returns their kinds. The first earning after an order is the one that its money is in.
create or replace function verify_orders(
  p_book campaign_book,
  p_kind smallint,
  p_order uuid,
  p_delivery uuid
) returns smallint[] language sql as $$
  with verified as (
    update conversion_order o
    set is_verified = true
    where o.advertiser_id = p_book.advertiser_id
      and o.campaign_id = p_book.campaign_id
      and not o.is_verified
      and ((o.kind = p_kind and o.order_hash = p_order) or o.delivery_id = p_delivery)
      and (
        select g.status
        from earning g
        where g.campaign_id = o.campaign_id and g.id >= uuid_floor(o.created_at)
        order by g.id
        limit 1
      ) is distinct from 'matured'
    returning o.kind
  )
  select coalesce(array_agg(v.kind), '{}') from verified v
$$;

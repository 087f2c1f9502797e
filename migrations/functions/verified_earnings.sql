-- What of the publisher's share the events of a campaign verified: their own, or that of an earlier
-- event, which their count names without a charge. A click is verified in other campaigns, too.
create or replace function verified_earnings(p_book campaign_book, p_counts event_count[])
returns bigint language sql stable as $$
  select coalesce(sum(
    case when c.events > 0 then c.charged - c.fee else p_book.unit_price - p_book.unit_fee end
  ), 0)
  from unnest(p_counts) c
  where c.verified > 0
    and (
      c.events > 0
      or exists (
        select from campaign k
        where k.id = p_book.campaign_id and event_kind(k.ad_unit_type) = c.kind
      )
    )
$$;

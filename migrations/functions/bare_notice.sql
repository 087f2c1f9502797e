-- A postback's `data` without what a person wrote and without what identifies an order. Codes,
-- amounts and times stay, and every key that a receiver must find.
create or replace function bare_notice(p_type text, p_data jsonb) returns jsonb
language sql immutable as $$
  select (p_data - '{orderId,couponCode}'::text[]) || case
    when p_type = 'message.created' then jsonb_build_object(
      'body', 'erased', 'sender', p_data -> 'sender' || '{"displayName": "erased"}'
    )
    when p_type = 'campaign.updated' and p_data ->> 'reason' is not null
      then '{"reason": "erased"}'
    when p_type = 'unbilled.batch' then jsonb_build_object('events', (
      select coalesce(jsonb_agg(bare_notice('', value)), '[]')
      from jsonb_array_elements(p_data -> 'events')
    ))
    else '{}'
  end
$$;

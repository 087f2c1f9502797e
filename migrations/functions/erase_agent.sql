-- Removes the texts of a closed agent and keeps every row to which money refers. It runs as the
-- owner of the tables, because the exchange itself may change none of these texts.
create or replace function erase_agent(p_agent uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  c_gone constant text := 'erased';
  v_campaigns uuid[] := array(
    select id from campaign where p_agent in (advertiser_id, publisher_id)
  );
  v_endpoints uuid[] := array(select id from postback_endpoint where agent_id = p_agent);
begin
  update agent set provider = c_gone, display_name = c_gone
  where id = p_agent and status = 'closed';
  if not found then
    raise exception 'agent % is not closed', p_agent using errcode = 'restrict_violation';
  end if;
  update placement
  set title = c_gone, description = c_gone, topics = '{}', excluded_topics = '{}',
    disclosure_label = c_gone, review_reason = null, status = 'archived'
  where publisher_id = p_agent;
  update creative r
  set text = c_gone, url = 'https://erased.invalid/', types = '{}', type_names = '{}',
    review_reason = null
  from campaign c
  where c.id = r.campaign_id and c.advertiser_id = p_agent;
  update coupon u
  set code = u.id::text, agent_instructions = c_gone
  from campaign c
  where c.id = u.campaign_id and c.advertiser_id = p_agent;
  update dispute d
  set reason = c_gone
  from campaign c
  where c.id = d.campaign_id and c.advertiser_id = p_agent;
  update event set detail = bare_detail(detail)
  where campaign_id = any (v_campaigns) and detail is not null;
  update message set body = c_gone where sender_id = p_agent;
  update ticket set content = '{}' where agent_id = p_agent;
  update cashout set address = c_gone, reason = null where agent_id = p_agent;
  update credit_order set checkout_url = null where agent_id = p_agent;
  update product_click set origin = null where publisher_id = p_agent;
  update click_hint set origin = null where publisher_id = p_agent;
  delete from idempotency where agent_id = p_agent;
  delete from outbox where agent_id = p_agent;
  delete from postback_message where endpoint_id = any (v_endpoints);
  -- The other side still receives its notices, without the texts.
  update outbox set data = bare_notice(type, data) where campaign_id = any (v_campaigns);
  update postback_unbilled set event = bare_notice('', event)
  where campaign_id = any (v_campaigns);
  update postback_message
  set body = jsonb_set(body::jsonb, '{data}', bare_notice(type, body::jsonb -> 'data'))
  where campaign_id = any (v_campaigns);
  delete from postback_secret where endpoint_id = any (v_endpoints);
  update postback_endpoint
  set url = 'https://erased.invalid/', description = null, status = 'deleted',
    disabled_reason = null
  where agent_id = p_agent;
  delete from adcp_package where agent_id = p_agent;
  delete from adcp_media_buy where agent_id = p_agent;
  delete from adcp_creative where agent_id = p_agent;
  delete from adcp_account where agent_id = p_agent;
  delete from adcp_event_source where agent_id = p_agent;
  delete from adcp_sandbox where agent_id = p_agent;
end
$$;

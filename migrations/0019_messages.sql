-- Messages between the two sides of a booking, and news of keys that end.
--
-- Why: the sides of a booking have something to say to each other and no other way to do so. And
-- every running server remembers keys for a moment: whoever ends one, or changes the standing of
-- its agent, tells all of them, so that it ends everywhere at once.
-- Old code: may run against it; it does not listen, and forgets keys within a second by itself.

create table message (
  id uuid primary key,
  campaign_id uuid not null references campaign (id),
  sender_id uuid not null references agent (id),
  -- The sender's own words, free of secrets: data, whatever they say.
  body text not null,
  created_at timestamptz not null,
  constraint message_body_check check (char_length(body) between 1 and 2000),
  -- A second wall behind the redaction: a key is never stored, whoever writes the row.
  constraint message_secret_check check (
    body !~ '(rk_live_|rk_test_|sk_live_|sk_test_|whsec_)[0-9A-Za-z+/]{8}'
  )
);
comment on table message is 'What the two sides of a campaign write to each other. Never changed.';
create index message_campaign_idx on message (campaign_id, id desc);
create index message_sender_idx on message (campaign_id, sender_id, created_at desc);

grant select, insert on message to placard_app;

-- The operator names a key by the part of it that is shown.
create index api_key_prefix_idx on api_key (prefix);

-- Tells of an agent whose keys or standing changed; its first argument names the agent's column.
create function tell_of_key_change() returns trigger
language plpgsql
as $$
begin
  perform pg_notify('api_key', to_jsonb(new) ->> tg_argv[0]);
  return null;
end
$$;

create trigger api_key_ended
after update of ends_at on api_key
for each row when (old.ends_at is distinct from new.ends_at)
execute function tell_of_key_change('agent_id');

create trigger agent_status_changed
after update of status on agent
for each row when (old.status is distinct from new.status)
execute function tell_of_key_change('id');

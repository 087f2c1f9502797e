-- AdCP: what the protocol's tasks store beside campaigns; and budgets that can become smaller.
--
-- A media buy is a set of packages. A package with an approved creative is a campaign; a package
-- without one is a draft that holds no money. The previous code can run against this migration.

create table adcp_account (
  agent_id uuid not null references agent (id),
  id text not null,
  brand_domain text not null,
  operator text not null,
  is_sandbox boolean not null,
  -- Set by the test controller only.
  status text not null default 'active',
  data jsonb not null,
  created_at timestamptz not null,
  primary key (agent_id, id),
  unique (agent_id, brand_domain, operator, is_sandbox)
);
comment on table adcp_account is 'Brands that a buyer agent buys for. One wallet pays for all.';

create table adcp_creative (
  agent_id uuid not null references agent (id),
  id text not null,
  name text not null,
  text text not null,
  click_url text,
  status text not null,
  data jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (agent_id, id)
);
comment on table adcp_creative is 'The creative library of a buyer agent.';

create table adcp_media_buy (
  agent_id uuid not null references agent (id),
  id text not null,
  revision integer not null default 1,
  canceled_at timestamptz,
  data jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (agent_id, id)
);
comment on table adcp_media_buy is 'Packages that were booked together.';

create table adcp_package (
  agent_id uuid not null,
  media_buy_id text not null,
  number integer not null,
  id text not null,
  -- Null while it is a draft.
  campaign_id uuid references campaign (id),
  budget bigint not null,
  data jsonb not null,
  primary key (agent_id, media_buy_id, number),
  unique (agent_id, id),
  foreign key (agent_id, media_buy_id) references adcp_media_buy (agent_id, id),
  constraint adcp_package_budget_check check (budget >= 0)
);
comment on table adcp_package is 'A part of a media buy: a campaign, or a draft of one.';
create index adcp_package_campaign_idx on adcp_package (campaign_id);

create table adcp_event_source (
  agent_id uuid not null references agent (id),
  id text not null,
  data jsonb not null,
  primary key (agent_id, id)
);
comment on table adcp_event_source is 'Where the conversion events of a buyer agent come from.';

create table adcp_sandbox (
  agent_id uuid not null references agent (id),
  kind text not null,
  id text not null,
  data jsonb not null,
  primary key (agent_id, kind, id)
);
comment on table adcp_sandbox is 'Fixtures of the test controller; empty in production.';

grant select, insert, update on adcp_account, adcp_creative, adcp_media_buy, adcp_package,
  adcp_event_source, adcp_sandbox to placard_app;
grant delete on adcp_account, adcp_event_source, adcp_sandbox to placard_app;

-- A budget that becomes smaller ends earlier: its last positions return to their lots.
drop trigger if exists campaign_funding_immutable on campaign_funding;
comment on table campaign_funding is
  'The purchase of each part of a budget. Only the unspent end is removed.';
grant delete, update (amount) on campaign_funding to placard_app;

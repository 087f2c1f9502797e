-- Earnings of publishers and the disputes about them.
--
-- Sweeps write earnings in lumps, and a dispute takes the money of single events out of them.
-- Events in the order of their settlement and earnings in the order of their position in the
-- budget are two lines of equal length: the position of an event in the first is the position of
-- its money in the second. A disputed event leaves both lines, so that they stay equal and no later
-- batch can move disputed money.

create table dispute (
  id uuid primary key,
  campaign_id uuid not null references campaign (id),
  status text not null default 'open',
  reason text not null,
  events integer not null,
  -- Micro-credits: the publisher's share and the platform fee of the disputed events.
  amount bigint not null,
  fee bigint not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  constraint dispute_status_check check (status in ('open', 'released', 'reversed')),
  constraint dispute_decided_check check ((status = 'open') = (decided_at is null)),
  constraint dispute_amount_check check (events > 0 and amount >= 0 and fee >= 0)
);
comment on table dispute is 'Events disputed before their earnings matured, and the decision.';
create index dispute_campaign_idx on dispute (campaign_id, id desc);
create index dispute_open_idx on dispute (id) where status = 'open';

create table disputed_event (
  campaign_id uuid not null,
  event_id uuid not null,
  dispute_id uuid not null references dispute (id),
  batch_id uuid not null,
  charged bigint not null,
  -- The key allows one dispute for each event.
  primary key (campaign_id, event_id),
  constraint disputed_event_charged_check check (charged > 0)
);
comment on table disputed_event is 'The events of each dispute. Append-only.';
create index disputed_event_dispute_idx on disputed_event (dispute_id);

create table earning (
  campaign_id uuid not null,
  id uuid not null,
  publisher_id uuid not null,
  amount bigint not null,
  status text not null default 'pending',
  matures_at timestamptz not null,
  created_at timestamptz not null,
  -- The purchase that paid it, and the platform fee on top, which is reversed with it.
  order_id uuid,
  fee bigint not null default 0,
  seasoned_at timestamptz,
  matured_at timestamptz,
  -- Where in the campaign's budget the swept part began; parts that are split off keep it.
  starts_at bigint not null,
  dispute_id uuid,
  -- Reversed with its purchase, and restored if the payer loses the dispute.
  is_taken_back boolean not null default false,
  -- Taken back while it was held: it is held again when it is restored.
  was_held boolean not null default false,
  -- The advertiser confirmed the delivery.
  is_confirmed boolean not null default false,
  -- Until then only a confirmation, or the proof of its publisher, lets it mature.
  late_until timestamptz,
  primary key (campaign_id, id),
  constraint earning_status_check check (status in ('pending', 'matured', 'held', 'reversed')),
  constraint earning_amount_check check (amount >= 0 and fee >= 0 and amount + fee > 0),
  -- An earning never matures before its purchase is seasoned.
  constraint earning_seasoned_check check (seasoned_at is null or matures_at >= seasoned_at),
  constraint earning_matured_check check (
    seasoned_at is null or matured_at is null or matured_at >= seasoned_at
  ),
  constraint earning_starts_at_check check (starts_at >= 0),
  constraint earning_dispute_fkey foreign key (dispute_id) references dispute (id)
);
comment on table earning is 'Earnings swept from a campaign, until they mature.';
create index earning_due_idx on earning (matures_at)
  where status = 'pending' and late_until is null;
create index earning_late_idx on earning (publisher_id, late_until)
  where status = 'pending' and late_until is not null;
create index earning_confirmed_idx on earning (publisher_id)
  where status = 'matured' and is_confirmed;
create index earning_order_idx on earning (order_id) where order_id is not null;
-- What was taken back of a purchase, for its verification.
create index earning_reversed_idx on earning (order_id) where status = 'reversed';
create index earning_matured_idx on earning (publisher_id, matured_at desc nulls last, id desc)
  where status = 'matured';
create index earning_dispute_idx on earning (dispute_id) where dispute_id is not null;
create index earning_pending_idx on earning (publisher_id) where status in ('pending', 'held');

-- Bounds the damage of invented events. An unproven publisher has a limited number of active
-- placements, and what nothing verifies of its earnings matures late above a limit for each day.
create table publisher_limits (
  is_only boolean primary key default true,
  -- Of an unproven publisher; null: no limit. Earnings in micro-credits for each UTC day.
  placements_max integer,
  day_earnings_max bigint,
  late_days integer not null,
  -- A publisher is proven when so many advertisers, each with purchases of its own, have confirmed
  -- so many micro-credits together.
  proven_advertisers integer not null,
  proven_earnings bigint not null,
  constraint publisher_limits_only_check check (is_only)
);
comment on table publisher_limits is 'Settings about unproven publishers; the server writes them.';

create table unproven_day (
  publisher_id uuid primary key references agent (id),
  day date not null,
  unverified bigint not null
);
comment on table unproven_day is 'Unverified earnings of an unproven publisher on its latest day.';

grant select, insert, update on publisher_limits, unproven_day to placard_app;
create table sweep_cursor (
  is_only boolean primary key default true,
  -- Campaigns with journal rows of transactions from this one on may have to be swept.
  swept_to bigint not null,
  leased_until timestamptz not null default '-infinity',
  -- Transaction numbers are valid in their own cluster only.
  cluster bigint not null,
  constraint sweep_cursor_only_check check (is_only)
);
comment on table sweep_cursor is 'How far the sweep has come, and how long one worker has it.';

insert into sweep_cursor (swept_to, cluster)
select 0, system_identifier from pg_control_system();

grant select, update on sweep_cursor to placard_app;
grant select, insert on dispute, disputed_event to placard_app;
grant update (status, decided_at) on dispute to placard_app;
grant select, insert, update on earning to placard_app;

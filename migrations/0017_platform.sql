-- Platform demand: who pays for it, how much, for whom it was asked, and what it booked.
--
-- Why: the operator buys placements for the brands of 0016 with the credits of an ordinary
-- advertiser. A job books; these tables say with whose credits, within which limits, and why a
-- placement that was asked for got nothing.
-- Old code: may run against it; it reads none of this.

create table platform_wallet (
  is_only boolean primary key default true,
  agent_id uuid not null references agent (id),
  set_at timestamptz not null,
  constraint platform_wallet_is_only_check check (is_only)
);
comment on table platform_wallet is
  'The agent whose credits platform demand spends: the operator''s choice, at most one.';

create table platform_limits (
  is_only boolean primary key default true,
  -- Micro-credits. What a booking of the job holds, unless its placement's smallest budget is more.
  booking_budget bigint not null,
  -- The most that is committed to one publisher in a UTC day, or can be spent with it in one.
  publisher_day bigint not null,
  -- The most that is committed to all publishers together in a UTC day.
  total_day bigint not null,
  constraint platform_limits_is_only_check check (is_only),
  constraint platform_limits_order_check check (
    booking_budget between 100000000 and publisher_day
    and publisher_day <= total_day
    and total_day <= 1000000000000000
  )
);
comment on table platform_limits is
  'How much platform demand may commit, in micro-credits; always exactly one row.';
-- 500 credits a booking, 2,500 a publisher and day, 25,000 a day: one pack of each size.
insert into platform_limits (booking_budget, publisher_day, total_day)
values (500000000, 2500000000, 25000000000);

create table platform_request (
  placement_id uuid primary key references placement (id),
  publisher_id uuid not null references agent (id),
  status text not null,
  -- Why it was declined: a word of ours.
  reason text,
  -- What was booked for it last.
  campaign_id uuid references campaign (id),
  requested_at timestamptz not null,
  decided_at timestamptz,
  constraint platform_request_status_check check (
    (status = 'queued' and reason is null and campaign_id is null and decided_at is null)
    or (status = 'booked' and reason is null and campaign_id is not null
      and decided_at is not null)
    or (status = 'declined' and reason is not null and campaign_id is null
      and decided_at is not null)
  ),
  constraint platform_request_reason_check check (reason ~ '^[a-z_]{1,40}$')
);
comment on table platform_request is
  'Placements whose publisher asked for platform demand, with the last decision about each.';
create index platform_request_queued_idx on platform_request (requested_at, placement_id)
  where status = 'queued';

create table platform_booking (
  campaign_id uuid primary key references campaign (id),
  placement_id uuid not null references placement (id),
  brand_id uuid not null references brand (id),
  -- True when it pays for what the publisher reports by itself, which only trusted ones may.
  is_on_trust boolean not null,
  booked_at timestamptz not null,
  -- When the job ended it, because the publisher is not trusted any more.
  withdrawn_at timestamptz,
  constraint platform_booking_withdrawn_check check (withdrawn_at is null or is_on_trust)
);
comment on table platform_booking is 'Campaigns that the job of platform demand booked by itself.';
create index platform_booking_trust_idx on platform_booking (campaign_id)
  where is_on_trust and withdrawn_at is null;

-- What was committed to a publisher, and on a day, counts whoever booked it for the platform.
create index campaign_platform_publisher_idx on campaign (publisher_id)
  where brand_id is not null;
create index campaign_platform_day_idx on campaign (created_at) where brand_id is not null;

grant select, insert, update, delete on platform_wallet to placard_app;
grant select, update on platform_limits to placard_app;
grant select, insert, update on platform_request to placard_app;
grant select, insert on platform_booking to placard_app;
grant update (withdrawn_at) on platform_booking to placard_app;

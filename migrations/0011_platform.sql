-- Platform demand: who pays for it, its limits, requests for it, and its bookings.
--
-- The operator books placements for brands with the credits of an ordinary advertiser. A periodic
-- job makes the bookings; these tables state with whose credits, within which limits, and why a
-- requested placement received none.

create table platform_wallet (
  is_only boolean primary key default true,
  agent_id uuid not null references agent (id),
  set_at timestamptz not null,
  constraint platform_wallet_is_only_check check (is_only)
);
comment on table platform_wallet is 'The agent whose credits platform demand spends; at most one.';

create table platform_limits (
  is_only boolean primary key default true,
  -- Micro-credits. The budget of a booking, unless the placement's minimum budget is higher.
  booking_budget bigint not null,
  -- The most that is committed to, or can be spent with, one publisher in a UTC day.
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
  -- A code that states why it was declined.
  reason text,
  -- The latest campaign that was booked for it.
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
  'Placements whose publisher requested platform demand, with the latest decision.';
create index platform_request_queued_idx on platform_request (requested_at, placement_id)
  where status = 'queued';

create table platform_booking (
  campaign_id uuid primary key references campaign (id),
  placement_id uuid not null references placement (id),
  brand_id uuid not null references brand (id),
  -- True if it pays for the publisher's own reports, which only trusted publishers may make.
  is_on_trust boolean not null,
  booked_at timestamptz not null,
  -- When the job ended it because the publisher lost its trusted status.
  withdrawn_at timestamptz,
  constraint platform_booking_withdrawn_check check (withdrawn_at is null or is_on_trust)
);
comment on table platform_booking is 'Campaigns that the platform demand job booked.';
create index platform_booking_trust_idx on platform_booking (campaign_id)
  where is_on_trust and withdrawn_at is null;

grant select, insert, update, delete on platform_wallet to placard_app;
grant select, update on platform_limits to placard_app;
grant select, insert, update on platform_request to placard_app;
grant select, insert on platform_booking to placard_app;
grant update (withdrawn_at) on platform_booking to placard_app;

-- Placements, campaigns, their creatives and coupons.
--
-- Why: what is offered and what was booked. The money of a campaign lives apart, in campaign_book
-- (0005), so that the hot row stays small.
-- Old code: none.

create table placement (
  id uuid primary key,
  publisher_id uuid not null references agent (id),
  title text not null,
  description text not null,
  kind text not null,
  ad_unit_type text not null,
  rate bigint not null,
  feed_type text,
  status text not null default 'active',
  review_status text not null,
  context_use text not null,
  topics text[] not null default '{}',
  excluded_topics text[] not null default '{}',
  blocked_brand_ids uuid[] not null default '{}',
  blocked_advertiser_ids uuid[] not null default '{}',
  cap_per_session integer,
  cap_window_minutes integer,
  disclosure_label text not null,
  revision integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  words tsvector generated always as (
    setweight(to_tsvector('english', title), 'A')
    || setweight(to_tsvector('english', description), 'B')
  ) stored,
  constraint placement_rate_check check (rate > 0),
  constraint placement_status_check check (status in ('active', 'paused', 'archived')),
  constraint placement_review_check check (
    review_status in ('pending_review', 'approved', 'rejected')
  ),
  constraint placement_context_use_check check (
    context_use in ('presentation_only', 'reasoning_context')
  )
);
comment on table placement is 'A piece of inventory that a publisher sells at a rate per ad unit.';
create index placement_publisher_idx on placement (publisher_id, id desc);
create index placement_bookable_idx on placement (ad_unit_type, id desc)
  where status = 'active' and review_status = 'approved';
create index placement_words_idx on placement using gin (words);

create table campaign (
  id uuid primary key,
  -- A short name for click tokens, which have no room for two uuids.
  number bigint not null generated always as identity,
  advertiser_id uuid not null references agent (id),
  publisher_id uuid not null references agent (id),
  placement_id uuid not null references placement (id),
  ad_unit_type text not null,
  rate bigint not null,
  fee_bps integer not null,
  brand_id uuid,
  creative_version integer not null default 1,
  start_at timestamptz,
  end_at timestamptz,
  click_days integer not null,
  context_hours integer not null,
  conversion_source text not null,
  verified_only boolean not null,
  -- While completing or refunding: until when late reports are taken.
  drains_until timestamptz,
  revision integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint campaign_number_key unique (number),
  constraint campaign_rate_check check (rate > 0),
  constraint campaign_fee_bps_check check (fee_bps between 0 and 10000),
  constraint campaign_sides_check check (advertiser_id <> publisher_id),
  constraint campaign_dates_check check (end_at is null or start_at is null or end_at > start_at),
  constraint campaign_source_check check (conversion_source in ('any', 'advertiser'))
);
comment on table campaign is 'A booking of one placement; rate and fee are frozen when it is made.';
create index campaign_advertiser_idx on campaign (advertiser_id, id desc);
create index campaign_publisher_idx on campaign (publisher_id, id desc);
create index campaign_placement_idx on campaign (placement_id, id desc);

create table creative (
  campaign_id uuid not null references campaign (id),
  version integer not null,
  id uuid not null,
  text text not null,
  url text not null,
  review_status text not null,
  created_at timestamptz not null,
  primary key (campaign_id, version),
  constraint creative_review_check check (
    review_status in ('pending_review', 'approved', 'rejected')
  )
);
comment on table creative is 'Versions of what is shown; a change is a new version.';

create table coupon (
  campaign_id uuid not null references campaign (id),
  id uuid not null,
  code text not null,
  agent_instructions text not null,
  discount_type text not null,
  -- Millionths of a percent or of the currency unit.
  discount_millionths bigint,
  currency text,
  starts_at timestamptz,
  ends_at timestamptz,
  max_redemptions integer not null,
  redeemed_count integer not null default 0,
  is_paused boolean not null default false,
  created_at timestamptz not null,
  primary key (campaign_id, id),
  constraint coupon_discount_type_check check (
    discount_type in ('percent', 'amount', 'free_shipping')
  ),
  constraint coupon_redeemed_check check (redeemed_count between 0 and max_redemptions),
  constraint coupon_dates_check check (ends_at is null or starts_at is null or ends_at > starts_at)
);
comment on table coupon is 'Codes with instructions for the chat model, each of one campaign.';
create unique index coupon_code_idx on coupon (campaign_id, lower(code));

-- One redemption for each coupon and order.
create table coupon_redemption (
  campaign_id uuid not null,
  coupon_id uuid not null,
  order_hash uuid not null,
  event_id uuid not null,
  created_at timestamptz not null,
  primary key (campaign_id, coupon_id, order_hash)
);
comment on table coupon_redemption is 'Orders that redeemed a coupon, so that each pays once.';

grant select, insert, update on placement, campaign, creative to placard_app;
grant select, insert, update on coupon to placard_app;
grant select, insert on coupon_redemption to placard_app;

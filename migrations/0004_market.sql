-- Brands, placements, campaigns, creatives and coupons.
--
-- The money of a campaign is in `campaign_book` (0005), so that the row which settlement updates
-- stays small.

-- The catalogue of brands is public: the table has no column for a secret.
create table brand (
  id uuid primary key,
  name text not null,
  domain text not null,
  categories text[] not null default '{}',
  -- Micro-credits, compared with the quoted rate of a campaign.
  max_rate bigint not null,
  ad_unit_types text[] not null,
  deep_link text,
  disclosure text not null,
  is_active boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint brand_name_check check (length(name) between 1 and 120),
  constraint brand_domain_key unique (domain),
  constraint brand_domain_check check (
    domain = lower(domain) and length(domain) between 3 and 253
  ),
  constraint brand_categories_check check (cardinality(categories) <= 20),
  constraint brand_max_rate_check check (max_rate between 0 and 1000000000000),
  constraint brand_ad_unit_types_check check (
    ad_unit_types <@ array['cpr', 'cpia', 'cppromo', 'cpd', 'cpm', 'cpc', 'cpa', 'cpl', 'cpi']
    and cardinality(ad_unit_types) > 0
  ),
  constraint brand_deep_link_check check (
    deep_link ~ '^https://' and length(deep_link) <= 2048
  ),
  constraint brand_disclosure_check check (length(disclosure) between 1 and 200),
  -- Defence in depth behind the import: the public catalogue must never contain a key.
  constraint brand_secret_check check (
    concat_ws(' ', name, domain, array_to_string(categories, ' '), deep_link, disclosure)
      !~ '(rk_live_|rk_test_|sk_live_|sk_test_|whsec_)[0-9A-Za-z+/]{8}'
  )
);
comment on table brand is
  'Brands for which the platform books campaigns, each with its highest rate.';
comment on column brand.is_active is
  'A retired brand is not listed, and its highest rate counts as 0.';
create index brand_listed_idx on brand (lower(name), id) where is_active;

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
  review_reason text,
  citations boolean not null default false,
  citation_held_at timestamptz,
  constraint placement_rate_check check (rate > 0),
  constraint placement_status_check check (status in ('active', 'paused', 'archived')),
  constraint placement_review_check check (
    review_status in ('pending_review', 'approved', 'rejected')
  ),
  constraint placement_context_use_check check (
    context_use in ('presentation_only', 'reasoning_context')
  ),
  constraint placement_review_reason_check check (
    char_length(review_reason) between 1 and 500
  )
);
comment on table placement is 'Inventory that a publisher sells at a rate per ad unit.';
comment on column placement.citations is 'Answers in this placement cite offers.';
comment on column placement.citation_held_at is
  'When the citation rate check last held its earnings. It considers only later reports.';
create index placement_publisher_idx on placement (publisher_id, id desc);
create index placement_bookable_idx on placement (ad_unit_type, id desc)
  where status = 'active' and review_status = 'approved';
create index placement_words_idx on placement using gin (words);
create index placement_waiting_idx on placement (id) where review_status = 'pending_review';

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
  -- While completing or refunding: until when late reports are accepted.
  drains_until timestamptz,
  revision integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  cited_only boolean not null default false,
  constraint campaign_number_key unique (number),
  constraint campaign_brand_id_fkey foreign key (brand_id) references brand (id),
  constraint campaign_rate_check check (rate > 0),
  constraint campaign_fee_bps_check check (fee_bps between 0 and 10000),
  constraint campaign_sides_check check (advertiser_id <> publisher_id),
  constraint campaign_dates_check check (end_at is null or start_at is null or end_at > start_at),
  constraint campaign_source_check check (conversion_source in ('any', 'advertiser')),
  constraint campaign_cited_only_check check (not cited_only or ad_unit_type in ('cpr', 'cpd'))
);
comment on table campaign is 'A booking of a placement. The booking fixes rate and fee.';
comment on column campaign.cited_only is 'Pays recommendations and decisions only when cited.';
create index campaign_advertiser_idx on campaign (advertiser_id, id desc);
create index campaign_publisher_idx on campaign (publisher_id, id desc);
create index campaign_placement_idx on campaign (placement_id, id desc);
create index campaign_end_idx on campaign (end_at) where drains_until is null;
create index campaign_brand_idx on campaign (brand_id) where brand_id is not null;
-- What is committed to a publisher, and on a day, for platform demand.
create index campaign_platform_publisher_idx on campaign (publisher_id)
  where brand_id is not null;
create index campaign_platform_day_idx on campaign (created_at) where brand_id is not null;
-- The citation rate check reads campaigns by placement.
create index campaign_cited_unit_idx on campaign (placement_id, id)
  where ad_unit_type in ('cpr', 'cpd');

create table creative (
  campaign_id uuid not null references campaign (id),
  version integer not null,
  id uuid not null,
  text text not null,
  url text not null,
  review_status text not null,
  created_at timestamptz not null,
  review_reason text,
  -- Approved by a reviewer, not by the policy `auto`.
  is_reviewed boolean not null default false,
  types text[] not null default '{}',
  type_names text[] not null default '{}',
  primary key (campaign_id, version),
  constraint creative_review_check check (
    review_status in ('pending_review', 'approved', 'rejected')
  ),
  constraint creative_review_reason_check check (
    char_length(review_reason) between 1 and 500
  )
);
comment on table creative is 'Versions of creatives. A change makes a new version.';
comment on column creative.types is 'Product types that the text names. Empty: fits any turn.';
comment on column creative.type_names is 'The names of these types.';
create unique index creative_id_idx on creative (id);
create index creative_waiting_idx on creative (id) where review_status = 'pending_review';

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
comment on table coupon is 'Coupon codes of a campaign, with instructions for the chat model.';
create unique index coupon_code_idx on coupon (campaign_id, lower(code));

create table coupon_redemption (
  campaign_id uuid not null,
  coupon_id uuid not null,
  order_hash uuid not null,
  event_id uuid not null,
  created_at timestamptz not null,
  primary key (campaign_id, coupon_id, order_hash)
);
comment on table coupon_redemption is 'Orders that redeemed a coupon; each order pays once.';

grant select, insert, update on brand, placement, campaign to placard_app;
grant select, insert, update on coupon to placard_app;
grant select, insert on coupon_redemption to placard_app;
-- A version of a creative keeps its text: only the review may change.
grant select, insert on creative to placard_app;
grant update (review_status, review_reason, is_reviewed) on creative to placard_app;

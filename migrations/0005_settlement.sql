-- Settlement: the money row of a campaign, its deliveries, events and journal.
--
-- Each campaign has one hot row, and campaigns share no row: publisher earnings and the platform
-- fee accrue on that row and are swept to the wallets later, so that settling two campaigns never
-- contends for a lock. Every hot key starts with the campaign. Events and deliveries are
-- partitioned by the day of their UUIDv7 id, the journal by the month of its batch's. The check
-- `escrow + earned + fee + refunded = funded` makes the conservation of money a rule of the
-- database.

create table campaign_book (
  campaign_id uuid primary key references campaign (id),
  advertiser_id uuid not null,
  publisher_id uuid not null,
  placement_id uuid not null,
  status text not null,
  unit_price bigint not null,
  unit_fee bigint not null,
  funded bigint not null,
  escrow bigint not null,
  earned bigint not null default 0,
  fee bigint not null default 0,
  refunded bigint not null default 0,
  swept_earned bigint not null default 0,
  swept_fee bigint not null default 0,
  -- The part of `earned` that the click redirect or the advertiser verified, and what of it was
  -- known at the last sweep.
  verified_earned bigint not null default 0,
  swept_verified bigint not null default 0,
  units bigint not null default 0,
  events bigint not null default 0,
  deliveries bigint not null default 0,
  daily_cap bigint,
  spent_day date,
  spent_today bigint not null default 0,
  constraint campaign_book_conserved_check check (escrow + earned + fee + refunded = funded),
  constraint campaign_book_escrow_check check (escrow >= 0),
  constraint campaign_book_refunded_check check (refunded >= 0),
  constraint campaign_book_swept_check check (
    swept_earned between 0 and earned and swept_fee between 0 and fee
  ),
  constraint campaign_book_unit_check check (unit_price > 0 and unit_fee between 0 and unit_price),
  constraint campaign_book_status_check check (
    status in (
      'pending_review', 'pending_start', 'active', 'paused', 'exhausted', 'refunding', 'canceled',
      'completing', 'completed', 'rejected'
    )
  )
) with (fillfactor = 50);
comment on table campaign_book is 'State and money of a campaign: the only row settlement updates.';
-- No index may contain a money column, because updates of this row must stay heap-only. Its state
-- changes a few times in its life, and `spent_day` once a day.
create index campaign_book_publisher_idx on campaign_book (publisher_id);
create index campaign_book_advertiser_idx on campaign_book (advertiser_id);
-- Campaigns that start or end soon, or that gave up waiting for more budget.
create index campaign_book_due_idx on campaign_book (status, spent_day)
  where status in ('pending_start', 'exhausted', 'completing', 'refunding');

-- `kind` and `reason` are the numbers of `EVENT_KINDS` and `EVENT_REASONS` in
-- server/src/contract; reason 0 means billed in full.
create table event (
  campaign_id uuid not null,
  id uuid not null,
  batch_id uuid not null,
  delivery_id uuid,
  kind smallint not null,
  reason smallint not null,
  quantity integer not null,
  counted integer not null,
  charged bigint not null,
  is_verified boolean not null,
  occurred_at timestamptz,
  detail jsonb,
  primary key (campaign_id, id),
  constraint event_quantity_check check (quantity between 1 and 10000),
  constraint event_counted_check check (counted between 0 and quantity),
  constraint event_charged_check check (charged >= 0)
) partition by range (id);
comment on table event is
  'Every report, billed or not, with its reason: the sub-ledger. Append-only.';
-- Clicks and conversions of a batch. Impressions (1, and 9 in a context) settle by the thousand,
-- postbacks report only their sums, and they cost this index nothing.
create index event_told_idx on event (campaign_id, batch_id) where kind between 2 and 8;
-- Conversions, for attribution paths.
create index event_conversion_idx on event (campaign_id, id) where kind between 3 and 8;

create type event_count as (
  kind smallint,
  reason smallint,
  events bigint,
  quantity bigint,
  counted bigint,
  verified bigint,
  viewable bigint,
  charged bigint,
  fee bigint
);
comment on type event_count is 'Events of one kind and reason: number, quantity and money.';

create table journal (
  campaign_id uuid not null,
  batch_id uuid not null,
  events integer not null,
  units bigint not null,
  escrow_delta bigint not null,
  publisher_delta bigint not null,
  fee_delta bigint not null,
  escrow_after bigint not null,
  at timestamptz not null,
  xid bigint not null default pg_current_xact_id()::text::bigint,
  -- Null: plain impressions, all of them billed.
  counts event_count[],
  primary key (campaign_id, batch_id),
  constraint journal_balanced_check check (escrow_delta + publisher_delta + fee_delta = 0),
  constraint journal_escrow_check check (escrow_after >= 0)
) partition by range (batch_id);
comment on table journal is
  'What settlement moved: one row for each batch and campaign. Append-only.';
create index journal_xid_idx on journal using brin (xid) with (pages_per_range = 16);

-- `used` has one bit (1 << kind) for each kind of event that a delivery serves once.
create table delivery (
  campaign_id uuid not null,
  id uuid not null,
  creative_version integer not null,
  session uuid,
  -- Without consent no session of a report may be stored either.
  has_no_consent boolean not null default false,
  impressions integer not null default 0,
  used integer not null default 0,
  clicked_at timestamptz,
  is_click_verified boolean not null default false,
  -- Why the redirect rejected a click, such as a program's.
  refused_click smallint,
  primary key (campaign_id, id),
  constraint delivery_impressions_check check (impressions between 0 and 10000)
) partition by range (id);
comment on table delivery is 'Delivered creatives, and the events that each has served.';
create index delivery_clicked_idx on delivery (campaign_id, clicked_at)
  where clicked_at is not null;

-- No delivery before `from_id` is open for this kind: a report without a delivery id looks from
-- there on, however many deliveries were used before.
create table open_delivery (
  campaign_id uuid not null,
  kind smallint not null,
  from_id uuid not null,
  primary key (campaign_id, kind)
) with (fillfactor = 50);
comment on table open_delivery is 'Where the search for an open delivery of a campaign begins.';

create type touch as (delivery_id uuid, is_verified boolean, reason smallint);

-- An event as it arrives for settlement: the fields of `slowInputOf` in domain/events/queries.ts.
create type reported_event as (
  index integer,
  campaign_id uuid,
  id uuid,
  kind smallint,
  quantity integer,
  delivery_id uuid,
  delivery_version integer,
  click_id uuid,
  preassigned_reason smallint,
  is_billing boolean,
  is_verified boolean,
  needs_verified boolean,
  session uuid,
  session_window interval,
  order_hash uuid,
  coupon_code text,
  by_advertiser boolean,
  by_redirect boolean,
  install_gap interval,
  click_window interval,
  context_window interval,
  occurred_at timestamptz,
  detail jsonb
);

-- What settlement decides about an event.
create type decision as (
  reason smallint,
  conflict boolean,
  counted integer,
  charged bigint,
  fee bigint,
  delivery_id uuid,
  is_verified boolean,
  -- The event reached the budget, whatever it was charged.
  bills boolean,
  -- How many units the delivery can still take.
  room integer,
  session uuid,
  coupon_id uuid,
  -- Kinds of earlier events that this one verifies.
  verifies smallint[]
);

create table session_charge (
  campaign_id uuid not null,
  kind smallint not null,
  session uuid not null,
  charged_at timestamptz not null,
  primary key (campaign_id, kind, session)
);
comment on table session_charge is 'When a chat session was last charged for a kind of event.';

-- An order pays once for each advertiser and kind, whichever campaign reports it.
create table conversion_order (
  advertiser_id uuid not null,
  kind smallint not null,
  order_hash uuid not null,
  campaign_id uuid not null,
  event_id uuid not null,
  is_verified boolean not null,
  created_at timestamptz not null,
  delivery_id uuid,
  primary key (advertiser_id, kind, order_hash)
);
comment on table conversion_order is 'Orders, leads and installs that were paid. No expiry.';
create index conversion_order_delivery_idx on conversion_order (campaign_id, delivery_id);

create table product_click (
  id uuid primary key,
  product_number bigint not null,
  publisher_id uuid,
  origin text,
  address_hash bytea,
  is_bot boolean not null,
  at timestamptz not null
);
comment on table product_click is 'Clicks on feed products: counted, never charged.';
create index product_click_product_idx on product_click (product_number, at);

create table click_hint (
  hash bigint primary key,
  publisher_id uuid,
  origin text
);
comment on table click_hint is
  'Attribution hints of product links, by the eight-byte hash inside the product token.';

grant select, insert, update on campaign_book, delivery, open_delivery, session_charge,
  conversion_order to placard_app;
grant select, insert on event, journal, product_click, click_hint to placard_app;

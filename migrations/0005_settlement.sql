-- Settlement: the money row of a campaign, its deliveries, events and journal.
--
-- Why: one hot row per campaign and nothing shared between campaigns. Publisher earnings and the
-- platform fee accrue on that row and are swept to the wallets later, so that no two campaigns
-- ever wait for each other. Every hot key starts with the campaign. Events and deliveries are
-- partitioned by the time inside their UUIDv7 id. The check `escrow + earned + fee + refunded =
-- funded` makes conservation of money a rule of the database.
-- Old code: none.

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
-- No index may name a money or status column: updates of this row must stay heap-only.
create index campaign_book_publisher_idx on campaign_book (publisher_id);
create index campaign_book_advertiser_idx on campaign_book (advertiser_id);

-- Kinds of events: 1 impression, 2 click, 3 recommendation, 4 decision, 5 coupon_redeemed, 6 cpa,
-- 7 cpl, 8 cpi, 9 context insertion. `reason` 0 is billed in full; else contract/enums.ts.
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
comment on table event is 'Every report, billed or not, with its reason: the sub-ledger.';

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
  primary key (campaign_id, batch_id),
  constraint journal_balanced_check check (escrow_delta + publisher_delta + fee_delta = 0),
  constraint journal_escrow_check check (escrow_after >= 0)
);
comment on table journal is 'One row for each batch and campaign: what settlement moved.';

-- `used` has one bit per kind of event that a delivery serves once: 1 << kind.
create table delivery (
  campaign_id uuid not null,
  id uuid not null,
  creative_version integer not null,
  session uuid,
  impressions integer not null default 0,
  used integer not null default 0,
  clicked_at timestamptz,
  is_click_verified boolean not null default false,
  primary key (campaign_id, id),
  constraint delivery_impressions_check check (impressions between 0 and 10000)
) partition by range (id);
comment on table delivery is 'Creatives handed out, and which events each has served.';
create index delivery_clicked_idx on delivery (campaign_id, clicked_at)
  where clicked_at is not null;

create table session_charge (
  campaign_id uuid not null,
  kind smallint not null,
  session uuid not null,
  charged_at timestamptz not null,
  primary key (campaign_id, kind, session)
);
comment on table session_charge is 'When a chat session was last charged for a kind of event.';

-- One order pays once for each advertiser and kind, for ever, whichever campaign reported it.
create table conversion_order (
  advertiser_id uuid not null,
  kind smallint not null,
  order_hash uuid not null,
  campaign_id uuid not null,
  event_id uuid not null,
  is_verified boolean not null,
  created_at timestamptz not null,
  primary key (advertiser_id, kind, order_hash)
);
comment on table conversion_order is 'Orders, leads and installs that were paid, kept for ever.';

create table earning (
  campaign_id uuid not null,
  id uuid not null,
  publisher_id uuid not null,
  amount bigint not null,
  status text not null default 'pending',
  matures_at timestamptz not null,
  created_at timestamptz not null,
  primary key (campaign_id, id),
  constraint earning_amount_check check (amount > 0),
  constraint earning_status_check check (status in ('pending', 'matured', 'held', 'reversed'))
);
comment on table earning is 'Earnings swept from a campaign, until they mature.';
create index earning_due_idx on earning (matures_at) where status = 'pending';

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

-- What an eight-byte hash inside a product token stands for.
create table click_hint (
  hash bigint primary key,
  publisher_id uuid,
  origin text
);
comment on table click_hint is 'Attribution hints of product links, named by the token.';

create trigger journal_immutable before update or delete on journal
  for each row execute function refuse_change();
create trigger journal_no_truncate before truncate on journal
  for each statement execute function refuse_change();
create trigger event_immutable before update or delete on event
  for each row execute function refuse_change();

grant select, insert, update on campaign_book, delivery, session_charge, conversion_order, earning
  to placard_app;
grant select, insert on event, journal, product_click, click_hint to placard_app;

-- Smallest uuid of a moment: the bound of a partition, or of a time range over ids.
create function uuid_floor(p_at timestamptz) returns uuid language sql immutable as $$
  select (
    lpad(to_hex(floor(extract(epoch from p_at) * 1000)::bigint), 12, '0')
    || '00000000000000000000'
  )::uuid
$$;

-- Daily partitions from 9 days ago (late reports reach back 7) to 3 days ahead. Runs as the owner,
-- because the application may not create tables; safe to call at any time and from anywhere.
create function ensure_partitions(p_now timestamptz) returns integer
language plpgsql security definer set search_path = public as $$
declare
  v_made integer := 0;
  v_day date;
  v_parent text;
  v_name text;
begin
  perform pg_advisory_xact_lock(7281640312);
  foreach v_parent in array array['event', 'delivery'] loop
    for v_day in
      select d::date
      from generate_series(
        (p_now at time zone 'UTC')::date - 9, (p_now at time zone 'UTC')::date + 3, '1 day'
      ) d
    loop
      v_name := v_parent || '_' || to_char(v_day, 'YYYYMMDD');
      if to_regclass(v_name) is null then
        execute format(
          'create table %I partition of %I for values from (%L) to (%L)',
          v_name, v_parent,
          uuid_floor(v_day::timestamp at time zone 'UTC'),
          uuid_floor((v_day + 1)::timestamp at time zone 'UTC')
        );
        v_made := v_made + 1;
      end if;
    end loop;
  end loop;
  return v_made;
end
$$;

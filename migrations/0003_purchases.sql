-- Purchases of credits by card, and which purchase each credit came from.
--
-- A card payment can be reversed for weeks. The ledger therefore records which earnings were paid
-- from which purchase, so that it can exclude them from cashout while the purchase is young, and
-- reverse exactly them after a chargeback. A purchase is a lot of credits. A booking takes credits
-- from its advertiser's lots, oldest first, and records at which position of the campaign's budget
-- they lie. Sweeps advance along those positions. Credits without a lot count as seasoned.

create table credit_order (
  id uuid primary key,
  agent_id uuid not null references agent (id),
  pack_id text not null,
  credits bigint not null,
  price_usd_cents integer not null,
  status text not null default 'open',
  provider text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  paid_at timestamptz,
  checkout_url text,
  session_id text,
  -- The provider's id of the payment: refunds and disputes refer to it, not to the order.
  payment_id text,
  reversed bigint not null default 0,
  constraint credit_order_status_check check (status in ('open', 'paid', 'expired', 'reversed')),
  constraint credit_order_credits_check check (credits > 0),
  constraint credit_order_session_key unique (session_id),
  constraint credit_order_payment_key unique (payment_id),
  constraint credit_order_reversed_check check (reversed between 0 and credits)
);
comment on table credit_order is 'A purchase of credits through the hosted checkout.';
create index credit_order_agent_idx on credit_order (agent_id, created_at);

create table payment_event (
  id text primary key,
  type text not null,
  order_id uuid,
  outcome text not null,
  at timestamptz not null
);
comment on table payment_event is 'Webhook events of the payment provider, each applied once.';

-- By payment and not by order, because a refund may be reported before the payment.
create table payment_claim (
  payment_id text not null,
  -- `refund`, or the id of a dispute.
  source text not null,
  usd_cents bigint not null,
  -- The dispute was won: nothing is claimed any more, whichever message comes later.
  is_won boolean not null default false,
  primary key (payment_id, source),
  constraint payment_claim_usd_cents_check check (usd_cents >= 0)
);
comment on table payment_claim is
  'The highest refunded or disputed amount that was reported for a payment.';

create table funding_lot (
  order_id uuid primary key references credit_order (id),
  agent_id uuid not null references agent (id),
  seasoned_at timestamptz not null,
  amount bigint not null,
  -- Still in the agent's available balance.
  remaining bigint not null,
  reversed bigint not null default 0,
  -- Reversed by the payer and not yet recovered from campaigns and earnings.
  debt bigint not null default 0,
  constraint funding_lot_amount_check check (amount > 0),
  constraint funding_lot_remaining_check check (remaining between 0 and amount),
  constraint funding_lot_reversed_check check (reversed between 0 and amount),
  constraint funding_lot_debt_check check (debt between 0 and reversed),
  constraint funding_lot_empty_check check (debt = 0 or remaining = 0)
);
comment on table funding_lot is 'The credits of one purchase, until they are spent or reversed.';
create index funding_lot_open_idx on funding_lot (agent_id, seasoned_at, order_id)
  where remaining > 0;
create index funding_lot_debt_idx on funding_lot (order_id) where debt > 0;

create table campaign_funding (
  campaign_id uuid not null,
  -- The position in the campaign's budget. Credits that no row covers have no lot.
  starts_at bigint not null,
  amount bigint not null,
  order_id uuid not null references funding_lot (order_id),
  primary key (campaign_id, starts_at),
  constraint campaign_funding_amount_check check (starts_at >= 0 and amount > 0)
);
comment on table campaign_funding is 'The purchase of each part of a budget. Append-only.';
create index campaign_funding_order_idx on campaign_funding (order_id);

grant select, insert, update on credit_order to placard_app;
grant select, insert on payment_event, campaign_funding to placard_app;
grant select, insert, update on payment_claim, funding_lot to placard_app;

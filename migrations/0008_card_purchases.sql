-- Card purchases: the provider's session and payment of an order, what was taken back, and which
-- purchase each credit came from.
--
-- Why: a card payment can be taken back for weeks. So the ledger has to know which earnings were
-- paid from which purchase: to keep them out of cashout while the purchase is young, and to
-- reverse just them when it is taken back. A purchase is a lot of credits; a booking takes credits
-- out of its advertiser's lots, oldest first, and notes at which position of the budget they lie;
-- a sweep moves along those positions. Credits without a lot count as seasoned.
-- Old code: can run; what it books and sweeps has no lot.

alter table credit_order
  add column checkout_url text,
  add column session_id text,
  -- The provider's name of the payment: refunds and disputes speak of it, not of the order.
  add column payment_id text,
  add column reversed bigint not null default 0,
  add constraint credit_order_session_key unique (session_id),
  add constraint credit_order_payment_key unique (payment_id),
  add constraint credit_order_reversed_check check (reversed between 0 and credits);

create table payment_event (
  id text primary key,
  type text not null,
  order_id uuid,
  outcome text not null,
  at timestamptz not null
);
comment on table payment_event is 'Messages of the payment provider; each has its effect once.';

-- Kept by payment and not by order, because a refund may be told of before the payment is.
create table payment_claim (
  payment_id text not null,
  -- `refund`, or the id of a dispute.
  source text not null,
  usd_cents bigint not null,
  primary key (payment_id, source),
  constraint payment_claim_usd_cents_check check (usd_cents >= 0)
);
comment on table payment_claim is 'What was refunded or disputed of a payment, the highest told.';

create table funding_lot (
  order_id uuid primary key references credit_order (id),
  agent_id uuid not null references agent (id),
  seasoned_at timestamptz not null,
  amount bigint not null,
  -- Still in the agent's available balance.
  remaining bigint not null,
  reversed bigint not null default 0,
  -- Taken back by the payer and not yet recovered from campaigns and earnings.
  debt bigint not null default 0,
  constraint funding_lot_amount_check check (amount > 0),
  constraint funding_lot_remaining_check check (remaining between 0 and amount),
  constraint funding_lot_reversed_check check (reversed between 0 and amount),
  constraint funding_lot_debt_check check (debt between 0 and reversed),
  constraint funding_lot_empty_check check (debt = 0 or remaining = 0)
);
comment on table funding_lot is 'The credits of one purchase, until they are spent or taken back.';
create index funding_lot_open_idx on funding_lot (agent_id, seasoned_at, order_id)
  where remaining > 0;
create index funding_lot_debt_idx on funding_lot (order_id) where debt > 0;

create table campaign_funding (
  campaign_id uuid not null,
  -- Where in the campaign's budget these credits lie; what no row covers has no lot.
  starts_at bigint not null,
  amount bigint not null,
  order_id uuid not null references funding_lot (order_id),
  primary key (campaign_id, starts_at),
  constraint campaign_funding_amount_check check (starts_at >= 0 and amount > 0)
);
comment on table campaign_funding is 'Which purchase each part of a budget came from.';
create index campaign_funding_order_idx on campaign_funding (order_id);
create trigger campaign_funding_immutable before update or delete on campaign_funding
  for each row execute function refuse_change();

alter table earning
  -- The purchase that paid it, and our fee on top, which is reversed with it.
  add column order_id uuid,
  add column fee bigint not null default 0,
  add column seasoned_at timestamptz,
  add column matured_at timestamptz,
  drop constraint earning_amount_check,
  add constraint earning_amount_check check (amount >= 0 and fee >= 0 and amount + fee > 0),
  -- Maturing never comes before seasoning, whoever moves the date.
  add constraint earning_seasoned_check check (seasoned_at is null or matures_at >= seasoned_at),
  add constraint earning_matured_check check (
    seasoned_at is null or matured_at is null or matured_at >= seasoned_at
  );
create index earning_order_idx on earning (order_id) where order_id is not null;
create index earning_matured_idx on earning (publisher_id, matured_at desc nulls last, id desc)
  where status = 'matured';

-- Takes credits for a budget out of the advertiser's lots, oldest first. The caller holds the lock
-- of the advertiser's available account, so that two bookings never meet here.
create function fund_campaign(
  p_campaign uuid, p_agent uuid, p_starts_at bigint, p_amount bigint
) returns void language plpgsql as $$
declare
  v_lot record;
  v_at bigint := p_starts_at;
  v_part bigint;
begin
  for v_lot in
    select l.order_id, l.remaining
    from funding_lot l
    where l.agent_id = p_agent and l.remaining > 0
    order by l.seasoned_at, l.order_id
    for no key update
  loop
    v_part := least(v_lot.remaining, p_starts_at + p_amount - v_at);
    exit when v_part = 0;
    update funding_lot set remaining = remaining - v_part where order_id = v_lot.order_id;
    insert into campaign_funding (campaign_id, starts_at, amount, order_id)
    values (p_campaign, v_at, v_part, v_lot.order_id);
    v_at := v_at + v_part;
  end loop;
end
$$;

-- Gives the end of a budget, from a position on, back to the lots it came from. What came from a
-- purchase that was taken back pays its debt first.
create function return_funding(p_campaign uuid, p_from bigint) returns void language plpgsql as $$
declare
  v_part record;
begin
  for v_part in
    select f.order_id, sum(f.starts_at + f.amount - greatest(f.starts_at, p_from)) as amount
    from campaign_funding f
    where f.campaign_id = p_campaign and f.starts_at + f.amount > p_from
    group by f.order_id
    order by f.order_id
  loop
    update funding_lot
    set debt = debt - least(debt, v_part.amount),
      remaining = remaining + v_part.amount - least(debt, v_part.amount)
    where order_id = v_part.order_id;
  end loop;
end
$$;

grant select, insert on payment_event, campaign_funding to placard_app;
grant select, insert, update on payment_claim, funding_lot to placard_app;

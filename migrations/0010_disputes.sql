-- Disputes: which events an advertiser contests, and the earnings that wait for the decision.
--
-- Why: earnings are swept in lumps, so the money of single events has to be cut out of them. Events
-- in the order of their settlement and earnings in the order of their place in the budget are two
-- lines of equal length: where an event lies in the one, its money lies in the other. What is
-- disputed leaves both lines, so that they stay equal and no later batch can move what was cut.
-- Old code: stop it first, because every earning now says where in the budget it lies.

alter table earning
  -- Where in the campaign's budget the swept part began; parts cut off later keep the number.
  add column starts_at bigint,
  add column dispute_id uuid;
update earning e
set starts_at = placed.starts_at
from (
  select campaign_id, id,
    (sum(amount + fee) over (partition by campaign_id order by created_at, id)) - amount - fee
      as starts_at
  from earning
) placed
where e.campaign_id = placed.campaign_id and e.id = placed.id;
alter table earning
  alter column starts_at set not null,
  add constraint earning_starts_at_check check (starts_at >= 0);
create index earning_dispute_idx on earning (dispute_id) where dispute_id is not null;

create table dispute (
  id uuid primary key,
  campaign_id uuid not null references campaign (id),
  status text not null default 'open',
  reason text not null,
  events integer not null,
  -- Micro-credits: the publisher's share and our fee of the disputed events.
  amount bigint not null,
  fee bigint not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  constraint dispute_status_check check (status in ('open', 'released', 'reversed')),
  constraint dispute_decided_check check ((status = 'open') = (decided_at is null)),
  constraint dispute_amount_check check (events > 0 and amount >= 0 and fee >= 0)
);
comment on table dispute is 'Events contested before their earnings matured, and the decision.';
create index dispute_campaign_idx on dispute (campaign_id, id desc);
create index dispute_open_idx on dispute (id) where status = 'open';

alter table earning
  add constraint earning_dispute_fkey foreign key (dispute_id) references dispute (id);

-- The key is what lets an event be disputed once.
create table disputed_event (
  campaign_id uuid not null,
  event_id uuid not null,
  dispute_id uuid not null references dispute (id),
  batch_id uuid not null,
  charged bigint not null,
  primary key (campaign_id, event_id),
  constraint disputed_event_charged_check check (charged > 0)
);
comment on table disputed_event is 'What each dispute is about; never changed, never removed.';
create index disputed_event_dispute_idx on disputed_event (dispute_id);
create trigger disputed_event_immutable before update or delete on disputed_event
  for each row execute function refuse_change();
create trigger disputed_event_no_truncate before truncate on disputed_event
  for each statement execute function refuse_change();

grant select, insert on dispute, disputed_event to placard_app;
grant update (status, decided_at) on dispute to placard_app;

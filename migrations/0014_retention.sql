-- Retention: closing balances, and the files that old rows were moved to.
--
-- A closing balance states what the archived rows of a campaign add up to. It is written in the
-- transaction that moves the beginning of the books past them (`closing`), while their partition is
-- still attached. From then on every rule of the books reads closing balances and later rows, so
-- nothing depends on when the partition is detached, exported and dropped.

create table closing (
  is_only boolean primary key default true,
  -- The first ids that closing balances do not contain.
  event_from uuid not null default '00000000-0000-0000-0000-000000000000',
  journal_from uuid not null default '00000000-0000-0000-0000-000000000000',
  -- Batches and deliveries from here on have all their events: a report reaches back 7 days.
  whole_from uuid not null default '00000000-0000-0000-0000-000000000000',
  constraint closing_only_check check (is_only),
  constraint closing_whole_check check (whole_from >= event_from and whole_from >= journal_from)
);
comment on table closing is 'Where the rows begin that are not in closing balances.';
insert into closing default values;

-- Of kind 0 the archived journal, of other kinds the archived events.
create table closing_balance (
  campaign_id uuid not null,
  kind smallint not null,
  events bigint not null,
  counted_events bigint not null,
  units bigint not null,
  charged bigint not null,
  earned bigint not null,
  fee bigint not null,
  primary key (campaign_id, kind)
);
comment on table closing_balance is 'What the archived rows of a campaign add up to.';

create table archive_file (
  -- The partition, or the table and a number; with `.csv.gz` the file.
  name text primary key,
  source text not null,
  closed_at timestamptz not null default now(),
  rows bigint,
  bytes bigint,
  sha256 text,
  archived_at timestamptz,
  constraint archive_file_whole_check check (
    num_nulls(rows, bytes, sha256, archived_at) in (0, 4)
  )
);
comment on table archive_file is 'Rows that were exported and removed, or are about to be.';

grant select on closing, closing_balance, archive_file to placard_app;

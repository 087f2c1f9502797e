-- The product catalogue: feeds, their products, and what an import refused.
--
-- Why: PostgreSQL holds the truth about products; each process builds its own search index from it
-- and follows changes by `rev`. A feed's new version becomes visible in one transaction.
-- Old code: none.

-- One counter for all changes. Whoever takes a value holds the catalogue's lock until commit, so
-- that a reader who has seen a value has seen every smaller one.
create sequence product_rev as bigint;

create table feed (
  name text primary key,
  version bigint not null default 0,
  products integer not null default 0,
  rows_read integer not null default 0,
  rows_rejected integer not null default 0,
  rows_changed integer not null default 0,
  rows_retired integer not null default 0,
  duration_ms bigint not null default 0,
  imported_at timestamptz,
  constraint feed_name_check check (name ~ '^[A-Za-z0-9._~-]{1,64}$'),
  constraint feed_version_check check (version >= 0)
);
comment on table feed is 'A source of products. `version` counts the imports that became visible.';

create table product (
  -- Stands in click tokens instead of the id: short, and never given twice.
  number bigint generated always as identity,
  external_id text not null,
  feed_name text not null references feed (name),
  feed_version bigint not null,
  title text not null,
  description text,
  brand text,
  category text[] not null,
  -- Millionths of the currency unit: exact for every currency, with 0, 2 or 3 decimals.
  price_micros bigint not null,
  compare_at_micros bigint,
  currency text not null,
  availability text not null,
  image_url text,
  link text not null,
  gtin text,
  color text,
  rating_value double precision,
  rating_count integer,
  seller text,
  content_hash bytea not null,
  rev bigint not null,
  updated_at timestamptz not null,
  retired_at timestamptz,
  constraint product_pkey primary key (number),
  -- One id, one product: over all feeds, because the public address of a product is its id.
  constraint product_external_id_key unique (external_id),
  constraint product_external_id_check check (external_id ~ '^[A-Za-z0-9._~:-]{1,128}$'),
  constraint product_price_check check (price_micros > 0),
  constraint product_compare_at_check check (compare_at_micros > price_micros),
  constraint product_currency_check check (currency ~ '^[A-Z]{3}$'),
  constraint product_availability_check check (
    availability in ('in_stock', 'out_of_stock', 'preorder')
  ),
  constraint product_link_check check (link ~ '^https?://'),
  constraint product_image_check check (image_url ~ '^https?://'),
  constraint product_content_hash_check check (octet_length(content_hash) = 16)
);
comment on table product is 'Products of all feeds. Retired ones stay: old links still work.';
-- Readers follow changes in this order.
create unique index product_rev_idx on product (rev);
create index product_feed_idx on product (feed_name, number) where retired_at is null;
create index product_retired_idx on product (retired_at) where retired_at is not null;

create table feed_rejection (
  feed_name text not null references feed (name),
  version bigint not null,
  line integer not null,
  external_id text,
  reason text not null,
  constraint feed_rejection_pkey primary key (feed_name, version, line)
);
comment on table feed_rejection is 'Rows the newest import of a feed refused, and why.';

-- Rows of an import that is still running. Unlogged: after a crash the import starts again anyway.
create unlogged table feed_staging (
  feed_name text not null,
  external_id text not null,
  line integer not null,
  title text not null,
  description text,
  brand text,
  category text[] not null,
  price_micros bigint not null,
  compare_at_micros bigint,
  currency text not null,
  availability text not null,
  image_url text,
  link text not null,
  gtin text,
  color text,
  rating_value double precision,
  rating_count integer,
  seller text,
  content_hash bytea not null,
  -- A second row with the same id is found here, without holding all ids in memory.
  constraint feed_staging_pkey primary key (feed_name, external_id)
);
comment on table feed_staging is 'The import in progress of each feed; empty at all other times.';
create index feed_staging_line_idx on feed_staging (feed_name, line);

grant select, insert, update on feed to placard_app;
grant select, insert, update on product to placard_app;
grant select, insert, delete on feed_rejection to placard_app;
grant select, insert, delete on feed_staging to placard_app;
grant usage, select on sequence product_rev to placard_app;

-- The product catalogue: feeds, products, search columns, and the import in progress.
--
-- PostgreSQL is the source of truth for products. Each process builds its own search index from it
-- and follows changes by `rev`. A new version of a feed becomes visible in one transaction.
-- SEARCH_ENGINE=postgres searches here, and so does every process whose own index is not built yet.

-- One counter for all changes. A writer that takes a value holds the catalogue's lock until commit,
-- so that a reader that has seen a value has seen every smaller one.
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
  format text,
  constraint feed_name_check check (name ~ '^[A-Za-z0-9._~-]{1,64}$'),
  constraint feed_version_check check (version >= 0)
);
comment on table feed is 'A source of products. `version` counts the imports that became visible.';
comment on column feed.format is 'The format of the latest import; null before the first.';

create table product (
  -- Used in click tokens instead of the id: short and never reused.
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
  -- Unique over all feeds, because the public address of a product is its id.
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
comment on table product is
  'Products of all feeds. Retired ones are kept, because old links lead to them.';
-- Readers follow changes in this order.
create unique index product_rev_idx on product (rev);
create index product_feed_idx on product (feed_name, number) where retired_at is null;
create index product_retired_idx on product (retired_at) where retired_at is not null;
create index product_price_idx on product (currency, price_micros) where retired_at is null;

create table feed_rejection (
  feed_name text not null references feed (name),
  version bigint not null,
  line integer not null,
  external_id text,
  reason text not null,
  constraint feed_rejection_pkey primary key (feed_name, version, line)
);
comment on table feed_rejection is 'Rows that the latest import of a feed rejected, and why.';

-- Both tables are unlogged: after a crash of the server the import starts again.
create unlogged table feed_key (
  feed_name text not null,
  -- Compared only for equality: bytewise comparison is faster than a language's collation.
  external_id text collate "C" not null,
  place integer not null,
  -- Detects a second row with the same id without holding all ids in memory.
  constraint feed_key_pkey primary key (feed_name, external_id)
);
comment on table feed_key is 'The ids of the import in progress of each feed; empty otherwise.';
comment on column feed_key.place is 'The line of the file, or the number of the item in it.';

create unlogged table feed_change (
  feed_name text not null,
  external_id text not null,
  place integer not null,
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
  content_hash bytea not null
);
comment on table feed_change is 'The changed rows of the import in progress of each feed.';
-- Places increase while rows are copied in, so this index is only appended to.
create index feed_change_place_idx on feed_change (feed_name, place);

-- Words are split and stemmed once, when a product's text changes: a changed price does not repeat
-- it, nor does a search. A separate table, because a generated column is computed twice for every
-- row that an import updates.
create table product_words (
  number bigint not null,
  words tsvector not null,
  -- Folded here once: folding them in every search took most of its time.
  brand text,
  category text[] not null,
  constraint product_words_pkey primary key (number)
);
comment on table product_words is 'Search columns of the products on sale, kept by triggers.';
create index product_words_idx on product_words using gin (words);

grant select, insert, update on feed to placard_app;
grant select, insert, update on product to placard_app;
grant select, insert, delete on feed_rejection, feed_key, feed_change to placard_app;
grant select, insert, update, delete on product_words to placard_app;
grant usage, select on sequence product_rev to placard_app;

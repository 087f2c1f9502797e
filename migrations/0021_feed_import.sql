-- Imports stage only what changed, by COPY, and say which format they read.
--
-- Why: every row used to be staged whole, with an index on its id. Now the ids of all rows go into
-- a table of their own, small enough to be kept for a file of any size, and a row follows as a
-- whole only when it differs from the product it is about. Most rows of most imports do not.
-- Old code: an import by an older process fails and changes nothing; all else runs against it.

alter table feed add column format text;
comment on column feed.format is 'What the newest import read; null before it was noted.';

drop table feed_staging;

-- Unlogged, both: after a crash of the server the import starts again anyway.
create unlogged table feed_key (
  feed_name text not null,
  -- Only ever compared for equality: byte by byte is quicker than by the rules of a language.
  external_id text collate "C" not null,
  place integer not null,
  -- A second row with the same id is found here, without holding all ids in memory.
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
-- Places grow while rows are copied in, so this index is only ever appended to.
create index feed_change_place_idx on feed_change (feed_name, place);

grant select, insert, delete on feed_key to placard_app;
grant select, insert, delete on feed_change to placard_app;

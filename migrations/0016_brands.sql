-- Brands that the platform's own demand may be booked for, with the highest rate it may pay.
--
-- Why: the public catalogue of brands. A row holds nothing secret: there is no column for a token.
-- Old code: may run against it; it neither reads the table nor sets campaign.brand_id.

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
  -- A second wall behind the import: the catalogue is public, so no key of ours is ever in it.
  constraint brand_secret_check check (
    concat_ws(' ', name, domain, array_to_string(categories, ' '), deep_link, disclosure)
      !~ '(rk_live_|rk_test_|sk_live_|sk_test_|whsec_)[0-9A-Za-z+/]{8}'
  )
);
comment on table brand is 'Brands the platform books campaigns for, each with its highest rate.';
comment on column brand.is_active is 'A retired brand is not listed, and its cap counts as 0.';
create index brand_listed_idx on brand (lower(name), id) where is_active;

-- Every server drops what it remembers of campaigns of brands.
create function tell_brands_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('brands', '');
  return null;
end
$$;
create trigger brand_changed after insert or update on brand
  for each statement execute function tell_brands_changed();

-- No campaign has a brand yet, so this is quick.
alter table campaign
  add constraint campaign_brand_id_fkey foreign key (brand_id) references brand (id);
create index campaign_brand_idx on campaign (brand_id) where brand_id is not null;

grant select, insert, update on brand to placard_app;

-- Every server drops what it remembers of campaigns of brands.
create or replace function tell_brands_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('brands', '');
  return null;
end
$$;

create or replace trigger brand_changed after insert or update on brand
  for each statement execute function tell_brands_changed();

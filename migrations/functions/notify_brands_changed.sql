-- Every server drops the campaigns of brands that it cached.
create or replace function notify_brands_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('brands', '');
  return null;
end
$$;

create or replace trigger brand_changed after insert or update on brand
  for each statement execute function notify_brands_changed();

-- Citations: what answers cite, which campaigns pay for that alone, and how often it happens.
--
-- Why: an answer that uses an offer shows a label where it does so, and reports it. A placement
-- says that its answers do, a campaign that it pays for nothing else, and reports show the share.
-- The journal and the rollups have a count of what the reader could see, `viewable`, which only
-- impressions used: for recommendations and decisions it now counts the cited ones. So neither the
-- journal nor the roller changes, and settling writes nothing more.
-- Old code: can run; it cites nothing, books for every report, and shows cited as viewable.

alter table placement
  add column citations boolean not null default false,
  add column citation_held_at timestamptz;
comment on column placement.citations is 'Answers here cite offers.';
comment on column placement.citation_held_at is
  'When the check of citation rates last held its earnings; it looks only at what came after.';

alter table campaign
  add column cited_only boolean not null default false,
  add constraint campaign_cited_only_check check (
    not cited_only or ad_unit_type in ('cpr', 'cpd')
  );
comment on column campaign.cited_only is 'Pays recommendations and decisions only when cited.';
-- For the check of citation rates, which goes through placements.
create index campaign_cited_unit_idx on campaign (placement_id, id)
  where ad_unit_type in ('cpr', 'cpd');

-- Why earnings are held is asked for by campaign.
create index audit_subject_idx on audit (subject, id desc);

-- Whether the reader could see it: a viewable impression, a cited recommendation or decision.
create function is_seen(p_kind smallint, p_detail jsonb) returns boolean
language sql immutable as $$
  select case
    when p_kind = 1 then is_viewable(p_detail)
    when p_kind in (3, 4) then coalesce(p_detail -> 'isCited' = 'true'::jsonb, false)
    else false
  end
$$;
comment on column report_rollup.viewable is 'What the reader could see; of kinds 3 and 4: cited.';

-- One expression of settle_events (0013) changes; its other 300 lines stay where they stand.
do $$
declare
  c_before constant text := 'case when e.kind = 1 and is_viewable(e.detail) then v_taken';
  c_after constant text :=
    'case when e.kind in (1, 3, 4) and is_seen(e.kind, e.detail) then v_taken';
  v_known text := pg_get_functiondef('settle_events(uuid, timestamptz, jsonb)'::regprocedure);
begin
  if strpos(v_known, c_before) = 0 then
    raise exception 'settle_events is not the one of migration 0013';
  end if;
  execute replace(v_known, c_before, c_after);
end
$$;

-- What reviewers decide, and what nobody changes.
--
-- Why: a rejected creative or placement says why, so that its owner can do better; what waits for a
-- decision is found without reading everything; and a version of a creative, once made, keeps its
-- words: the role that serves may change nothing of it but the verdict.
-- Old code: runs against it; it never changed a creative.

alter table creative add column review_reason text;
alter table creative add constraint creative_review_reason_check check (
  char_length(review_reason) between 1 and 500
);
create unique index creative_id_idx on creative (id);
create index creative_waiting_idx on creative (id) where review_status = 'pending_review';
revoke update on creative from placard_app;
grant update (review_status, review_reason) on creative to placard_app;

alter table placement add column review_reason text;
alter table placement add constraint placement_review_reason_check check (
  char_length(review_reason) between 1 and 500
);
create index placement_waiting_idx on placement (id) where review_status = 'pending_review';

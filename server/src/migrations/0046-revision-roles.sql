-- A video has many revisions, and one of them is what viewers get.
alter table revisions
  add column role text not null default 'current' check (
    role in ('preparing', 'current', 'pending', 'retained', 'deleted')
  ),
  -- one that was replaced is pending until then, unless somebody retains it
  add column kept_until timestamptz,
  -- only its row is left
  add column deleted_at timestamptz,
  add check ((role = 'pending') = (kept_until is not null)),
  add check ((role = 'deleted') = (deleted_at is not null));
create unique index revisions_current on revisions (video_key) where role = 'current';

-- A list has these of the current revision, whatever changes: its facts, or which one it is.
create or replace function record_video_state() returns trigger language plpgsql as $$
begin
  update videos v
    set current_revision_key = r.key, state = video_state(r.state, r.probe_error_type),
      duration_ms = coalesce(r.duration_ms, 0), size_bytes = r.source_size_bytes
    from revisions_after r
    where v.key = r.video_key and r.role = 'current'
      and (v.current_revision_key, v.state, v.duration_ms, v.size_bytes) is distinct from (r.key,
        video_state(r.state, r.probe_error_type), coalesce(r.duration_ms, 0), r.source_size_bytes);
  return null;
end $$;

create or replace function record_changed_state() returns trigger language plpgsql as $$
begin
  update videos
    set current_revision_key = new.key, state = video_state(new),
      duration_ms = coalesce(new.duration_ms, 0), size_bytes = new.source_size_bytes
    where key = new.video_key;
  return null;
end $$;

drop trigger record_changed_state on revisions;
create trigger record_changed_state
  after update of role, state, probe_error_type, duration_ms, source_size_bytes,
    drm_required, drm_model, drm_failed, failure_reason
  on revisions for each row
  when (new.role = 'current' and (
    old.role <> 'current'
    or video_state(old) is distinct from video_state(new)
    or old.duration_ms is distinct from new.duration_ms
    or old.source_size_bytes <> new.source_size_bytes
  ))
  execute function record_changed_state();

-- What is worked on: what viewers get, and what they are to get.
create view active_revisions with (security_invoker = true) as
  select key, team_id, video_key, role, state, plan, probe_error_type, source_type, source_size_bytes,
    upload_completed_at, created_at, planned_at, completed_at
  from revisions where role in ('preparing', 'current');

create or replace view current_revisions with (security_invoker = true) as
  select key, team_id, video_key, state, plan, probe_error_type, drm_model, drm_target, source_type,
    source_size_bytes, upload_completed_at, created_at, planned_at, completed_at
  from revisions where role = 'current';

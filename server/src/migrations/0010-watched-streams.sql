alter table revisions
  -- viewers got it before, and some may watch on until then
  add column watched_until timestamptz;

create or replace view active_revisions with (security_invoker = true) as
  select key, team_id, video_key, role, state, plan, probe_error_type, source_type, source_size_bytes,
    upload_completed_at, created_at, planned_at, completed_at, failure_reason, duration_ms
  from revisions where role in ('preparing', 'current');

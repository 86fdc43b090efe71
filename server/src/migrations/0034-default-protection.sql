-- Whether viewers get the stream protected or not at all; null until it is planned.
alter table revisions add column drm_required boolean;

-- A stream that is made and not protected yet is being worked on for those who look at a list.
create function video_state(
  state text, probe_error_type text, is_withheld boolean, has_failed boolean
) returns text immutable
language sql return case
  when is_withheld and probe_error_type is null and state in ('partiallyCompleted', 'completed')
    then case when has_failed then 'failed' else 'processing' end
  else video_state(state, probe_error_type)
end;

create function video_state(r revisions) returns text immutable
language sql return video_state(
  r.state, r.probe_error_type,
  r.drm_required is true and r.drm_model = 'none',
  r.drm_failed or r.failure_reason is not null
);

create or replace function record_changed_state() returns trigger language plpgsql as $$
begin
  update videos
    set state = video_state(new), duration_ms = coalesce(new.duration_ms, 0),
      size_bytes = new.source_size_bytes
    where key = new.video_key and current_revision_key = new.key;
  return null;
end $$;

drop trigger record_changed_state on revisions;
create trigger record_changed_state
  after update of state, probe_error_type, duration_ms, source_size_bytes,
    drm_required, drm_model, drm_failed, failure_reason
  on revisions for each row
  when (
    video_state(old) is distinct from video_state(new)
    or old.duration_ms is distinct from new.duration_ms
    or old.source_size_bytes <> new.source_size_bytes
  )
  execute function record_changed_state();

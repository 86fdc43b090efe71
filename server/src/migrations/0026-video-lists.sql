-- Lists are sorted and filtered by these. They are copied by triggers, as the build before this one
-- writes revisions too.

alter table videos
  -- of its current revision, as people see it
  add column state text not null default 'uploading' check (
    state in ('uploading', 'checking', 'processing', 'playable', 'completed', 'failed')
  ),
  -- 0 until the source was probed
  add column duration_ms double precision not null default 0,
  add column size_bytes bigint not null default 0;

create function video_state(state text, probe_error_type text) returns text immutable
language sql return case
  when probe_error_type is not null then 'failed'
  when state = 'sourceWaiting' then 'uploading'
  when state = 'sourceIngression' then 'checking'
  when state = 'partiallyCompleted' then 'playable'
  else state
end;

create function record_video_state() returns trigger language plpgsql as $$
begin
  update videos v
    set state = video_state(r.state, r.probe_error_type),
      duration_ms = coalesce(r.duration_ms, 0), size_bytes = r.source_size_bytes
    from revisions_after r
    where v.key = r.video_key and v.current_revision_key = r.key
      and (v.state, v.duration_ms, v.size_bytes) is distinct from (
        video_state(r.state, r.probe_error_type), coalesce(r.duration_ms, 0), r.source_size_bytes);
  return null;
end $$;

create trigger record_added_state after insert on revisions
  referencing new table as revisions_after for each statement execute function record_video_state();

create function record_changed_state() returns trigger language plpgsql as $$
begin
  update videos
    set state = video_state(new.state, new.probe_error_type),
      duration_ms = coalesce(new.duration_ms, 0), size_bytes = new.source_size_bytes
    where key = new.video_key and current_revision_key = new.key;
  return null;
end $$;

create trigger record_changed_state
  after update of state, probe_error_type, duration_ms, source_size_bytes on revisions for each row
  when (
    video_state(old.state, old.probe_error_type)
      is distinct from video_state(new.state, new.probe_error_type)
    or old.duration_ms is distinct from new.duration_ms
    or old.source_size_bytes <> new.source_size_bytes
  )
  execute function record_changed_state();

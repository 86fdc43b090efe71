-- Revisions: a source file of a video and what is made of it. A video has many, and one of them is what
-- viewers get.

create table revisions (
  key text primary key,
  team_id uuid not null,
  video_key text not null,
  role text not null default 'current' check (
    role in ('preparing', 'current', 'pending', 'retained', 'deleted')
  ),
  -- one that was replaced is pending until then, unless somebody retains it
  kept_until timestamptz,
  -- viewers got it before, and some may watch on until then
  watched_until timestamptz,
  -- only its row is left
  deleted_at timestamptz,
  state text not null check (
    state in ('sourceWaiting', 'sourceIngression', 'processing', 'partiallyCompleted', 'completed', 'failed')
  ),
  -- how it is made
  preset_id uuid not null,
  overlay_preset_id uuid,
  -- the one that its project had when it was made, where its preset named none
  key_server_id uuid,
  source_file_name text not null,
  source_type text not null,
  source_size_bytes bigint not null,
  upload_completed_at timestamptz,
  -- for each segment of pictures, from the first: how many bytes of the upload, in the order in which they
  -- are sent, have to be there before it can be encoded; null when the source was there as a whole
  segment_arrivals bigint[],
  probe_error_type text check (probe_error_type in ('probeFileError', 'probeError')),
  probe_error_reason text,
  probe_detail text,
  -- what the probe found in the source, small, beside the plan, which is large: lists show the size of a frame
  probed jsonb,
  failure_reason text,
  failure_detail text,
  -- attempts that ended by a fault; those broken off by a restart do not count
  failures int not null default 0,
  duration_ms double precision,
  -- the encoding plan (media/src/plan.ts), made once and given to each worker that takes a piece
  plan jsonb,
  -- what pieces read when it is not the user's file itself: a remuxed copy, removed at the end
  remux_key text,
  -- renditions of the plan that are made when somebody requests them
  on_demand_ids text[] not null default '{}',
  -- where players begin once all is there
  default_rendition_id text,
  -- kinds of tracks whose own bytes turned out, while they were copied, not to be what the index of the
  -- file promises: the source is planned again without copying them
  uncopyable_kinds text[] not null default '{}'
    check (uncopyable_kinds <@ array['video', 'audio']),
  planned_at timestamptz,
  completed_at timestamptz,
  -- how fast its encoding goes on
  pace jsonb,
  progress_percent int not null default 0,
  total_expected_outputs int not null default 0,
  total_completed_outputs int not null default 0,
  -- The stream is known by parts, each with one writer. Encoding: renditions, borders, and how much of them
  -- can be played
  renditions jsonb,
  -- what names the plan in storage
  folder text,
  delivery_model text check (delivery_model in ('classic', 'model-k', 'model-c')),
  -- where players ask for the key of a stream that is stored encrypted whole
  key_uri text,
  -- cover and storyboard
  images jsonb,
  -- whole files for download
  downloads jsonb,
  -- drm: how the segments are encrypted, and signalled
  protection jsonb,
  -- how the segments are protected, and what they are being packaged to
  drm_model text not null default 'none' check (drm_model in ('none', 'clearKey', 'multiDrm')),
  drm_target text check (drm_target in ('none', 'clearKey', 'multiDrm')),
  drm_failed boolean not null default false,
  -- whether viewers get the stream protected or not at all; null until it is planned
  drm_required boolean,
  -- why the key server of a stream that is packaged again gave no key at the last try; null: it gave one, or
  -- wasn't asked
  drm_key_problem text,
  -- counts packagings: names of renditions hold it, since their bytes never change
  packaging int not null default 0,
  -- counts their runs, so that one that was thought dead and goes on writes where nobody reads
  packaging_attempts int not null default 0,
  -- fencing: the run of the job that may write here
  job_id uuid,
  job_retry int,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (team_id, video_key) references videos (team_id, key) on delete cascade,
  foreign key (team_id, preset_id) references presets (team_id, id),
  foreign key (team_id, overlay_preset_id) references overlay_presets (team_id, id),
  foreign key (team_id, key_server_id) references key_servers (team_id, id),
  check ((role = 'pending') = (kept_until is not null)),
  check ((role = 'deleted') = (deleted_at is not null))
);
create unique index revisions_current on revisions (video_key) where role = 'current';
create index revisions_video on revisions (video_key);
-- Whether a preset is in use is looked up for each of a list.
create index revisions_preset on revisions (preset_id);
create index revisions_overlay_preset on revisions (overlay_preset_id)
  where overlay_preset_id is not null;
create index revisions_key_server on revisions (key_server_id) where key_server_id is not null;
-- Counted before a service ends.
create index revisions_multi_drm on revisions (team_id)
  where drm_model = 'multiDrm' or drm_target = 'multiDrm';
create index revisions_unfinished on revisions (team_id)
  where state in ('sourceIngression', 'processing', 'partiallyCompleted', 'failed');
create index revisions_completed on revisions (team_id, completed_at)
  where completed_at is not null;
select isolate_by_team('revisions');

create function record_probed() returns trigger language plpgsql as $$
begin
  if new.plan is not null then
    new.probed := new.plan -> 'source';
  elsif new.state = 'sourceWaiting' then
    -- The file is to be sent once more, and may be another.
    new.probed := null;
  end if;
  return new;
end $$;
create trigger record_probed before update of plan, state on revisions
  for each row execute function record_probed();

create function video_state(state text, probe_error_type text) returns text immutable
language sql return case
  when probe_error_type is not null then 'failed'
  when state = 'sourceWaiting' then 'uploading'
  when state = 'sourceIngression' then 'checking'
  when state = 'partiallyCompleted' then 'playable'
  else state
end;

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

-- A list has these of the current revision, whatever changes: its facts, or which one it is.
create function record_video_state() returns trigger language plpgsql as $$
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
create trigger record_added_state after insert on revisions
  referencing new table as revisions_after for each statement execute function record_video_state();

create function record_changed_state() returns trigger language plpgsql as $$
begin
  update videos
    set current_revision_key = new.key, state = video_state(new),
      duration_ms = coalesce(new.duration_ms, 0), size_bytes = new.source_size_bytes
    where key = new.video_key;
  return null;
end $$;

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

create table outputs (
  revision_key text not null references revisions on delete cascade,
  rendition_id text not null,
  type text not null check (type in ('video', 'audio')),
  position int not null,
  name text not null,
  codec text not null,
  width int,
  height int,
  language_code text,
  average_bps bigint,
  peak_bps bigint,
  size_bytes bigint,
  completed_at timestamptz,
  primary key (revision_key, rendition_id)
);
select isolate_by_revision('outputs');

-- A resumable upload (tus).
create table uploads (
  id text primary key,
  team_id uuid not null,
  video_key text not null,
  revision_key text not null references revisions on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  storage_key text not null,
  size_bytes bigint not null,
  offset_bytes bigint not null default 0,
  metadata text not null,
  -- the order in which the bytes are sent, `start-end,start-end`; null: as they are in the file
  layout text,
  -- bytes in that order that can be read, durable or not
  arrived_bytes bigint not null default 0,
  -- how many had arrived when a beginning to be probed was last told of
  head_notified_bytes bigint not null default 0,
  -- the writer that holds the upload; another may take it when the lease has run out
  lease_id uuid,
  lease_until timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  completed_at timestamptz,
  foreign key (team_id, video_key) references videos (team_id, key) on delete cascade
);
create unique index uploads_revision on uploads (revision_key);
create index uploads_video on uploads (video_key);
create index uploads_expiry on uploads (expires_at) where completed_at is null;
select isolate_by_team('uploads');

-- One key for each kind of track, sealed with a key that comes from the installation's.
create table stream_keys (
  revision_key text not null references revisions on delete cascade,
  packaging int not null,
  -- `video` is of streams that have one key for all renditions
  kind text not null check (kind in ('video', 'audio', 'sd', 'hd', 'uhd')),
  key_id bytea not null,
  sealed_key bytea not null,
  primary key (revision_key, packaging, kind)
);
select isolate_by_revision('stream_keys');

-- The key that a stream is being encrypted with, for as long as something is left to encrypt.
create table revision_keys (
  revision_key text primary key references revisions on delete cascade,
  sealed_key bytea not null,
  created_at timestamptz not null default now()
);
select isolate_by_revision('revision_keys');

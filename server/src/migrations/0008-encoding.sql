-- A source is encoded in pieces: some renditions of some consecutive segments each. The table is the queue
-- that workers take them from (features/pieces).
create table pieces (
  id uuid primary key,
  revision_key text not null references revisions on delete cascade,
  team_id uuid not null,
  kind text not null check (
    kind in ('copy', 'video', 'audio', 'cover', 'storyboard', 'progressive')
  ),
  rendition_ids text[] not null,
  -- from 1, both included
  first_segment int not null,
  last_segment int not null,
  -- waiting: free to be taken; held: not to be taken until it is requested or its bytes are there
  state text not null check (state in ('blocked', 'waiting', 'running', 'completed', 'failed')),
  -- a viewer waits for it
  requested_at timestamptz,
  -- a shortcut for a viewer, beside the larger piece that covers it too
  is_extra boolean not null default false,
  -- may start beside the pieces that fill a worker: short, or the first of a stream
  is_express boolean not null,
  -- only when nothing else is to do
  is_background boolean not null,
  -- when it was planned, plus how long its video is: short ones pass long ones, and nothing waits for ever
  due_at timestamptz not null,
  -- within a video
  position int not null,
  -- held until so many bytes of the upload have come, in the order in which they are sent
  needs_arrived bigint,
  -- the build that may make it (`MediaTools.fingerprint`), since segments of another may not be playable
  -- together with its; '' for any, as copies and pictures beside the stream
  encoder text not null default '',
  -- fencing: the run that may write here
  attempt int not null default 0,
  worker_id uuid,
  leased_until timestamptz,
  failures int not null default 0,
  failure_reason text,
  failure_detail text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  completed_at timestamptz
);
create index pieces_waiting on pieces (team_id, encoder, is_background, due_at, position)
  where state = 'waiting' and not is_extra;
-- Full workers look for these alone, however much else waits.
create index pieces_express on pieces (team_id, encoder, is_background, due_at, position)
  where state = 'waiting' and not is_extra and is_express;
create index pieces_requested on pieces (requested_at) where state = 'waiting' and requested_at is not null;
-- Shortcuts for viewers, which go when nobody waits for them any more.
create index pieces_extra on pieces (requested_at) where is_extra and state = 'waiting';
create index pieces_running on pieces (leased_until) where state = 'running';
create index pieces_blocked on pieces (revision_key) where state = 'blocked' and needs_arrived is not null;
create index pieces_revision on pieces (revision_key);
-- The team's page of jobs finds revisions whose work goes on by their state, and those with something left
-- behind it by their pieces: pictures and files, of which a revision has few, and renditions that are made
-- when workers are idle or somebody has requested them, of which it may have many.
create index pieces_beside on pieces (team_id, revision_key, state desc, due_at)
  where state in ('waiting', 'running', 'failed') and not is_extra and not is_background
    and kind in ('cover', 'storyboard', 'progressive');
create index pieces_later on pieces (team_id, revision_key, state desc, due_at)
  where state in ('waiting', 'running', 'failed') and not is_extra
    and (is_background or requested_at is not null);
select isolate_by_team('pieces');

-- Free workers wait for this and don't ask again and again. However many pieces a transaction leaves
-- waiting, each worker gets one notice of it.
create function notify_pieces() returns trigger language plpgsql as $$
begin
  perform pg_notify('pieces', '');
  return null;
end $$;
create trigger notify_pieces after insert or update of state on pieces
  for each row when (new.state = 'waiting') execute function notify_pieces();

-- Segments that are in storage, kept until their rendition is whole.
create table stored_segments (
  revision_key text not null references revisions on delete cascade,
  rendition_id text not null,
  number int not null,
  size_bytes int not null,
  ticks int not null,
  -- KeyFrames of contract/src/stream.ts, of this segment
  key_frames jsonb not null,
  primary key (revision_key, rendition_id, number)
);
select isolate_by_revision('stored_segments');

-- Init segments: every piece of a rendition must begin with the same one.
create table stored_inits (
  revision_key text not null references revisions on delete cascade,
  rendition_id text not null,
  sha256 text not null,
  codec text not null,
  primary key (revision_key, rendition_id)
);
select isolate_by_revision('stored_inits');

-- Workers that are alive; one is forgotten some seconds after its last sign.
create table workers (
  id uuid primary key,
  name text not null default '',
  slots int not null,
  busy int not null,
  -- whether a cage keeps its ffmpeg from its machine
  is_caged boolean not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);

-- Encoders, and when a worker that has one was last alive.
create table encoders (
  fingerprint text primary key,
  seen_at timestamptz not null default now()
);

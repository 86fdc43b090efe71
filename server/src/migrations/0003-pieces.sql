-- A source is encoded in pieces: some renditions of some consecutive segments each. The table is
-- the queue that workers take them from (features/encoding).

alter table revisions
  -- the encoding plan (media/src/plan.ts), made once and given to whoever takes a piece
  add column plan jsonb,
  -- what pieces read when it is not the user's file itself: a remuxed copy, removed at the end
  add column work_key text,
  -- renditions of the plan that are made when somebody asks for them
  add column on_demand_ids text[] not null default '{}',
  -- where players begin once all is there
  add column default_rendition_id text,
  add column planned_at timestamptz;

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
  -- waiting: free to be taken; held: not to be taken until somebody asks or its bytes are there
  state text not null check (state in ('held', 'waiting', 'running', 'completed', 'failed')),
  -- a viewer waits for it
  asked_at timestamptz,
  -- a shortcut for a viewer, beside the larger piece that covers it too
  is_extra boolean not null default false,
  -- may start beside the pieces that fill a worker: short, or the first of a stream
  is_express boolean not null,
  -- only when nothing else is to do
  is_background boolean not null,
  -- when it was planned, plus how long its video is: short ones pass long ones, and nothing waits
  -- for ever
  due_at timestamptz not null,
  -- within a video
  position int not null,
  -- held until so many bytes of the upload have come, in the order in which they are sent
  needs_arrived bigint,
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
create index pieces_waiting on pieces (team_id, is_background, due_at, position)
  where state = 'waiting' and not is_extra;
create index pieces_asked on pieces (asked_at) where state = 'waiting' and asked_at is not null;
create index pieces_running on pieces (leased_until) where state = 'running';
create index pieces_held on pieces (revision_key) where state = 'held' and needs_arrived is not null;
create index pieces_revision on pieces (revision_key);
create index pieces_unfinished on pieces (team_id) where state in ('waiting', 'running', 'failed');

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

-- Init segments: every piece of a rendition must begin with the same one.
create table stored_inits (
  revision_key text not null references revisions on delete cascade,
  rendition_id text not null,
  sha256 text not null,
  codec text not null,
  primary key (revision_key, rendition_id)
);

-- Workers that are alive; one is forgotten some seconds after its last sign.
create table workers (
  id uuid primary key,
  slots int not null,
  busy int not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);

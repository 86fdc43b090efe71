-- Every sort of the list finds its page by position in an index of a project; that of time, which is
-- also what is searched, in one of the team too.

-- Thai order, and numbers by their value: ตอนที่ 2 before ตอนที่ 10.
create collation video_titles (provider = icu, locale = 'th-u-kn-true');

drop index videos_team_newest;
drop index videos_project_newest;
create index videos_team_newest on videos (team_id, created_at desc, key desc)
  include (project_id, state, creator_id, search) where deleted_at is null;
create index videos_project_newest on videos (project_id, created_at desc, key desc)
  include (team_id, state, creator_id, search) where deleted_at is null;
-- As much of a title as is compared fits into an index.
create index videos_project_title
  on videos (project_id, (left(title, 100) collate video_titles), key) where deleted_at is null;
create index videos_project_duration on videos (project_id, duration_ms, key)
  where deleted_at is null;
create index videos_project_size on videos (project_id, size_bytes, key) where deleted_at is null;
create index videos_creator on videos (team_id, creator_id, created_at desc, key desc)
  include (project_id) where deleted_at is null;
create index videos_unready on videos (team_id, state, created_at desc, key desc)
  include (project_id) where deleted_at is null and state <> 'completed';

-- A change of many videos, which a job makes in the order of its items.
create table video_batches (
  id uuid primary key,
  team_id uuid not null references teams on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  action text not null check (action in ('addTags', 'removeTags', 'move', 'delete')),
  tags text[] not null default '{}',
  -- where videos are moved to
  project_id uuid,
  -- the batch that this one takes back
  undo_of uuid unique,
  state text not null default 'queued' check (
    state in ('queued', 'running', 'completed', 'cancelled')
  ),
  total int not null,
  done int not null default 0,
  failed int not null default 0,
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  unique (team_id, id),
  foreign key (team_id, project_id) references projects (team_id, id) on delete cascade
);
create index video_batches_account on video_batches (team_id, account_id, created_at desc);
select wall_by_team('video_batches');

-- Those before `done + failed` were taken up.
create table video_batch_items (
  team_id uuid not null,
  batch_id uuid not null,
  position int not null,
  video_key text not null,
  -- why it was left as it is
  failure text,
  -- What an undo needs to know: tags that were added or removed, the project that it was moved from,
  -- or when it was deleted. All null when nothing had to be changed.
  tags text[],
  project_id uuid,
  deleted_at timestamptz,
  primary key (batch_id, position),
  foreign key (team_id, batch_id) references video_batches (team_id, id) on delete cascade
);
create index video_batch_items_failed on video_batch_items (batch_id, position)
  where failure is not null;
select wall_by_team('video_batch_items');

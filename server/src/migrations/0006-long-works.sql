-- Changes of many things, each made by jobs item by item. Kinds are the features' own.

create table long_works (
  id uuid primary key,
  team_id uuid not null references teams on delete cascade,
  -- the project that it is about, where that is one
  project_id uuid,
  kind text not null,
  -- the person who started it, and their name at the time
  account_id uuid not null references accounts on delete cascade,
  started_by jsonb,
  input jsonb not null,
  -- the work that this one takes back
  undo_of uuid unique references long_works on delete cascade,
  state text not null default 'queued' check (
    state in ('queued', 'running', 'completed', 'cancelled')
  ),
  total int not null default 0,
  done int not null default 0,
  failed int not null default 0,
  -- the first item that waits
  next_position int not null default 0,
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  unique (team_id, id),
  foreign key (team_id, project_id) references projects (team_id, id) on delete cascade
);
create index long_works_account on long_works (team_id, kind, account_id, created_at desc);
-- A team's works of a kind are done in this order.
create index long_works_open on long_works (team_id, kind, created_at, id)
  where state in ('queued', 'running');
select isolate_by_team('long_works');

create table long_work_items (
  team_id uuid not null,
  work_id uuid not null,
  position int not null,
  key text not null,
  -- what the item brings; of an undo what it takes back
  input jsonb,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  -- what was changed, null for nothing; or why it failed
  outcome jsonb,
  primary key (work_id, position),
  foreign key (team_id, work_id) references long_works (team_id, id) on delete cascade
);
create index long_work_items_failed on long_work_items (work_id, position)
  where state = 'failed';
select isolate_by_team('long_work_items');

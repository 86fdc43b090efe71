-- What finished or failed, told to the account that caused it. Events say what they tell of
-- (base/notified.ts).
create table notifications (
  id uuid primary key,
  team_id uuid not null references teams on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  -- contract/src/notifications.ts
  kind text not null,
  -- lines of a kind with the same one become one line, until it was seen; null: it stays alone
  group_key text,
  project_id uuid,
  -- the last thing that it tells of, and its name at that time
  subject_key text,
  subject_name text,
  code text,
  total int not null,
  failed int not null,
  -- pages are told apart by it, and JavaScript's times have no more than milliseconds
  at timestamptz not null default date_trunc('milliseconds', now()),
  seen_at timestamptz,
  read_at timestamptz,
  foreign key (team_id, project_id) references projects (team_id, id) on delete cascade
);
create index notifications_newest on notifications (team_id, account_id, at desc, id desc);
create unique index notifications_group on notifications (team_id, account_id, kind, group_key)
  where seen_at is null;
create index notifications_unread on notifications (team_id, account_id) where read_at is null;
select isolate_by_team('notifications');

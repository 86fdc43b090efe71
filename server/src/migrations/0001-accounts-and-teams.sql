-- Teams are apart from each other in the database, too: a row of a team is seen and written only by a
-- session that says whose it is. `kinora.team` is a team's id, or `*` for the system; where it is empty,
-- nothing is there. An operator's session says nothing, and sees all.

-- Null for the system, which every team's rows equal; an id that no team has when it is empty.
create function visible_team() returns uuid stable language sql return
  case coalesce(current_setting('kinora.team', true), '*')
    when '*' then null
    else coalesce(
      nullif(current_setting('kinora.team', true), ''), '00000000-0000-0000-0000-000000000000'
    )::uuid
  end;

-- A migration that makes a table of teams calls this with its name. The sub-select is evaluated once a
-- statement and not once a row. The planner takes `is not null` for nearly always true: a condition that
-- looks selective makes it expect few rows, and choose another plan each time. `force`: the product
-- connects as the owner of the tables.
create function isolate_by_team(isolated regclass, team_column name default 'team_id') returns void
language plpgsql as $$
begin
  execute format('alter table %s alter column %I set not null', isolated, team_column);
  execute format('alter table %s enable row level security', isolated);
  execute format('alter table %s force row level security', isolated);
  execute format(
    'create policy team on %s
      using (nullif(coalesce(%I = (select visible_team()), true), false) is not null)',
    isolated, team_column
  );
end $$;

-- The same for a table whose rows belong to a revision: they are seen by those who see the revision. The
-- system's sessions don't look it up.
create function isolate_by_revision(isolated regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', isolated);
  execute format('alter table %s force row level security', isolated);
  execute format(
    'create policy team on %s
      using (nullif((select visible_team()) is null
        or exists (select from revisions r where r.key = revision_key), false) is not null)',
    isolated
  );
end $$;

-- Accounts and teams.

create table accounts (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  name text not null,
  password_hash text not null,
  lang text not null default 'th' check (lang in ('th', 'en')),
  created_at timestamptz not null default now()
);

create table sessions (
  id uuid not null unique default gen_random_uuid(),
  token_hash bytea primary key,
  account_id uuid not null references accounts on delete cascade,
  user_agent text not null default '',
  -- an IPv4 address or an IPv6 network of 64 bits
  network text not null default '',
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_account on sessions (account_id);
create index sessions_expiry on sessions (expires_at);

create table one_time_tokens (
  token_hash bytea primary key,
  account_id uuid not null references accounts on delete cascade,
  purpose text not null check (purpose in ('password_reset')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index one_time_tokens_account on one_time_tokens (account_id);

-- Throttled failures: by account address and by client address.
create table sign_in_failures (
  subject text primary key,
  failures int not null,
  first_at timestamptz not null,
  last_at timestamptz not null
);
create index sign_in_failures_first on sign_in_failures (first_at);

-- Browsers in which somebody signed in: a lock that strangers bring about does not hold for them.
create table known_browsers (
  token_hash bytea not null,
  account_id uuid not null references accounts on delete cascade,
  expires_at timestamptz not null,
  primary key (token_hash, account_id)
);
create index known_browsers_account on known_browsers (account_id);
create index known_browsers_expiry on known_browsers (expires_at);

create table personal_tokens (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  name text not null,
  token_hash bytea not null unique,
  preview text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  expires_at timestamptz
);
create index personal_tokens_account on personal_tokens (account_id);

-- What an account used of each kind in the hour that it last used any: one row for each, so that a limit
-- is a look at one row and nothing has to be swept.
create table quota_uses (
  account_id uuid not null references accounts on delete cascade,
  -- features/quotas/rules.ts
  kind text not null,
  hour timestamptz not null,
  amount bigint not null,
  primary key (account_id, kind)
);

create table teams (
  id uuid primary key,
  namespace text not null unique check (namespace ~ '^[a-z0-9][a-z0-9-]{1,62}$'),
  name text not null,
  created_at timestamptz not null default now()
);
select isolate_by_team('teams', 'id');

create table team_memberships (
  team_id uuid not null references teams on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  role text not null check (role in ('admin', 'manager', 'user')),
  created_at timestamptz not null default now(),
  primary key (account_id, team_id)
);
create index team_memberships_team on team_memberships (team_id);
select isolate_by_team('team_memberships');

create table page_views (
  id bigint generated always as identity primary key,
  team_id uuid not null references teams on delete cascade,
  account_id uuid references accounts on delete set null,
  path text not null,
  viewed_at timestamptz not null default now()
);
create index page_views_team on page_views (team_id, viewed_at);
select isolate_by_team('page_views');

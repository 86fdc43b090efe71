create table accounts (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  name text not null,
  password_hash text not null,
  lang text not null default 'th' check (lang in ('th', 'en')),
  created_at timestamptz not null default now()
);

create table sessions (
  token_hash bytea primary key,
  account_id uuid not null references accounts on delete cascade,
  created_at timestamptz not null default now(),
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

create table teams (
  id uuid primary key,
  namespace text not null unique check (namespace ~ '^[a-z0-9][a-z0-9-]{1,62}$'),
  name text not null,
  created_at timestamptz not null default now()
);

create table team_memberships (
  team_id uuid not null references teams on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  role text not null check (role in ('admin', 'manager', 'user')),
  created_at timestamptz not null default now(),
  primary key (account_id, team_id)
);
create index team_memberships_team on team_memberships (team_id);

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

create table presets (
  id uuid primary key,
  team_id uuid not null references teams on delete cascade,
  name text not null,
  vod_delivery_model text not null check (vod_delivery_model in ('classic', 'model-k', 'model-c')),
  is_system boolean not null default false,
  profiles jsonb not null,
  created_at timestamptz not null default now(),
  unique (team_id, id)
);

create table geoblock_rules (
  id uuid primary key,
  team_id uuid not null references teams on delete cascade,
  name text not null,
  is_team_default boolean not null default false,
  allow_country_codes text[] not null default '{}',
  deny_country_codes text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (team_id, id)
);
create unique index geoblock_rules_team_default on geoblock_rules (team_id) where is_team_default;

create table playback_channels (
  id uuid primary key,
  team_id uuid not null references teams on delete cascade,
  name text not null check (name ~ '^[A-Za-z0-9_]{1,63}$'),
  default_playback_domain text not null unique,
  is_primary boolean not null default false,
  created_at timestamptz not null default now(),
  unique (team_id, id)
);
create unique index playback_channels_primary on playback_channels (team_id) where is_primary;

create table projects (
  id uuid primary key,
  team_id uuid not null references teams on delete cascade,
  key text not null unique,
  name text not null,
  description text not null default '',
  -- NFC and lower case of name and key, for substring search
  search text not null,
  hosting text not null default 'default',
  preset_id uuid not null,
  geoblock_rule_id uuid not null,
  primary_playback_channel_id uuid not null,
  creator_id uuid not null references accounts,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (team_id, id),
  foreign key (team_id, preset_id) references presets (team_id, id),
  foreign key (team_id, geoblock_rule_id) references geoblock_rules (team_id, id),
  foreign key (team_id, primary_playback_channel_id) references playback_channels (team_id, id)
);
create index projects_team on projects (team_id, created_at desc, id desc);

create table project_playback_channels (
  team_id uuid not null,
  project_id uuid not null,
  channel_id uuid not null,
  primary key (project_id, channel_id),
  foreign key (team_id, project_id) references projects (team_id, id) on delete cascade,
  foreign key (team_id, channel_id) references playback_channels (team_id, id)
);

create table project_memberships (
  team_id uuid not null,
  project_id uuid not null,
  account_id uuid not null references accounts on delete cascade,
  role text not null check (role in ('project-manager', 'uploader', 'viewer')),
  added_by uuid references accounts on delete set null,
  added_at timestamptz not null default now(),
  primary key (project_id, account_id),
  foreign key (team_id, project_id) references projects (team_id, id) on delete cascade
);
create index project_memberships_account on project_memberships (account_id, project_id);

create table collections (
  id uuid primary key,
  team_id uuid not null,
  project_id uuid not null,
  name text not null,
  created_at timestamptz not null default now(),
  foreign key (team_id, project_id) references projects (team_id, id) on delete cascade
);
create index collections_project on collections (project_id);

create table videos (
  key text primary key,
  team_id uuid not null,
  project_id uuid not null,
  creator_id uuid not null references accounts,
  title text not null,
  description text not null default '',
  -- NFC and lower case of key, title, file name and tags, for substring search; at most 2,000
  -- bytes, as indexes hold it
  search text not null check (octet_length(search) <= 2000),
  published_date date,
  preset_id uuid not null,
  -- null: the project's rule
  geoblock_rule_id uuid,
  current_revision_key text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by uuid references accounts on delete set null,
  unique (team_id, key),
  foreign key (team_id, project_id) references projects (team_id, id),
  foreign key (team_id, preset_id) references presets (team_id, id),
  foreign key (team_id, geoblock_rule_id) references geoblock_rules (team_id, id)
);
-- Lists, counts and substring search read these alone. A trigram index finds nothing for words of
-- two letters, which Thai has many of, and makes each insert cost several times as much.
create index videos_team_newest on videos (team_id, created_at desc, key desc)
  include (project_id, search) where deleted_at is null;
create index videos_project_newest on videos (project_id, created_at desc, key desc)
  include (team_id, search) where deleted_at is null;

create table tags (
  id uuid primary key,
  team_id uuid not null references teams on delete cascade,
  name text not null,
  unique (team_id, name),
  unique (team_id, id)
);

create table video_tags (
  team_id uuid not null,
  video_key text not null,
  tag_id uuid not null,
  primary key (video_key, tag_id),
  foreign key (team_id, video_key) references videos (team_id, key) on delete cascade,
  foreign key (team_id, tag_id) references tags (team_id, id) on delete cascade
);
create index video_tags_tag on video_tags (tag_id, video_key);

-- One source file of a video and what is made of it.
create table revisions (
  key text primary key,
  team_id uuid not null,
  video_key text not null,
  state text not null check (
    state in ('sourceWaiting', 'sourceIngression', 'processing', 'partiallyCompleted', 'completed', 'failed')
  ),
  source_file_name text not null,
  source_type text not null,
  source_size_bytes bigint not null,
  upload_completed_at timestamptz,
  probe_error_type text check (probe_error_type in ('probeFileError', 'probeError')),
  probe_error_reason text,
  probe_detail text,
  failure_reason text,
  failure_detail text,
  -- attempts that ended by a fault; those broken off by a restart do not count
  failures int not null default 0,
  duration_ms double precision,
  -- the stream description (contract/src/stream.ts)
  stream jsonb,
  progress_percent int not null default 0,
  total_expected_outputs int not null default 0,
  total_completed_outputs int not null default 0,
  -- fencing: the run of the job that may write here
  job_id uuid,
  job_retry int,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (team_id, video_key) references videos (team_id, key) on delete cascade
);
create index revisions_video on revisions (video_key);

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

create table page_views (
  id bigint generated always as identity primary key,
  team_id uuid not null references teams on delete cascade,
  account_id uuid references accounts on delete set null,
  path text not null,
  viewed_at timestamptz not null default now()
);
create index page_views_team on page_views (team_id, viewed_at);

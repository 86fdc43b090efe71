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
  -- null: the standard player
  player_id uuid,
  -- encrypts what is uploaded with a preset that names no server; null: none
  key_server_id uuid,
  creator_id uuid not null references accounts,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (team_id, id),
  foreign key (team_id, preset_id) references presets (team_id, id),
  foreign key (team_id, geoblock_rule_id) references geoblock_rules (team_id, id),
  foreign key (team_id, primary_playback_channel_id) references playback_channels (team_id, id),
  foreign key (team_id, player_id) references players (team_id, id),
  foreign key (team_id, key_server_id) references key_servers (team_id, id)
);
create index projects_team on projects (team_id, created_at desc, id desc);
create index projects_geoblock_rule on projects (geoblock_rule_id);
create index projects_player on projects (player_id) where player_id is not null;
create index projects_key_server on projects (key_server_id) where key_server_id is not null;
select isolate_by_team('projects');

create table project_playback_channels (
  team_id uuid not null,
  project_id uuid not null,
  channel_id uuid not null,
  primary key (project_id, channel_id),
  foreign key (team_id, project_id) references projects (team_id, id) on delete cascade,
  foreign key (team_id, channel_id) references playback_channels (team_id, id)
);
create index project_playback_channels_channel on project_playback_channels (channel_id);
select isolate_by_team('project_playback_channels');

-- A role in a project ends with the membership of its team, and does not come back with a new one.
create table project_memberships (
  team_id uuid not null,
  project_id uuid not null,
  account_id uuid not null references accounts on delete cascade,
  role text not null check (role in ('project-manager', 'uploader', 'viewer')),
  added_by uuid references accounts on delete set null,
  added_at timestamptz not null default now(),
  primary key (project_id, account_id),
  foreign key (team_id, project_id) references projects (team_id, id) on delete cascade,
  foreign key (account_id, team_id) references team_memberships (account_id, team_id) on delete cascade
);
create index project_memberships_account on project_memberships (account_id, project_id);
select isolate_by_team('project_memberships');

-- Live connections are judged once, and again when the database says that what they were judged by has
-- changed: whoever changed it, and by whatever statement.
create function notify_access() returns trigger language plpgsql as $$
begin
  perform pg_notify(
    'live_updates',
    json_build_object('accessOf', coalesce(new.account_id, old.account_id))::text
  );
  return null;
end $$;
create trigger notify_access after insert or update of role or delete on team_memberships
  for each row execute function notify_access();
create trigger notify_access after insert or delete on project_memberships
  for each row execute function notify_access();
create trigger notify_access after update of expires_at or delete on sessions
  for each row execute function notify_access();
create trigger notify_access after update of expires_at or delete on personal_tokens
  for each row execute function notify_access();

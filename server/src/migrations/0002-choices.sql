-- What a project chooses.

-- Customers' servers that give the keys of streams which are encrypted whole.
create table key_servers (
  id uuid primary key,
  team_id uuid not null references teams on delete cascade,
  name text not null,
  note text not null default '',
  encoding_endpoint text,
  playback_endpoint text,
  secret_header_name text not null,
  sealed_encoder_secret bytea not null,
  sealed_token_secret bytea not null,
  -- counts changes of what a test is about, so that one that began before says nothing of what is now
  version int not null default 1,
  -- KeyServerTest of the contract, of this version
  test jsonb,
  tested_at timestamptz,
  is_active boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (team_id, id),
  check (not is_active or (test is not null and encoding_endpoint is not null
    and playback_endpoint is not null))
);
create index key_servers_team on key_servers (team_id, created_at desc, id desc);
select isolate_by_team('key_servers');

create table presets (
  id uuid primary key,
  team_id uuid not null references teams on delete cascade,
  name text not null,
  vod_delivery_model text not null check (vod_delivery_model in ('classic', 'model-k', 'model-c')),
  is_system boolean not null default false,
  profiles jsonb not null,
  default_resolution jsonb,
  background_completion text not null default 'whenIdle'
    check (background_completion in ('whenIdle', 'never')),
  -- one for all tracks that are encrypted; the profiles name it too
  key_server_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (team_id, id),
  foreign key (team_id, key_server_id) references key_servers (team_id, id)
);
create index presets_key_server on presets (key_server_id) where key_server_id is not null;
select isolate_by_team('presets');

-- Pictures that are drawn over a video.
create table overlay_presets (
  id uuid primary key,
  team_id uuid not null references teams on delete cascade,
  name text not null,
  -- of a PNG in storage
  image_key text not null,
  image_width int not null,
  image_height int not null,
  position text not null check (
    position in (
      'topLeft', 'top', 'topRight', 'left', 'center', 'right', 'bottomLeft', 'bottom', 'bottomRight'
    )
  ),
  -- of the frame's width
  size_percent int not null check (size_percent between 1 and 100),
  opacity_percent int not null check (opacity_percent between 1 and 100),
  margin_percent int not null check (margin_percent between 0 and 50),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (team_id, id)
);
select isolate_by_team('overlay_presets');

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
select isolate_by_team('geoblock_rules');

-- How players look and behave.
create table players (
  id uuid primary key,
  team_id uuid not null references teams on delete cascade,
  name text not null,
  -- PlayerOptions of the contract
  options jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (team_id, id)
);
select isolate_by_team('players');

-- What their logos and error screens show, stored under `player-pictures/{id}.webp`.
create table player_pictures (
  id uuid primary key,
  team_id uuid not null references teams on delete cascade,
  created_at timestamptz not null default now(),
  unique (team_id, id)
);
create index player_pictures_team on player_pictures (team_id, created_at);
select isolate_by_team('player_pictures');

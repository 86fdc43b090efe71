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

-- Pictures that were uploaded, as they were written again.
create table images (
  id uuid primary key,
  team_id uuid not null references teams on delete cascade,
  -- what it is made for, which says its size and format
  kind text not null,
  content_type text not null,
  width int not null,
  height int not null,
  content_hash text not null,
  -- of all its objects, the largest first
  storage_keys text[] not null check (cardinality(storage_keys) > 0),
  created_at timestamptz not null default now(),
  -- null while something uses it
  unused_since timestamptz default now(),
  unique (team_id, id)
);
create index images_team on images (team_id, kind);
create index images_unused on images (unused_since) where unused_since is not null;
select isolate_by_team('images');

-- Several things may use one image. It can't be removed before them.
create table image_uses (
  team_id uuid not null references teams on delete cascade,
  image_id uuid not null,
  -- key or id of a thing that has images of this kind
  owner_key text not null,
  primary key (image_id, owner_key),
  foreign key (team_id, image_id) references images (team_id, id)
);
create index image_uses_owner on image_uses (team_id, owner_key);
select isolate_by_team('image_uses');

-- Images that are drawn over a video: each uses one.
create table overlay_presets (
  id uuid primary key,
  team_id uuid not null references teams on delete cascade,
  name text not null,
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

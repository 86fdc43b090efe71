-- Licences: keys by class of rendition, and the keys with which a team's servers sign tokens.

alter table stream_keys drop constraint stream_keys_kind_check;
alter table stream_keys
  add constraint stream_keys_kind_check
    -- `video` is of streams that were packaged before: one key for all of it
    check (kind in ('video', 'audio', 'sd', 'hd', 'uhd'));

-- What a team's videos are licensed by. One for a team, made when it is first asked for.
create table drm_configs (
  id uuid primary key,
  team_id uuid not null unique references teams on delete cascade,
  created_at timestamptz not null default now(),
  unique (team_id, id)
);
select wall_by_team('drm_configs');

create table drm_jwt_keys (
  id uuid primary key,
  team_id uuid not null,
  config_id uuid not null,
  -- the `kid` of tokens
  key_id text not null unique,
  name text not null,
  algorithm text not null check (algorithm in ('ES256', 'RS256', 'EdDSA')),
  -- SPKI in PEM
  public_key text not null,
  created_at timestamptz not null default now(),
  foreign key (team_id, config_id) references drm_configs (team_id, id) on delete cascade
);
create index drm_jwt_keys_config on drm_jwt_keys (team_id, config_id, created_at desc, id desc);
select wall_by_team('drm_jwt_keys');

-- Edges answer from documents of keys, which are stored with their video's from now on: the sweep
-- publishes protected videos once more.
update publications p
  set version = p.version + 1,
    changed_at = case when p.published_version < p.version then p.changed_at else now() end
  from videos v join revisions r on r.key = v.current_revision_key
  where p.kind = 'video' and p.key = v.key and r.drm_model <> 'none';

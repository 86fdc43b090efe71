-- Licences: keys by class of rendition, and the keys with which a team's servers sign tokens.

alter table stream_keys drop constraint stream_keys_kind_check;
alter table stream_keys
  add constraint stream_keys_kind_check
    -- `video` is of streams that were packaged before: one key for all of it
    check (kind in ('video', 'audio', 'sd', 'hd', 'uhd'));

create table drm_jwt_keys (
  id uuid primary key,
  team_id uuid not null references teams on delete cascade,
  -- the `kid` of tokens
  key_id text not null unique,
  name text not null,
  algorithm text not null check (algorithm in ('ES256', 'RS256', 'EdDSA')),
  -- SPKI in PEM
  public_key text not null,
  created_at timestamptz not null default now()
);
create index drm_jwt_keys_team on drm_jwt_keys (team_id, created_at desc, id desc);
select wall_by_team('drm_jwt_keys');

-- Edges answer from documents of keys, which are stored with their video's from now on: the sweep
-- publishes protected videos once more.
update publications p
  set version = p.version + 1,
    changed_at = case when p.published_version < p.version then p.changed_at else now() end
  from videos v join revisions r on r.key = v.current_revision_key
  where p.kind = 'video' and p.key = v.key and r.drm_model <> 'none';

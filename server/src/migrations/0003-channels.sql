-- Channels: who may watch, by website, by signature and by country, and at which address.

create table playback_channels (
  id uuid primary key,
  team_id uuid not null references teams on delete cascade,
  name text not null check (name ~ '^[A-Za-z0-9_]{1,63}$'),
  default_playback_domain text not null unique,
  is_primary boolean not null default false,
  website_policy text not null default 'allowAll'
    check (website_policy in ('allowAll', 'allowSome', 'blockSome')),
  allow_domains text[] not null default '{}',
  deny_domains text[] not null default '{}',
  allow_no_referrer boolean not null default false,
  signed_url_required boolean not null default false,
  accepts_ark_v2 boolean not null default false,
  default_drm_model text not null default 'none'
    check (default_drm_model in ('none', 'clearKey', 'multiDrm')),
  has_drm boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (team_id, id)
);
create unique index playback_channels_primary on playback_channels (team_id) where is_primary;
select isolate_by_team('playback_channels');

-- A team's own hosts. Any team may name a domain, and it takes effect for the one that proves it first.
create table playback_domains (
  team_id uuid not null,
  host text not null check (host = lower(host)),
  channel_id uuid not null,
  -- the checks of one claim go on until it is proven, and not for one that was named anew
  claim_id uuid not null unique default gen_random_uuid(),
  proven_at timestamptz,
  proven_by text check (proven_by in ('txt', 'cname', 'operator')),
  checked_at timestamptz,
  check_result text,
  -- the records that the last check found
  found jsonb not null default '[]',
  -- when name servers were last asked for the records that proved it, whether they answered or not
  looked_at timestamptz,
  -- the first and the number of the answers without a record, since the last one with it
  missing_since timestamptz,
  missing_looks int not null default 0,
  created_at timestamptz not null default now(),
  primary key (team_id, host),
  foreign key (team_id, channel_id) references playback_channels (team_id, id) on delete cascade,
  constraint playback_domains_proven check ((proven_at is null) = (proven_by is null)),
  constraint playback_domains_checked check ((checked_at is null) = (check_result is null))
);
create index playback_domains_channel on playback_domains (channel_id);
create unique index playback_domains_host on playback_domains (host) where proven_at is not null;
select isolate_by_team('playback_domains');

-- Which team a proven domain belongs to, or belonged to: for a while after the team has let it go, its
-- records may still lead here. It stands over all teams and has no reference, since it outlives them.
create table domain_owners (
  host text primary key,
  owner_id uuid not null,
  released_at timestamptz
);

-- However the row goes: by itself, with its channel or with its team.
create function release_domain() returns trigger language plpgsql as $$
begin
  update domain_owners set released_at = now()
    where host = old.host and owner_id = old.team_id and released_at is null;
  return null;
end $$;
create trigger release_domain after delete on playback_domains
  for each row when (old.proven_at is not null) execute function release_domain();

-- The name that a deleted channel was played at stands in pages and records of others for a while: it is
-- kept for its team as a domain is that was let go.
create function release_label() returns trigger language plpgsql as $$
begin
  insert into domain_owners as o (host, owner_id, released_at)
    values (old.default_playback_domain, old.team_id, now())
    on conflict (host) do update set owner_id = excluded.owner_id, released_at = excluded.released_at;
  return null;
end $$;
create trigger release_label after delete on playback_channels
  for each row execute function release_label();

create table url_signing_keys (
  id uuid primary key,
  team_id uuid not null references teams on delete cascade,
  -- stands in addresses
  key_id text not null unique,
  sealed_secret bytea not null,
  created_at timestamptz not null default now(),
  unique (team_id, id)
);
create index url_signing_keys_team on url_signing_keys (team_id, created_at desc, id desc);
select isolate_by_team('url_signing_keys');

create table playback_channel_keys (
  team_id uuid not null,
  channel_id uuid not null,
  key_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (channel_id, key_id),
  foreign key (team_id, channel_id) references playback_channels (team_id, id) on delete cascade,
  foreign key (team_id, key_id) references url_signing_keys (team_id, id)
);
create index playback_channel_keys_key on playback_channel_keys (key_id);
select isolate_by_team('playback_channel_keys');

-- Multi-DRM: what a team has of the makers of DRMs.
create table drm_configs (
  team_id uuid primary key references teams on delete cascade,
  fairplay_service_name text,
  -- DER
  fairplay_certificate bytea,
  fairplay_expires_at timestamptz,
  -- PKCS #8 in DER
  fairplay_sealed_private_key bytea,
  fairplay_sealed_ask bytea,
  fairplay_hdcp text check (fairplay_hdcp in ('none', 'type0', 'type1')),
  -- when the team's admins got the mail that this certificate expires
  fairplay_expiry_notified_at timestamptz,
  widevine_service_name text,
  widevine_provider text,
  widevine_license_url text,
  widevine_sealed_signing_key bytea,
  widevine_sealed_signing_iv bytea,
  widevine_eme_level int check (widevine_eme_level between 1 and 5),
  widevine_hdcp text
    check (widevine_hdcp in
      ('HDCP_NONE', 'HDCP_V1', 'HDCP_V2', 'HDCP_V2_1', 'HDCP_V2_2', 'HDCP_V2_3')),
  playready_service_name text,
  playready_license_url text,
  playready_sealed_secret bytea,
  -- the one host at which the team's players ask for licences: a playback domain of a channel that gives
  -- them, default or own
  licence_host text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- a service is whole or not there
  check (num_nulls(fairplay_service_name, fairplay_certificate, fairplay_expires_at,
    fairplay_sealed_private_key, fairplay_sealed_ask, fairplay_hdcp) in (0, 6)),
  check (num_nulls(widevine_service_name, widevine_provider, widevine_license_url,
    widevine_sealed_signing_key, widevine_sealed_signing_iv, widevine_eme_level,
    widevine_hdcp) in (0, 7)),
  check (num_nulls(playready_service_name, playready_license_url,
    playready_sealed_secret) in (0, 3))
);
create index drm_configs_to_tell on drm_configs (fairplay_expires_at)
  where fairplay_expiry_notified_at is null;
select isolate_by_team('drm_configs');

-- The keys with which a team's servers sign tokens for licences.
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
select isolate_by_team('drm_jwt_keys');

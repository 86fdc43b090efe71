-- Multi-DRM: what a team has of the makers of DRMs, and the channels that give their licences.

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
  -- the team's admins were told that this certificate expires
  fairplay_expiry_told_at timestamptz,
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
  where fairplay_expiry_told_at is null;
select wall_by_team('drm_configs');

alter table playback_channels add column has_drm boolean not null default false;

-- Counted before a service ends.
create index revisions_multi_drm on revisions (team_id)
  where drm_model = 'multiDrm' or drm_target = 'multiDrm';

-- Protection of adaptive streams: their segments are packaged anew when it changes.
alter table revisions
  add column drm_model text not null default 'none'
    check (drm_model in ('none', 'clearKey', 'multiDrm')),
  -- what they are being packaged to
  add column drm_target text check (drm_target in ('none', 'clearKey', 'multiDrm')),
  add column drm_failed boolean not null default false,
  -- counts packagings: names of renditions hold it, since their bytes never change
  add column packaging int not null default 0;

-- One key for each kind of track, encrypted with a key that comes from the installation's.
create table stream_keys (
  revision_key text not null references revisions on delete cascade,
  packaging int not null,
  kind text not null check (kind in ('video', 'audio')),
  key_id bytea not null,
  sealed_key bytea not null,
  primary key (revision_key, packaging, kind)
);

-- Who may watch: by website, by signature, by country, and on which channel.

alter table playback_channels
  add website_policy text not null default 'allowAll'
    check (website_policy in ('allowAll', 'allowSome', 'blockSome')),
  add allow_domains text[] not null default '{}',
  add deny_domains text[] not null default '{}',
  add allow_no_referrer boolean not null default false,
  add signed_url_required boolean not null default false,
  add accepts_ark_v2 boolean not null default false,
  add default_drm_model text not null default 'none'
    check (default_drm_model in ('none', 'clearKey', 'multiDrm')),
  add updated_at timestamptz not null default now();

-- A team's own hosts. One host belongs to one channel, over all teams.
create table playback_domains (
  host text primary key check (host = lower(host)),
  team_id uuid not null,
  channel_id uuid not null,
  created_at timestamptz not null default now(),
  foreign key (team_id, channel_id) references playback_channels (team_id, id) on delete cascade
);
create index playback_domains_channel on playback_domains (channel_id);
select wall_by_team('playback_domains');

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
select wall_by_team('url_signing_keys');

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
select wall_by_team('playback_channel_keys');

-- Lists of a video's own; both null where it has a rule of the team, or its project's.
alter table videos
  add allow_country_codes text[],
  add deny_country_codes text[],
  add constraint videos_geoblock check (
    (allow_country_codes is null) = (deny_country_codes is null)
    and (geoblock_rule_id is null or allow_country_codes is null)
  );
create index videos_geoblock_rule on videos (geoblock_rule_id) where geoblock_rule_id is not null;
create index projects_geoblock_rule on projects (geoblock_rule_id);
create index project_playback_channels_channel on project_playback_channels (channel_id);

-- Documents of hosts take the place of those of channels, since a channel has many.
alter table publications drop constraint publications_kind_check;
delete from publications where kind = 'channel';
delete from published_changes where kind = 'channel';
alter table publications
  add constraint publications_kind_check check (kind in ('video', 'host', 'project', 'team'));
-- What videos refer to is published before they are.
insert into publications (kind, key, changed_at, swept_at)
  select kind, key, now() - interval '1 hour', now() - interval '1 hour' from (
    select 'team' as kind, id::text as key from teams
    union all select 'project', id::text from projects
    union all select 'host', default_playback_domain from playback_channels
  ) documents;
update publications p
  set version = p.version + 1,
    changed_at = case when p.published_version < p.version then p.changed_at else now() end
  where kind = 'video';

-- What viewers are shown, as documents in storage: which change of each was written there last.
create table publications (
  kind text not null check (kind in ('video', 'channel')),
  -- a video's key, a channel's id
  key text not null,
  -- raised in the transaction of each change
  version bigint not null default 1,
  published_version bigint not null default 0,
  -- the first change that is not published yet, while there is one
  changed_at timestamptz not null default now(),
  -- when a sweep took it last
  swept_at timestamptz not null default now(),
  primary key (kind, key)
);
create index publications_due on publications (swept_at) where published_version < version;
create index publications_lag on publications (changed_at) where published_version < version;

-- Nobody knows which publications were lost before: all are written once more.
insert into publications (kind, key)
  select 'video', key from videos union all select 'channel', id::text from playback_channels;

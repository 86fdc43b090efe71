-- What viewers are shown, as documents in storage.

-- Which change of each document was written there last.
create table publications (
  -- which there are is said by the features that have them
  kind text not null,
  -- a video's key, a host's name, the id of another
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

-- What was published, for the list of changes that edges read.
create table published_changes (
  id bigint generated always as identity primary key,
  kind text not null,
  key text not null,
  -- of the list that named it first; null until there is one
  sequence bigint,
  listed_at timestamptz
);
create index published_changes_listed on published_changes (sequence);

create sequence change_list_sequence;

create function record_published_change() returns trigger language plpgsql as $$
begin
  insert into published_changes (kind, key) values (new.kind, new.key);
  return null;
end $$;
create trigger record_published_change after update of published_version on publications
  for each row when (new.published_version > old.published_version)
  execute function record_published_change();

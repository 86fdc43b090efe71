-- What was published, for the list of changes that edges read. A trigger keeps it, so that what the
-- build before this one publishes during an upgrade is listed too.
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

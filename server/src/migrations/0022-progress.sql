-- How far the encoding of a revision is, at what pace it goes on, and when it was whole; workers are
-- shown by their names.
alter table revisions add column pace jsonb;
alter table revisions add column completed_at timestamptz;
alter table workers add column name text not null default '';
create index revisions_completed on revisions (team_id, completed_at)
  where completed_at is not null;

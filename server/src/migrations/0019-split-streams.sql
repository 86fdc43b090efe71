-- In batches: by the trigger of the migration before, which is a transaction of its own. Nobody waits
-- for more than the batch that his row is in.
update revisions set stream = stream
where key in (
  select key from revisions where stream is not null and renditions is null limit 1000
);

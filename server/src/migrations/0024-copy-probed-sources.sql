-- In batches: by the trigger of the migration before, which is a transaction of its own.
update revisions set plan = plan
where key in (
  select key from revisions where plan ? 'source' and probed is null limit 1000
);

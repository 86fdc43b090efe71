-- Live connections are judged once, and again when the database says that what they were judged by has
-- changed: whoever changed it, and by whatever statement.
create function notify_access() returns trigger language plpgsql as $$
begin
  perform pg_notify(
    'live_updates',
    json_build_object('accessOf', coalesce(new.account_id, old.account_id))::text
  );
  return null;
end $$;

create trigger notify_access after insert or update of role or delete on team_memberships
  for each row execute function notify_access();
create trigger notify_access after insert or delete on project_memberships
  for each row execute function notify_access();
create trigger notify_access after update of expires_at or delete on sessions
  for each row execute function notify_access();
create trigger notify_access after update of expires_at or delete on personal_tokens
  for each row execute function notify_access();

-- The same border around a table whose rows are of a revision (0015): whoever may not see the revision sees
-- none of them. The system's connections don't look it up.
create function wall_by_revision(walled regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', walled);
  execute format('alter table %s force row level security', walled);
  execute format(
    'create policy team on %s
      using (nullif((select visible_team()) is null
        or exists (select from revisions r where r.key = revision_key), false) is not null)',
    walled
  );
end $$;

select wall_by_revision(walled) from unnest(array[
  'outputs', 'stored_segments', 'stored_inits', 'stream_keys', 'revision_keys'
]::regclass[]) walled;

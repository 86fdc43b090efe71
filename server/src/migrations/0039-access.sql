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

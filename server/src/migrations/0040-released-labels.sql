-- The name that a deleted channel was played at stands in pages and records of others for a while: it is
-- kept for its team as a domain is that was let go.
create function release_label() returns trigger language plpgsql as $$
begin
  insert into domain_owners as o (host, owner_id, released_at)
    values (old.default_playback_domain, old.team_id, now())
    on conflict (host) do update set owner_id = excluded.owner_id, released_at = excluded.released_at;
  return null;
end $$;
create trigger release_label after delete on playback_channels
  for each row execute function release_label();

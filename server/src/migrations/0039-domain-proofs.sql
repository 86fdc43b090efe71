-- Any team may name a domain, and it takes effect for the one that proves it first. What was there before
-- counts as proven.
alter table playback_domains drop constraint playback_domains_pkey;
alter table playback_domains
  add primary key (team_id, host),
  -- the checks of one claim go on until it is proven, and not for one that was named anew
  add claim_id uuid not null unique default gen_random_uuid(),
  add proven_at timestamptz,
  add proven_by text check (proven_by in ('txt', 'cname', 'operator', 'earlier')),
  add checked_at timestamptz,
  add check_result text,
  -- the records that the last check found
  add found jsonb not null default '[]',
  add constraint playback_domains_proven check ((proven_at is null) = (proven_by is null)),
  add constraint playback_domains_checked check ((checked_at is null) = (check_result is null));
update playback_domains set proven_at = created_at, proven_by = 'earlier';
create unique index playback_domains_host on playback_domains (host) where proven_at is not null;

-- Whose a proven domain is, and was: for a while after the team has let it go, its records may still lead
-- here. It stands over all teams, of which none reads it, and has no reference, since it outlives them.
create table domain_owners (
  host text primary key,
  owner_id uuid not null,
  released_at timestamptz
);
insert into domain_owners (host, owner_id) select host, team_id from playback_domains;

-- However the row goes: by itself, with its channel or with its team.
create function release_domain() returns trigger language plpgsql as $$
begin
  update domain_owners set released_at = now()
    where host = old.host and owner_id = old.team_id and released_at is null;
  return null;
end $$;
create trigger release_domain after delete on playback_domains
  for each row when (old.proven_at is not null) execute function release_domain();

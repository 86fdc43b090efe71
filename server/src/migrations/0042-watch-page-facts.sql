-- Watch pages show the team's name, which its document lacks until it is published again, and the day
-- of the upload where none is stated: the sweep publishes both once more, teams first.
insert into publications as p (kind, key, changed_at, swept_at)
  select 'team', id::text, now() - interval '1 hour', now() - interval '1 hour' from teams
  on conflict (kind, key) do update set version = p.version + 1, swept_at = excluded.swept_at,
    changed_at = case when p.published_version < p.version then p.changed_at
      else excluded.changed_at end;
update publications p
  set version = p.version + 1,
    changed_at = case when p.published_version < p.version then p.changed_at else now() end
  from videos v
  where p.kind = 'video' and p.key = v.key and v.published_date is null;

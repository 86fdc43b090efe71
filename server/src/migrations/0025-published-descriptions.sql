-- Documents of videos carry description and day from now on. Those that have either are published
-- once more, by the sweep.
update publications p
  set version = p.version + 1,
    changed_at = case when p.published_version < p.version then p.changed_at else now() end
  from videos v
  where p.kind = 'video' and p.key = v.key
    and (v.description <> '' or v.published_date is not null);

-- The second wall around a team: its rows are seen and written only by a connection that says whose
-- it is. `kinora.team` is a team's id, or `*` for the system itself; empty, nothing is there. A session
-- that never said anything is one of the build before, which runs beside this one during an upgrade:
-- it sees what it saw. Every session of this build says whose it is.

-- Null for the system, which every team's rows equal; an id that no team has when it is empty.
create function visible_team() returns uuid stable language sql return
  case coalesce(current_setting('kinora.team', true), '*')
    when '*' then null
    else coalesce(
      nullif(current_setting('kinora.team', true), ''), '00000000-0000-0000-0000-000000000000'
    )::uuid
  end;

-- A migration that makes a table of teams calls this with its name. The sub-select is evaluated once
-- a statement and not once a row. The planner takes `is not null` for nearly always true: what it
-- takes for a choice of rows makes it expect fewer of them, and plan anew each time. `force`: the
-- owner of the tables is who the product connects as.
create function wall_by_team(walled regclass, team_column name default 'team_id') returns void
language plpgsql as $$
begin
  execute format('alter table %s alter column %I set not null', walled, team_column);
  execute format('alter table %s enable row level security', walled);
  execute format('alter table %s force row level security', walled);
  execute format(
    'create policy team on %s
      using (nullif(coalesce(%I = (select visible_team()), true), false) is not null)',
    walled, team_column
  );
end $$;

select wall_by_team('teams', 'id');
select wall_by_team(a.attrelid::regclass)
from pg_attribute a join pg_class c on c.oid = a.attrelid
where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
  and a.attname = 'team_id' and not a.attisdropped;

-- The second wall around a team: its rows are seen and written only by a connection that says whose
-- it is. `kinora.team` is a team's id, or `*` for the system itself. Unset, nothing is there.

-- Null for the system, which every team's rows equal; an id that no team has when nothing is set.
create function visible_team() returns uuid stable language sql return
  case current_setting('kinora.team', true)
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

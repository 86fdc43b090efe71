import { sql } from 'kysely';

/** `teams`: those with something waiting, by one index look-up each, however much that is. */
export const waitingTeams = sql`teams as (
  (select team_id from pieces where state = 'waiting' and not is_extra order by team_id limit 1)
  union all
  select (select p.team_id from pieces p
    where p.state = 'waiting' and not p.is_extra and p.team_id > t.team_id order by p.team_id limit 1)
  from teams t where t.team_id is not null
)`;

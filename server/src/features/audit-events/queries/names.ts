import { sql } from 'kysely';
import type { Db } from '../../../base/db.ts';
import type { TeamScope } from '../../../base/request.ts';
import type { AuditRow } from './rows.ts';

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

type Named = { type: string; id: string; key: string; name: string };

export type Names = {
  /** By id, of projects and things of the team. */
  names: Record<string, string>;
  /** Says by which key a thing is opened; null when it is gone, or the caller doesn't see it. */
  findKey: (type: string, id: string | null) => string | null;
};

/** Reads what rows name by id, as it is called now. */
export async function readNames(
  db: Db,
  team: TeamScope,
  rows: readonly AuditRow[],
): Promise<Names> {
  const texts = rows.map((row) =>
    JSON.stringify([row.subject_id, row.project_id, row.changes]).match(UUID),
  );
  const ids = new Set(texts.flatMap((found) => found ?? []));
  const videoKeys = rows.flatMap((row) =>
    row.subject_type === 'video' && row.subject_id !== null ? [row.subject_id] : [],
  );
  const { rows: found } = await sql<Named>`
    select n.type, n.id::text, n.key, n.name from named_things n
    where n.team_id = ${team.teamId} and n.id = any(${[...ids]}::uuid[])
      and (n.type <> 'project' or n.id in (${selectVisible(team)}))
    union all
    select 'video', v.key, v.key, v.title from live_videos v
    where v.team_id = ${team.teamId} and v.key = any(${videoKeys})
      and v.project_id in (${selectVisible(team)})`.execute(db);
  const keys = new Map(found.map(({ type, id, key }) => [`${type} ${id}`, key]));
  const things = found.filter(({ type }) => type !== 'video');
  return {
    names: Object.fromEntries(things.map(({ id, name }) => [id, name])),
    findKey: (type, id) => keys.get(`${type} ${id}`) ?? null,
  };
}

const selectVisible = ({ teamId, accountId }: TeamScope) => sql`
  select p.id from visible_projects p where p.team_id = ${teamId} and p.member_id = ${accountId}`;

import { sql } from 'kysely';
import { getPictureKey } from '@kinora/manifests/picture-address';
import type { Tx } from '../../../base/db.ts';
import { announce } from '../../../base/events.ts';
import { newId } from '../../../base/ids.ts';
import { enqueue } from '../../../base/jobs.ts';
import type { Picture } from '../../../base/pictures.ts';
import { removeObjectsJob } from '../../../base/remove-objects.ts';
import type { RequestContext, TeamScope } from '../../../base/request.ts';
import type { TeamPermit } from '../../../base/team-permit.ts';
import { lockTeamRows, requireRoom } from '../../../base/team-rows.ts';
import { write } from '../../../base/write.ts';
import { playerPictureAdded } from '../events.ts';

/** Five for each player that a team can have, twice. */
const MAX_PICTURES = 1000;

/**
 * Stores a picture for a player, before any row names it.
 *
 * @returns its id
 * @throws AppError limit_reached
 */
export async function addPicture(
  context: Pick<RequestContext, 'app'>,
  permit: TeamPermit,
  picture: Picture,
): Promise<string> {
  const { team } = permit;
  const { storage } = context.app;
  const id = newId();
  const key = getPictureKey(id);
  await storage.put(key, picture.bytes);
  try {
    await write(context, permit, async (tx) => {
      await lockTeamRows(tx, 'players', team);
      await removeUnshown(tx, team);
      await requireRoom(tx, 'player_pictures', team, MAX_PICTURES);
      await tx.insertInto('player_pictures').values({ id, team_id: team.teamId }).execute();
      await announce(tx, playerPictureAdded, { teamId: team.teamId, projectId: null, key: id });
    });
  } catch (error) {
    await storage.delete(key);
    throw error;
  }
  return id;
}

/** Removes pictures that no player shows; a form that was given up, or a change, has left them. */
async function removeUnshown(tx: Tx, { teamId }: TeamScope): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    delete from player_pictures p
    where p.team_id = ${teamId} and p.created_at < now() - interval '1 day'
      and not exists (select from players o
        where o.team_id = p.team_id and o.options::text like '%/' || p.id || '.webp%')
    returning p.id`.execute(tx);
  if (rows.length === 0) return;
  await enqueue(tx, removeObjectsJob, { keys: rows.map(({ id }) => getPictureKey(id)) });
}

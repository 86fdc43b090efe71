import { MAX_PLAYERS, type PlayerOptionsInput } from '@kinora/contract/players';
import type { PlayerOptions } from '@kinora/contract/player-options';
import { parsePicturePath } from '@kinora/manifests/picture-address';
import { diff } from '../../base/changes.ts';
import type { Tx } from '../../base/db.ts';
import { AppError } from '../../base/errors.ts';
import { announce } from '../../base/events.ts';
import { newId } from '../../base/ids.ts';
import type { TeamScope } from '../../base/request.ts';
import type { TeamPermit } from '../../base/team-permit.ts';
import { lockRow, requireRoom, toFacts } from '../../base/team-rows.ts';
import { isUsed } from '../../base/uses.ts';
import { useImages } from '../images/actions.ts';
import { playerChanged, playerCreated, playerDeleted } from './events.ts';
import { findPlayerUses } from './queries.ts';
import {
  checkAds,
  listOwnPictures,
  listPictures,
  mapPictures,
  mergeOptions,
  playerPicture,
  toStoredPicture,
} from './rules.ts';

/** @throws AppError limit_reached, validation_failed */
export async function createPlayer(
  tx: Tx,
  { team }: TeamPermit,
  input: { name: string; options?: PlayerOptionsInput | undefined },
  edgeUrl: string,
): Promise<string> {
  await requireRoom(tx, 'players', team, MAX_PLAYERS);
  const id = newId();
  const given = mergeOptions({}, input.options ?? {});
  const options = await takeOptions(tx, team, { id, options: given, edgeUrl });
  await tx
    .insertInto('players')
    .values({ id, team_id: team.teamId, name: input.name, options: JSON.stringify(options) })
    .execute();
  await announce(tx, playerCreated, toFacts(team, id, input.name));
  return id;
}

/** Changes a player; what is left out stays. @throws AppError not_found, validation_failed */
export async function updatePlayer(
  tx: Tx,
  { team }: TeamPermit,
  id: string,
  change: { name?: string | undefined; options?: PlayerOptionsInput | undefined },
  edgeUrl: string,
): Promise<void> {
  const before = await lockPlayer(tx, team, id);
  const merged = mergeOptions(before.options, change.options ?? {});
  const options = await takeOptions(tx, team, { id, options: merged, edgeUrl });
  await tx
    .updateTable('players')
    .set({ name: change.name, options: JSON.stringify(options), updated_at: new Date() })
    .where('team_id', '=', team.teamId)
    .where('id', '=', id)
    .execute();
  const changes = diff(before, { name: change.name, options });
  const facts = toFacts(team, id, change.name ?? before.name);
  await announce(tx, playerChanged, { ...facts, changes });
}

/** @throws AppError not_found, player_in_use */
export async function deletePlayer(tx: Tx, { team }: TeamPermit, id: string): Promise<void> {
  const { name } = await lockPlayer(tx, team, id);
  const uses = await findPlayerUses(tx, team, id);
  if (isUsed(uses)) throw new AppError('player_in_use', { members: { uses } });
  // Pages that are open show them for a while.
  await useImages(tx, team, { kind: playerPicture, owner: id, ids: [] });
  await tx.deleteFrom('players').where('team_id', '=', team.teamId).where('id', '=', id).execute();
  await announce(tx, playerDeleted, toFacts(team, id, name));
}

function lockPlayer(tx: Tx, team: TeamScope, id: string) {
  return lockRow(tx, 'players', team, { id, item: 'player', columns: ['name', 'options'] });
}

/**
 * Has a player use the pictures of its options.
 *
 * @returns the options as they are stored
 * @throws AppError validation_failed, by picture and ad tag
 */
async function takeOptions(
  tx: Tx,
  team: TeamScope,
  { id, options, edgeUrl }: { id: string; options: PlayerOptions; edgeUrl: string },
): Promise<PlayerOptions> {
  const stored = new Map<string, string>();
  for (const { path, url } of listPictures(options)) {
    stored.set(path, toStoredPicture(url, edgeUrl) ?? '');
  }
  const taken = mapPictures(options, (_, path) => stored.get(path) ?? '');
  const ids = listOwnPictures(taken);
  const { known } = await useImages(tx, team, { kind: playerPicture, owner: id, ids });
  const fields = listPictures(taken).flatMap(({ path, url }) => {
    const code = url === '' ? 'invalid_picture_url' : getOwnPictureCode(url, known);
    return code === null ? [] : { path: `options.${path}`, code, message: 'No picture to show' };
  });
  const adTagProblem = checkAds(taken);
  if (adTagProblem) {
    fields.push({ path: 'options.adTagUrl', code: adTagProblem, message: 'No ad tag to play' });
  }
  if (fields.length > 0) throw new AppError('validation_failed', { fields });
  return taken;
}

function getOwnPictureCode(url: string, known: ReadonlySet<string>): string | null {
  const own = parsePicturePath(url);
  return own === null || known.has(own) ? null : 'unknown';
}

import { sql } from 'kysely';
import type { Tx } from '../../base/db.ts';
import { invalidField } from '../../base/errors.ts';
import { announce, announceAll } from '../../base/events.ts';
import { isUuid, newId } from '../../base/ids.ts';
import { enqueue } from '../../base/jobs.ts';
import { type Picture, rewritePicture } from '../../base/pictures.ts';
import { removeObjectsJob } from '../../base/remove-objects.ts';
import type { RequestContext, TeamScope } from '../../base/request.ts';
import type { TeamPermit } from '../../base/team-permit.ts';
import { requireRoom, toFacts } from '../../base/team-rows.ts';
import { write } from '../../base/write.ts';
import { imageAdded, imageRemoved } from './events.ts';
import { hashContent, type ImageKind } from './rules.ts';

/** One sweep takes so many; the rest waits for the next. */
const MAX_AT_ONCE = 1000;

export type StoredImage = { id: string; width: number; height: number; hash: string };

type RequestApp = Pick<RequestContext, 'app'>;

/**
 * Writes an uploaded picture again and stores it for what will use it; unused, it is removed a day
 * later. Its row comes before its object, so that the object has a name whatever fails in between.
 *
 * @throws AppError validation_failed of `image`, limit_reached
 */
export async function storeImage(
  context: RequestApp,
  permit: TeamPermit,
  kind: ImageKind,
  file: File,
): Promise<StoredImage> {
  const { bytes, width, height } = await readPicture(kind, file);
  const { team } = permit;
  const id = newId();
  const hash = hashContent(bytes);
  const storageKey = kind.getStorageKey(id);
  const row = {
    id,
    team_id: team.teamId,
    kind: kind.name,
    content_type: kind.contentType,
    width,
    height,
    content_hash: hash,
    storage_keys: [storageKey],
  };
  await write(context, permit, async (tx) => {
    const isOfKind = sql<boolean>`kind = ${kind.name}`;
    await requireRoom(tx, 'images', team, kind.maxPerTeam, isOfKind);
    await tx.insertInto('images').values(row).execute();
    await announce(tx, imageAdded, toFacts(team, id, null));
  });
  await context.app.storage.put(storageKey, bytes);
  return { id, width, height, hash };
}

async function readPicture(kind: ImageKind, file: File): Promise<Picture> {
  const picture = await rewritePicture(await file.bytes(), kind.limits);
  const refusal =
    picture === 'tooLarge' ? kind.tooLarge : picture === null ? kind.unreadable : null;
  if (refusal) throw invalidField('image', refusal.code, refusal.message);
  return picture as Picture;
}

/** Stores an image and writes what uses it; where that is refused, the image is removed at once. */
export async function writeWithImage<T>(
  context: RequestApp,
  permit: TeamPermit,
  { kind, file }: { kind: ImageKind; file: File },
  change: (tx: Tx, image: StoredImage) => Promise<T>,
): Promise<T> {
  const image = await storeImage(context, permit, kind, file);
  try {
    return await write(context, permit, (tx) => change(tx, image));
  } catch (error) {
    const removal = write(context, permit, (tx) => removeImages(tx, permit.team, [image.id]));
    // Where that fails too, the sweep comes to it, and the first error says more.
    await removal.catch(() => undefined);
    throw error;
  }
}

/**
 * Records which images of a kind a thing uses from now on, instead of those before. The caller has
 * locked the thing.
 *
 * @returns `known`, of the ids, the team's images of this kind; `dropped`, those that it used before
 */
export async function useImages(
  tx: Tx,
  { teamId }: TeamScope,
  { kind, owner, ids }: { kind: ImageKind; owner: string; ids: readonly string[] },
): Promise<{ known: ReadonlySet<string>; dropped: string[] }> {
  const wanted = new Set(ids.filter(isUuid));
  // Locked, so that no sweep removes one that is about to be used, and of two owners the second
  // sees what the first has done.
  const { rows } = await sql<{ id: string }>`
    select i.id from images i
    where i.team_id = ${teamId} and i.kind = ${kind.name}
      and i.id in (
        select unnest(${[...wanted]}::uuid[])
        union select image_id from image_uses where team_id = ${teamId} and owner_key = ${owner})
    order by i.id for update`.execute(tx);
  const found = rows.map(({ id }) => id);
  const known = found.filter((id) => wanted.has(id));
  const dropped = found.filter((id) => !wanted.has(id));
  if (found.length === 0) return { known: new Set(), dropped };
  await sql`insert into image_uses (team_id, image_id, owner_key)
    select ${teamId}, id, ${owner} from unnest(${known}::uuid[]) id
    on conflict do nothing`.execute(tx);
  await sql`delete from image_uses where team_id = ${teamId} and owner_key = ${owner}
    and image_id = any(${dropped}::uuid[])`.execute(tx);
  await sql`update images i set unused_since = case
      when exists (select from image_uses u where u.image_id = i.id) then null
      else now() end
    where i.team_id = ${teamId} and i.id = any(${found}::uuid[])`.execute(tx);
  return { known: new Set(known), dropped };
}

/** Removes those of the team's images that nothing uses, with their objects. */
export async function removeImages(
  tx: Tx,
  { teamId }: TeamScope,
  ids: readonly string[],
): Promise<void> {
  const { rows } = await sql<RemovedImage>`
    delete from images
    where team_id = ${teamId} and id = any(${[...ids]}::uuid[]) and unused_since is not null
    returning id, team_id, storage_keys`.execute(tx);
  await removeObjects(tx, rows);
}

/** Removes images of all teams that nothing has used for a day. */
export async function removeUnused(tx: Tx): Promise<void> {
  const { rows } = await sql<RemovedImage>`
    delete from images where id in (
      select id from images where unused_since < now() - interval '1 day'
      order by unused_since limit ${MAX_AT_ONCE} for update skip locked)
    returning id, team_id, storage_keys`.execute(tx);
  await removeObjects(tx, rows);
}

type RemovedImage = { id: string; team_id: string; storage_keys: string[] };

async function removeObjects(tx: Tx, removed: readonly RemovedImage[]): Promise<void> {
  if (removed.length === 0) return;
  const facts = removed.map(({ id, team_id: teamId }) => ({ teamId, projectId: null, key: id }));
  await announceAll(tx, imageRemoved, facts);
  await enqueue(tx, removeObjectsJob, {
    keys: removed.flatMap(({ storage_keys: keys }) => keys),
  });
}

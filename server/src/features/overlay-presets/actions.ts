import { MAX_OVERLAY_PRESETS, type OverlayPosition } from '@kinora/contract/overlay-presets';
import { diff } from '../../base/changes.ts';
import type { Tx } from '../../base/db.ts';
import { AppError, notFound } from '../../base/errors.ts';
import { announce } from '../../base/events.ts';
import { isUuid, newId } from '../../base/ids.ts';
import { enqueue } from '../../base/jobs.ts';
import type { Picture } from '../../base/pictures.ts';
import { removeObjectsJob } from '../../base/remove-objects.ts';
import type { RequestContext } from '../../base/request.ts';
import type { TeamPermit } from '../../base/team-permit.ts';
import { requireRoom, toFacts } from '../../base/team-rows.ts';
import { write } from '../../base/write.ts';
import { isUsedBy } from '../presets/queries.ts';
import { overlayPresetChanged, overlayPresetCreated, overlayPresetDeleted } from './events.ts';
import { createImageKey } from './rules.ts';

export type OverlayInput = {
  name: string;
  position: OverlayPosition;
  sizePercent: number;
  opacityPercent: number;
  marginPercent: number;
};

function toColumns(input: OverlayInput) {
  const { name, position, sizePercent, opacityPercent, marginPercent } = input;
  return {
    name,
    position,
    size_percent: sizePercent,
    opacity_percent: opacityPercent,
    margin_percent: marginPercent,
  };
}

function toImageColumns(imageKey: string, { width, height }: Picture) {
  return { image_key: imageKey, image_width: width, image_height: height };
}

type RequestApp = Pick<RequestContext, 'app'>;

/**
 * The picture is stored before any row names it.
 *
 * @returns the id
 * @throws AppError limit_reached, as a list could not show one more
 */
export async function createOverlayPreset(
  context: RequestApp,
  permit: TeamPermit,
  input: OverlayInput,
  image: Picture,
): Promise<string> {
  const { team } = permit;
  const { storage } = context.app;
  const id = newId();
  const imageKey = createImageKey(id, image.bytes);
  const row = {
    id,
    team_id: team.teamId,
    ...toColumns(input),
    ...toImageColumns(imageKey, image),
  };
  await storage.put(imageKey, image.bytes);
  try {
    await write(context, permit, async (tx) => {
      await requireRoom(tx, 'overlay_presets', team, MAX_OVERLAY_PRESETS);
      await tx.insertInto('overlay_presets').values(row).execute();
      await announce(tx, overlayPresetCreated, toFacts(team, id, row.name));
    });
  } catch (error) {
    await storage.delete(imageKey);
    throw error;
  }
  return id;
}

/**
 * Locks the row until the transaction ends: its foreign key then keeps new videos of it waiting.
 *
 * @throws AppError not_found
 */
async function lockOverlay(tx: Tx, { team }: TeamPermit, id: string) {
  if (!isUuid(id)) throw notFound('overlayPreset');
  const row = await tx
    .selectFrom('overlay_presets')
    .select(['name', 'image_key', 'position', 'size_percent', 'opacity_percent', 'margin_percent'])
    .where('team_id', '=', team.teamId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('overlayPreset');
  return row;
}

/**
 * One that a video uses takes another name only: its pieces must all show the same.
 *
 * @param image null keeps the one that is there
 * @throws AppError not_found, overlay_preset_in_use
 */
export async function updateOverlayPreset(
  context: RequestApp,
  permit: TeamPermit,
  change: { id: string; input: OverlayInput; image: Picture | null },
): Promise<void> {
  const { id, input, image } = change;
  const columns = toColumns(input);
  const left = await write(context, permit, async (tx) => {
    const before = await lockOverlay(tx, permit, id);
    const imageKey = image ? createImageKey(id, image.bytes) : before.image_key;
    const isSame =
      imageKey === before.image_key &&
      columns.position === before.position &&
      columns.size_percent === before.size_percent &&
      columns.opacity_percent === before.opacity_percent &&
      columns.margin_percent === before.margin_percent;
    if (!isSame && (await isUsedBy(tx, 'revisions.overlay_preset_id', id)))
      throw new AppError('overlay_preset_in_use');
    // The row is locked, so that no other change can take the picture away again.
    if (image) await context.app.storage.put(imageKey, image.bytes);
    await tx
      .updateTable('overlay_presets')
      .set({
        ...columns,
        ...(image ? toImageColumns(imageKey, image) : {}),
        updated_at: new Date(),
      })
      .where('id', '=', id)
      .execute();
    const changes = diff(before, { ...columns, image_key: imageKey });
    await announce(tx, overlayPresetChanged, {
      ...toFacts(permit.team, id, columns.name),
      changes,
    });
    return imageKey === before.image_key ? null : before.image_key;
  });
  if (left) await deleteUnnamed(context, permit, id, left);
}

/** A change that came right behind may have brought the same picture back. */
async function deleteUnnamed(
  context: RequestApp,
  permit: TeamPermit,
  id: string,
  imageKey: string,
) {
  await write(context, permit, async (tx) => {
    const now = await lockOverlay(tx, permit, id).catch(() => null);
    if (now?.image_key !== imageKey) await context.app.storage.delete(imageKey);
  });
}

/** @throws AppError not_found, overlay_preset_in_use */
export async function deleteOverlayPreset(
  context: RequestApp,
  permit: TeamPermit,
  id: string,
): Promise<void> {
  await write(context, permit, async (tx) => {
    const { name } = await lockOverlay(tx, permit, id);
    if (await isUsedBy(tx, 'revisions.overlay_preset_id', id))
      throw new AppError('overlay_preset_in_use');
    await tx.deleteFrom('overlay_presets').where('id', '=', id).execute();
    await announce(tx, overlayPresetDeleted, toFacts(permit.team, id, name));
    await enqueue(tx, removeObjectsJob, { prefixes: [`overlays/${id}/`] });
  });
}

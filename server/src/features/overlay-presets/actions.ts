import { MAX_OVERLAY_PRESETS, type OverlayPosition } from '@kinora/contract/overlay-presets';
import { diff } from '../../base/changes.ts';
import type { Tx } from '../../base/db.ts';
import { AppError } from '../../base/errors.ts';
import { announce } from '../../base/events.ts';
import { newId } from '../../base/ids.ts';
import type { RequestContext, TeamScope } from '../../base/request.ts';
import type { TeamPermit } from '../../base/team-permit.ts';
import { lockRow, requireRoom, toFacts } from '../../base/team-rows.ts';
import { write } from '../../base/write.ts';
import { removeImages, type StoredImage, useImages, writeWithImage } from '../images/actions.ts';
import type { UsedImage } from '../images/queries.ts';
import { overlayPresetChanged, overlayPresetCreated, overlayPresetDeleted } from './events.ts';
import { findOverlayImage, isOverlayInUse } from './queries.ts';
import { overlayImage } from './rules.ts';

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

type RequestApp = Pick<RequestContext, 'app'>;

/**
 * @returns the id
 * @throws AppError limit_reached, as a list could not show one more; validation_failed of `image`
 */
export async function createOverlayPreset(
  context: RequestApp,
  permit: TeamPermit,
  input: OverlayInput,
  file: File,
): Promise<string> {
  const { team } = permit;
  const id = newId();
  const row = { id, team_id: team.teamId, ...toColumns(input) };
  await writeWithImage(context, permit, { kind: overlayImage, file }, async (tx, image) => {
    await requireRoom(tx, 'overlay_presets', team, MAX_OVERLAY_PRESETS);
    await tx.insertInto('overlay_presets').values(row).execute();
    await useImages(tx, team, { kind: overlayImage, owner: id, ids: [image.id] });
    await announce(tx, overlayPresetCreated, toFacts(team, id, input.name));
  });
  return id;
}

/** Locks the row: its foreign key then keeps new videos of it waiting. @throws AppError not_found */
function lockOverlay(tx: Tx, team: TeamScope, id: string) {
  return lockRow(tx, 'overlay_presets', team, {
    id,
    item: 'overlayPreset',
    columns: ['name', 'position', 'size_percent', 'opacity_percent', 'margin_percent'],
  });
}

/**
 * One that a video uses takes another name only: its pieces must all show the same.
 *
 * @param file null keeps the image that is there
 * @throws AppError not_found, overlay_preset_in_use, validation_failed of `image`
 */
export async function updateOverlayPreset(
  context: RequestApp,
  permit: TeamPermit,
  change: { id: string; input: OverlayInput; file: File | null },
): Promise<void> {
  const { id, input, file } = change;
  const { team } = permit;
  if (file === null) {
    await write(context, permit, (tx) => changeOverlay(tx, team, { id, input, image: null }));
  } else {
    await writeWithImage(context, permit, { kind: overlayImage, file }, (tx, image) =>
      changeOverlay(tx, team, { id, input, image }),
    );
  }
}

async function changeOverlay(
  tx: Tx,
  team: TeamScope,
  { id, input, image }: { id: string; input: OverlayInput; image: StoredImage | null },
): Promise<void> {
  const columns = toColumns(input);
  const locked = await lockOverlay(tx, team, id);
  // Read by a statement of its own: one that waited for the lock knows no image of the change before.
  const used = await findOverlayImage(tx, team, id);
  const before = { ...locked, image: used?.hash };
  const after = { ...columns, image: image?.hash ?? used?.hash };
  const changes = diff(before, after);
  const isSame = Object.keys(changes).every((field) => field === 'name');
  if (!isSame && (await isOverlayInUse(tx, id))) throw new AppError('overlay_preset_in_use');
  await tx
    .updateTable('overlay_presets')
    .set({ ...columns, updated_at: new Date() })
    .where('team_id', '=', team.teamId)
    .where('id', '=', id)
    .execute();
  if (image) await replaceImage(tx, team, id, { used, image });
  await announce(tx, overlayPresetChanged, { ...toFacts(team, id, input.name), changes });
}

/** The same picture again is not kept twice: encoders may be reading the first one. */
async function replaceImage(
  tx: Tx,
  team: TeamScope,
  id: string,
  { used, image }: { used: UsedImage | null; image: StoredImage },
): Promise<void> {
  if (image.hash === used?.hash) return removeImages(tx, team, [image.id]);
  const ids = [image.id];
  const { dropped } = await useImages(tx, team, { kind: overlayImage, owner: id, ids });
  await removeImages(tx, team, dropped);
}

/** @throws AppError not_found, overlay_preset_in_use */
export async function deleteOverlayPreset(
  context: RequestApp,
  permit: TeamPermit,
  id: string,
): Promise<void> {
  const { team } = permit;
  await write(context, permit, async (tx) => {
    const { name } = await lockOverlay(tx, team, id);
    if (await isOverlayInUse(tx, id)) throw new AppError('overlay_preset_in_use');
    const { dropped } = await useImages(tx, team, { kind: overlayImage, owner: id, ids: [] });
    await removeImages(tx, team, dropped);
    await tx
      .deleteFrom('overlay_presets')
      .where('team_id', '=', team.teamId)
      .where('id', '=', id)
      .execute();
    await announce(tx, overlayPresetDeleted, toFacts(team, id, name));
  });
}

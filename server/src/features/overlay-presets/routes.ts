import { MAX_OVERLAY_IMAGE_PIXELS } from '@kinora/contract/bounds';
import { notFound, invalidField } from '../../base/errors.ts';
import { rewritePicture, type Picture } from '../../base/pictures.ts';
import { requireTeam, type RequestContext, type TeamScope } from '../../base/request.ts';
import { os } from '../../base/routes.ts';
import { createOverlayPreset, deleteOverlayPreset, updateOverlayPreset } from './actions.ts';
import { permitTeamWrites } from '../../base/team-permit.ts';
import { findOverlayImageKey, findOverlayPreset, listOverlayPresets } from './queries.ts';

async function getFound(context: RequestContext, team: TeamScope, id: string) {
  const found = await findOverlayPreset(context.app.db, team, id);
  if (!found) throw notFound('overlayPreset');
  return found;
}

async function readImage(file: File): Promise<Picture> {
  const image = await rewritePicture(await file.bytes(), { maxPixels: MAX_OVERLAY_IMAGE_PIXELS });
  if (image === 'tooLarge') {
    throw invalidField('image', 'image_too_large', 'At most 2 MB and 4 megapixels');
  }
  if (image === null) throw invalidField('image', 'not_an_image', 'Not a PNG or JPEG image');
  return image;
}

const list = os.overlayPresets.list.handler(async ({ input, context }) => ({
  data: await listOverlayPresets(context.app.db, await requireTeam(context), input.limit),
}));

const create = os.overlayPresets.create.handler(async ({ input, context }) => {
  const team = await requireTeam(context);
  const permit = permitTeamWrites(team);
  const image = await readImage(input.image);
  const id = await createOverlayPreset(context, permit, input, image);
  return getFound(context, team, id);
});

const update = os.overlayPresets.update.handler(async ({ input, context }) => {
  const team = await requireTeam(context);
  const permit = permitTeamWrites(team);
  const { id } = input;
  // No picture is decoded for a preset that is not there.
  await getFound(context, team, id);
  const image = input.image ? await readImage(input.image) : null;
  await updateOverlayPreset(context, permit, { id, input, image });
  return getFound(context, team, id);
});

const remove = os.overlayPresets.delete.handler(async ({ input, context }) => {
  const permit = permitTeamWrites(await requireTeam(context));
  await deleteOverlayPreset(context, permit, input.id);
});

const image = os.overlayPresets.image.handler(async ({ input, context }) => {
  const key = await findOverlayImageKey(context.app.db, await requireTeam(context), input.id);
  const bytes = key && (await context.app.storage.read(key));
  if (!bytes) throw notFound('overlayPreset');
  return new File([new Uint8Array(bytes)], 'overlay.png', { type: 'image/png' });
});

export const overlayPresetsRoutes = { list, create, update, delete: remove, image };

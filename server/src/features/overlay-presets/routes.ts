import { notFound } from '../../base/errors.ts';
import { requireTeam, type RequestContext, type TeamScope } from '../../base/request.ts';
import { os } from '../../base/routes.ts';
import { createOverlayPreset, deleteOverlayPreset, updateOverlayPreset } from './actions.ts';
import { permitTeamWrites } from '../../base/team-permit.ts';
import { findOverlayImage, findOverlayPreset, listOverlayPresets } from './queries.ts';

async function getFound(context: RequestContext, team: TeamScope, id: string) {
  const found = await findOverlayPreset(context.app.db, team, id);
  if (!found) throw notFound('overlayPreset');
  return found;
}

const list = os.overlayPresets.list.handler(async ({ input, context }) => ({
  data: await listOverlayPresets(context.app.db, await requireTeam(context), input.limit),
}));

const create = os.overlayPresets.create.handler(async ({ input, context }) => {
  const team = await requireTeam(context);
  const permit = permitTeamWrites(team);
  const id = await createOverlayPreset(context, permit, input, input.image);
  return getFound(context, team, id);
});

const update = os.overlayPresets.update.handler(async ({ input, context }) => {
  const team = await requireTeam(context);
  const permit = permitTeamWrites(team);
  const { id } = input;
  // No picture is decoded for a preset that is not there.
  await getFound(context, team, id);
  await updateOverlayPreset(context, permit, { id, input, file: input.image ?? null });
  return getFound(context, team, id);
});

const remove = os.overlayPresets.delete.handler(async ({ input, context }) => {
  const permit = permitTeamWrites(await requireTeam(context));
  await deleteOverlayPreset(context, permit, input.id);
});

const image = os.overlayPresets.image.handler(async ({ input, context }) => {
  const found = await findOverlayImage(context.app.db, await requireTeam(context), input.id);
  const bytes = found && (await context.app.storage.read(found.storageKey));
  if (!bytes) throw notFound('overlayPreset');
  return new File([new Uint8Array(bytes)], 'overlay.png', { type: 'image/png' });
});

export const overlayPresetsRoutes = { list, create, update, delete: remove, image };

import type { Language } from '@kinora/contract/fields';
import { normalisePreset } from '@kinora/contract/preset-rules/normalise';
import type { Preset } from '@kinora/contract/presets';
import type { Tx } from '../../base/db.ts';
import { notFound } from '../../base/errors.ts';
import { requireTeam, type RequestContext } from '../../base/request.ts';
import { os } from '../../base/routes.ts';
import { write } from '../../base/write.ts';
import { createPreset, deletePreset, renamePreset, updatePreset } from './actions.ts';
import { permitTeamWrites, type TeamPermit } from '../../base/team-permit.ts';
import { findPreset, listPresets } from './queries.ts';
import { presetName } from './rules/names.ts';
import { languages } from './rules/languages.ts';
import {
  listAudioCodecs,
  listAudioTracks,
  listFormats,
  listResolutions,
  listVideoCodecs,
} from './rules/look-ups.ts';

const withName = (found: Preset, lang: Language) => ({ ...found, name: presetName(found, lang) });

const list = os.presets.list.handler(async ({ input, context }) => ({
  data: (await listPresets(context.app.db, await requireTeam(context), input.limit)).map((found) =>
    withName(found, context.lang),
  ),
}));

const get = os.presets.get.handler(async ({ input, context }) => {
  const found = await findPreset(context.app.db, await requireTeam(context), input.id);
  if (!found) throw notFound('preset');
  return withName(found, context.lang);
});

/** Writes, and answers the preset as it is then; `act` gives its id. */
async function writePreset(
  context: RequestContext,
  act: (tx: Tx, permit: TeamPermit) => Promise<string>,
): Promise<Preset> {
  const team = await requireTeam(context);
  const permit = permitTeamWrites(team);
  return write(context, permit, async (tx) => {
    const found = await findPreset(tx, team, await act(tx, permit));
    if (!found) throw notFound('preset');
    return found;
  });
}

const create = os.presets.create.handler(async ({ input, context }) =>
  writePreset(context, (tx, permit) => createPreset(tx, permit, normalisePreset(input))),
);

const update = os.presets.update.handler(async ({ input: { id, ...input }, context }) =>
  writePreset(context, async (tx, permit) => {
    await updatePreset(tx, permit, id, normalisePreset(input));
    return id;
  }),
);

const rename = os.presets.rename.handler(async ({ input, context }) =>
  writePreset(context, async (tx, permit) => {
    await renamePreset(tx, permit, input.id, input.name);
    return input.id;
  }),
);

const remove = os.presets.delete.handler(async ({ input, context }) => {
  const permit = permitTeamWrites(await requireTeam(context));
  await write(context, permit, (tx) => deletePreset(tx, permit, input.id));
});

const resolutions = os.presets.resolutions.handler(async ({ context }) => {
  await requireTeam(context);
  return { data: listResolutions(context.lang) };
});

const audioTracks = os.presets.audioTracks.handler(async ({ context }) => {
  await requireTeam(context);
  return { data: listAudioTracks(context.lang) };
});

const codecs = os.presets.codecs.handler(async ({ context }) => {
  await requireTeam(context);
  return { video: listVideoCodecs(), audio: listAudioCodecs() };
});

const formats = os.presets.formats.handler(async ({ context }) => {
  await requireTeam(context);
  return { data: listFormats(context.lang) };
});

const languageChoices = os.presets.languages.handler(async ({ context }) => {
  await requireTeam(context);
  return { data: languages(context.lang) };
});

export const presetsRoutes = {
  list,
  get,
  create,
  update,
  rename,
  delete: remove,
  resolutions,
  audioTracks,
  codecs,
  formats,
  languages: languageChoices,
};

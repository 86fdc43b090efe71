import type { Language } from '@kinora/contract/fields';
import type { Preset } from '@kinora/contract/presets';
import { notFound } from '../../base/errors.ts';
import { requireTeam } from '../../base/request.ts';
import { os } from '../../base/routes.ts';
import { systemName } from '../../base/system-names.ts';
import { preset, presets } from './queries.ts';

/** System presets can't be renamed, so their names follow the reader. */
function named(found: Preset, lang: Language): Preset {
  return found.isSystem ? { ...found, name: systemName(found.name, lang) } : found;
}

const list = os.presets.list.handler(async ({ input, context }) => ({
  data: (await presets(context.app.db, await requireTeam(context), input.limit)).map((found) =>
    named(found, context.lang),
  ),
}));

const get = os.presets.get.handler(async ({ input, context }) => {
  const found = await preset(context.app.db, await requireTeam(context), input.id);
  if (!found) throw notFound('preset');
  return named(found, context.lang);
});

export const presetsRoutes = { list, get };

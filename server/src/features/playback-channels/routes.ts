import { notFound } from '../../base/errors.ts';
import { requireTeam } from '../../base/request.ts';
import { os } from '../../base/routes.ts';
import { findPlaybackChannel, listPlaybackChannels } from './queries.ts';

const list = os.playbackChannels.list.handler(async ({ input, context }) => ({
  data: await listPlaybackChannels(context.app.db, await requireTeam(context), input.limit),
}));

const get = os.playbackChannels.get.handler(async ({ input, context }) => {
  const found = await findPlaybackChannel(context.app.db, await requireTeam(context), input.id);
  if (!found) throw notFound('playbackChannel');
  return found;
});

export const playbackChannelsRoutes = { list, get };

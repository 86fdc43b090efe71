import type { DrmService } from '@kinora/contract/drm-outputs';
import type { Tx } from '../../base/db.ts';
import { notFound } from '../../base/errors.ts';
import { requireTeam, type RequestContext, type TeamScope } from '../../base/request.ts';
import { os } from '../../base/routes.ts';
import { permitAdminWrites, permitTeamWrites, type TeamPermit } from '../../base/team-permit.ts';
import { write } from '../../base/write.ts';
import { listPlaybackChannels } from '../playback-channels/queries.ts';
import { createJwtKey, deleteJwtKey } from './actions.ts';
import { activateChannels, deactivateChannels } from './actions/channels.ts';
import { setMediaService as setHost } from './actions/media-service.ts';
import * as services from './actions/services.ts';
import { getDrmConfig, listJwtKeys } from './queries.ts';

const list = os.drmConfigs.list.handler(async ({ context }) => {
  const { team } = permitTeamWrites(await requireTeam(context));
  return { data: [await getDrmConfig(context.app.db, team)] };
});

// A team has one, with the team's id: there is nothing to be made.
const create = os.drmConfigs.create.handler(async ({ context }) => {
  const { team } = permitAdminWrites(await requireTeam(context));
  return getDrmConfig(context.app.db, team);
});

/** Members with the right to read the team's secrets see which keys it has; only its admins change them. */
async function requireConfig(context: RequestContext, id: string): Promise<TeamScope> {
  const { team } = permitTeamWrites(await requireTeam(context));
  if (id !== team.teamId) throw notFound('drmConfig');
  return team;
}

/** Makes a change, and answers the configuration as it is then. */
async function change<Made>(
  context: RequestContext,
  id: string,
  act: (tx: Tx, permit: TeamPermit) => Promise<Made>,
) {
  const permit = permitAdminWrites(await requireConfig(context, id));
  return write(context, permit, async (tx) => {
    const made = await act(tx, permit);
    return { made, config: await getDrmConfig(tx, permit.team) };
  });
}

async function setFairplay(wanted: services.Wanted, context: RequestContext, input: FairplayInput) {
  permitAdminWrites(await requireConfig(context, input.id));
  const secrets = await services.readFairplaySecrets(input);
  const { config } = context.app;
  return change(context, input.id, (tx, permit) =>
    services.setFairplay(tx, permit, { input, secrets, wanted, config }),
  );
}
type FairplayInput = { id: string } & Parameters<typeof services.setFairplay>[2]['input'];

const setWidevine = (wanted: services.Wanted, context: RequestContext, input: WidevineInput) =>
  change(context, input.id, (tx, permit) =>
    services.setWidevine(tx, permit, { input, wanted, config: context.app.config }),
  );
type WidevineInput = { id: string } & Parameters<typeof services.setWidevine>[2]['input'];

const setPlayready = (wanted: services.Wanted, context: RequestContext, input: PlayreadyInput) =>
  change(context, input.id, (tx, permit) =>
    services.setPlayready(tx, permit, { input, wanted, config: context.app.config }),
  );
type PlayreadyInput = { id: string } & Parameters<typeof services.setPlayready>[2]['input'];

const createFairplay = os.drmConfigs.createFairplay.handler(
  async ({ input, context }) => (await setFairplay('create', context, input)).config,
);
const updateFairplay = os.drmConfigs.updateFairplay.handler(
  async ({ input, context }) => (await setFairplay('change', context, input)).config,
);
const createWidevine = os.drmConfigs.createWidevine.handler(
  async ({ input, context }) => (await setWidevine('create', context, input)).config,
);
const updateWidevine = os.drmConfigs.updateWidevine.handler(
  async ({ input, context }) => (await setWidevine('change', context, input)).config,
);
const setWidevineHdcp = os.drmConfigs.setWidevineHdcp.handler(async ({ input, context }) => {
  const { config } = await change(context, input.id, (tx, permit) =>
    services.setWidevineHdcp(tx, permit, input.hdcp),
  );
  return config;
});
const createPlayready = os.drmConfigs.createPlayready.handler(async ({ input, context }) => {
  const { made, config } = await setPlayready('create', context, input);
  return { ...config, secret: made };
});
const updatePlayready = os.drmConfigs.updatePlayready.handler(
  async ({ input, context }) => (await setPlayready('change', context, input)).config,
);

const setMediaService = os.drmConfigs.setMediaService.handler(async ({ input, context }) => {
  const { config } = await change(context, input.id, (tx, permit) =>
    setHost(tx, permit, input.hostname),
  );
  return config;
});

async function removeService(context: RequestContext, id: string, service: DrmService) {
  const permit = permitAdminWrites(await requireConfig(context, id));
  await write(context, permit, (tx) => services.removeService(tx, permit, service));
}
const deleteFairplay = os.drmConfigs.deleteFairplay.handler(({ input, context }) =>
  removeService(context, input.id, 'fairplay'),
);
const deleteWidevine = os.drmConfigs.deleteWidevine.handler(({ input, context }) =>
  removeService(context, input.id, 'widevine'),
);
const deletePlayready = os.drmConfigs.deletePlayready.handler(({ input, context }) =>
  removeService(context, input.id, 'playready'),
);

type ChangeChannels = typeof activateChannels;

async function setChannels(context: RequestContext, ids: string[], act: ChangeChannels) {
  const permit = permitAdminWrites(await requireTeam(context));
  await write(context, permit, (tx) => act(tx, permit, ids));
  const { lang } = context;
  const channels = await listPlaybackChannels(context.app.db, permit.team, { lang });
  const chosen = new Set(ids.map((id) => id.toLowerCase()));
  return { data: channels.filter(({ id }) => chosen.has(id)) };
}

const activate = os.drmConfigs.activate.handler(({ input, context }) =>
  setChannels(context, input.playbackChannelIds, activateChannels),
);
const deactivate = os.drmConfigs.deactivate.handler(({ input, context }) =>
  setChannels(context, input.playbackChannelIds, deactivateChannels),
);

const listKeys = os.drmConfigs.listKeys.handler(async ({ input, context }) => {
  const team = await requireConfig(context, input.id);
  return { data: await listJwtKeys(context.app.db, team) };
});

const createKey = os.drmConfigs.createKey.handler(async ({ input, context }) => {
  const permit = permitAdminWrites(await requireConfig(context, input.id));
  return write(context, permit, (tx) => createJwtKey(tx, permit, input));
});

const deleteKey = os.drmConfigs.deleteKey.handler(async ({ input, context }) => {
  const permit = permitAdminWrites(await requireConfig(context, input.id));
  await write(context, permit, (tx) => deleteJwtKey(tx, permit, input.keyId));
});

export const drmConfigsRoutes = {
  list,
  create,
  createFairplay,
  updateFairplay,
  deleteFairplay,
  createWidevine,
  updateWidevine,
  setWidevineHdcp,
  deleteWidevine,
  createPlayready,
  updatePlayready,
  deletePlayready,
  setMediaService,
  activate,
  deactivate,
  listKeys,
  createKey,
  deleteKey,
};

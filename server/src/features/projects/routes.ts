import { toPagedList } from '@kinora/contract/lists';
import type { Project } from '@kinora/contract/projects';
import { getStreamFolder } from '@kinora/manifests/addresses';
import type { Db, Tx } from '../../base/db.ts';
import { newKey } from '../../base/ids.ts';
import { invalidField, notFound } from '../../base/errors.ts';
import { requireTeam, type RequestContext } from '../../base/request.ts';
import { os } from '../../base/routes.ts';
import { write } from '../../base/write.ts';
import { getFirstPresetId } from '../presets/queries.ts';
import { getTeamDefaultRuleId } from '../geoblock-rules/queries.ts';
import { getPrimaryChannelId } from '../playback-channels/queries.ts';
import { openViewerUrls } from '../playback-channels/rules.ts';
import { createProject, updateProject } from './actions.ts';
import { addChannels, removeChannels, setPrimaryChannel } from './actions/channels.ts';
import { requireAction, requireProjectCreation, type ProjectScope } from './policy.ts';
import {
  findProject,
  listActiveKeyServers,
  listProjects,
  requireProject,
  type ProjectRow,
} from './queries.ts';
import { nameChoices } from './queries/choices.ts';
import { getCoverParts } from '../revisions/parts.ts';
import { DEFAULT_HOSTING, KEY_SUFFIX_LENGTH, createProjectKey } from './rules.ts';

/** Covers that a project shows, of its newest videos that have one. */
const MAX_COVERS = 4;

async function addCovers(
  context: RequestContext,
  db: Db | Tx,
  rows: readonly ProjectRow[],
): Promise<Project[]> {
  const recent = rows.flatMap((row) => row.recentRevisions);
  const covers = await getCoverParts(db, recent);
  const toViewerUrl = openViewerUrls(context.app.config, new Date());
  return rows.map(({ playbackDomain, recentRevisions, ...row }) => {
    const own = recentRevisions.flatMap((key) => covers.get(key) ?? []).slice(0, MAX_COVERS);
    return {
      ...row,
      covers: own.map(({ videoKey, width, ...stream }) => {
        const folder = getStreamFolder(stream);
        const cover = { kind: 'revisionCover', videoKey, folder, width } as const;
        return toViewerUrl(playbackDomain, cover);
      }),
      ...nameChoices(row, context.lang),
    };
  });
}

async function getProject(context: RequestContext, db: Db | Tx, scope: ProjectScope) {
  const row = await findProject(db, scope);
  const [found] = await addCovers(context, db, row ? [row] : []);
  if (!found) throw notFound('project');
  return found;
}

const list = os.projects.list.handler(async ({ input, context }) => {
  const team = await requireTeam(context);
  const { db } = context.app;
  const { rows, total } = await listProjects(db, team, input);
  return toPagedList(await addCovers(context, db, rows), total, input);
});

const get = os.projects.get.handler(async ({ input, context }) =>
  getProject(context, context.app.db, await requireProject(context, input.key)),
);

const create = os.projects.create.handler(async ({ input, context }) => {
  const team = await requireTeam(context);
  requireProjectCreation(team);
  if (input.hosting !== undefined && input.hosting !== DEFAULT_HOSTING) {
    throw invalidField('hosting', 'unknown', 'There is no such storage');
  }
  return write(context, team, async (tx) => {
    const scope = await createProject(tx, team, {
      key: createProjectKey(input.key, newKey(KEY_SUFFIX_LENGTH)),
      name: input.name,
      description: input.description ?? '',
      hosting: DEFAULT_HOSTING,
      presetId: input.presetId ?? (await getFirstPresetId(tx, team)),
      geoblockRuleId: input.geoblockRuleId ?? (await getTeamDefaultRuleId(tx, team)),
      channelId: await getPrimaryChannelId(tx, team),
    });
    return getProject(context, tx, scope);
  });
});

const update = os.projects.update.handler(async ({ input: { key, ...change }, context }) => {
  const scope = await requireProject(context, key);
  return write(context, scope, async (tx) => {
    await updateProject(tx, scope, change);
    return getProject(context, tx, scope);
  });
});

async function changeChannels(
  context: RequestContext,
  key: string,
  act: (tx: Tx, scope: ProjectScope) => Promise<void>,
) {
  const scope = await requireProject(context, key);
  return write(context, scope, async (tx) => {
    await act(tx, scope);
    return getProject(context, tx, scope);
  });
}

const addProjectChannels = os.projects.addChannels.handler(({ input, context }) =>
  changeChannels(context, input.key, (tx, scope) =>
    addChannels(tx, scope, input.playbackChannelIds),
  ),
);

const removeProjectChannels = os.projects.removeChannels.handler(({ input, context }) =>
  changeChannels(context, input.key, (tx, scope) =>
    removeChannels(tx, scope, input.playbackChannelIds),
  ),
);

const setProjectPrimary = os.projects.setPrimaryChannel.handler(({ input, context }) =>
  changeChannels(context, input.key, (tx, scope) =>
    setPrimaryChannel(tx, scope, input.playbackChannelId),
  ),
);

const listProjectKeyServers = os.projects.keyServers.handler(async ({ input, context }) => {
  const scope = await requireProject(context, input.key);
  requireAction(scope, 'updateProject');
  return { data: await listActiveKeyServers(context.app.db, scope) };
});

const hostings = os.projects.hostings.handler(async ({ context }) => {
  await requireTeam(context);
  const kind = context.app.config.storageUrl.startsWith('s3:') ? 's3' : 'folder';
  return { data: [{ id: DEFAULT_HOSTING, kind } as const] };
});

export const projectsRoutes = {
  list,
  get,
  create,
  update,
  addChannels: addProjectChannels,
  removeChannels: removeProjectChannels,
  setPrimaryChannel: setProjectPrimary,
  keyServers: listProjectKeyServers,
  hostings,
};

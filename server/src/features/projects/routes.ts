import type { Project } from '@kinora/contract/projects';
import { streamPrefix } from '@kinora/contract/stream';
import type { Db, Tx } from '../../base/db.ts';
import { newKey } from '../../base/ids.ts';
import { invalidField, notFound } from '../../base/errors.ts';
import { requireTeam, type RequestContext, type TeamScope } from '../../base/request.ts';
import { os } from '../../base/routes.ts';
import { firstPresetId, isPresetOf } from '../presets/queries.ts';
import { presetName } from '../presets/rules/names.ts';
import { geoblockRule, teamDefaultRuleId } from '../geoblock-rules/queries.ts';
import { ruleName } from '../geoblock-rules/rules.ts';
import { primaryChannelId } from '../playback-channels/queries.ts';
import { playbackOrigin } from '../playback-channels/rules.ts';
import { createProject, updateProject } from './actions.ts';
import { requireProjectCreation, type ProjectScope } from './policy.ts';
import { memberships, project, projects, requireProject, type ProjectRow } from './queries.ts';
import { defaultHosting, keySuffixLength, projectKey } from './rules.ts';

function withCovers(context: RequestContext, row: ProjectRow): Project {
  const { playbackDomain, ...rest } = row;
  const origin = playbackOrigin(context.app.config.edgeUrl, playbackDomain);
  const covers = row.covers.map(
    ({ width, ...place }) => `${origin}/${streamPrefix(place)}cover-${width}.jpg`,
  );
  const { preset, geoblockRule: rule } = row;
  return {
    ...rest,
    covers,
    preset: { id: preset.id, name: presetName(preset, context.lang) },
    geoblockRule: { id: rule.id, name: ruleName(rule, context.lang) },
  };
}

async function answer(context: RequestContext, db: Db | Tx, scope: ProjectScope) {
  const row = await project(db, scope);
  if (!row) throw notFound('project');
  return withCovers(context, row);
}

async function checkChoices(
  tx: Tx,
  team: TeamScope,
  input: { presetId?: string | undefined; geoblockRuleId?: string | undefined },
) {
  if (input.presetId !== undefined && !(await isPresetOf(tx, team, input.presetId))) {
    throw invalidField('presetId', 'unknown', 'There is no such preset');
  }
  if (input.geoblockRuleId !== undefined && !(await geoblockRule(tx, team, input.geoblockRuleId))) {
    throw invalidField('geoblockRuleId', 'unknown', 'There is no such rule');
  }
}

const list = os.projects.list.handler(async ({ input, context }) => {
  const { rows, total } = await projects(context.app.db, await requireTeam(context), input);
  return {
    data: rows.map((row) => withCovers(context, row)),
    total,
    currentPage: input.page,
    lastPage: Math.max(1, Math.ceil(total / input.limit)),
    perPage: input.limit,
  };
});

const get = os.projects.get.handler(async ({ input, context }) =>
  answer(context, context.app.db, await requireProject(context, input.key)),
);

const create = os.projects.create.handler(async ({ input, context }) => {
  const team = await requireTeam(context);
  requireProjectCreation(team);
  if (input.hosting !== undefined && input.hosting !== defaultHosting) {
    throw invalidField('hosting', 'unknown', 'There is no such storage');
  }
  return context.app.db.transaction().execute(async (tx) => {
    await checkChoices(tx, team, input);
    const scope = await createProject(tx, team, {
      key: projectKey(input.key, newKey(keySuffixLength)),
      name: input.name,
      description: input.description ?? '',
      hosting: defaultHosting,
      presetId: input.presetId ?? (await firstPresetId(tx, team)),
      geoblockRuleId: input.geoblockRuleId ?? (await teamDefaultRuleId(tx, team)),
      channelId: await primaryChannelId(tx, team),
    });
    return answer(context, tx, scope);
  });
});

const update = os.projects.update.handler(async ({ input, context }) => {
  const scope = await requireProject(context, input.key);
  return context.app.db.transaction().execute(async (tx) => {
    await checkChoices(tx, scope.team, input);
    await updateProject(tx, scope, input);
    return answer(context, tx, scope);
  });
});

const listMemberships = os.projects.memberships.handler(async ({ input, context }) => ({
  data: await memberships(context.app.db, await requireProject(context, input.key)),
}));

const hostings = os.projects.hostings.handler(async ({ context }) => {
  await requireTeam(context);
  const kind = context.app.config.storageUrl.startsWith('s3:') ? 's3' : 'folder';
  return { data: [{ id: defaultHosting, kind } as const] };
});

export const projectsRoutes = {
  list,
  get,
  create,
  update,
  memberships: listMemberships,
  hostings,
};

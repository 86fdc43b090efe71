import en from '@kinora/i18n/en/videos' with { type: 'json' };
import th from '@kinora/i18n/th/videos' with { type: 'json' };
import type { Video } from '@kinora/contract/videos/video';
import { lockChoice } from '../../base/chosen-rows.ts';
import type { Db, Tx } from '../../base/db.ts';
import { invalidField, notFound } from '../../base/errors.ts';
import { createPageToken, readPageToken } from '../../base/page-tokens.ts';
import { requireTeam, type RequestContext, type TeamScope } from '../../base/request.ts';
import { os } from '../../base/routes.ts';
import { write } from '../../base/write.ts';
import type { GeoblockPolicyInput } from '@kinora/contract/geoblock-rules';
import { openViewerLicences, openViewerUrls } from '../playback-channels/rules.ts';
import { requireAction, type ProjectScope } from '../projects/policy.ts';
import { findProject, findProjectScope, requireProject } from '../projects/queries.ts';
import { requireDeletedVideo, requireVideo } from '../projects/queries/visible-videos.ts';
import { createVideos, updateVideo } from './actions.ts';
import { deleteVideos, restoreVideos } from './actions/recycle.ts';
import { addSummaryParts, addVideoParts } from './parts.ts';
import { listCreators, listTagsInUse, listVideosByKey } from './queries/detail.ts';
import { getVideoPage, type ListPlace } from './queries/list.ts';
import { nameSort, toSort, type Sort } from './queries/sorts.ts';
import { requireSpan } from './rules/date-span.ts';
import { toVideo, toVideoSummary, type Surroundings } from './rules/to-video.ts';

function createSurroundings({ app, lang }: RequestContext, team: TeamScope): Surroundings {
  const now = new Date();
  return {
    team,
    edgeUrl: app.config.edgeUrl,
    toViewerUrl: openViewerUrls(app.config, now),
    toViewerLicence: openViewerLicences(app.config, now),
    now,
    lang,
    publishedDateLabel: (lang === 'en' ? en : th).fields.publishedDate,
  };
}

/** The project that a list is narrowed to; undefined when none is named. */
async function findProjectId(db: Db, team: TeamScope, key: string | undefined) {
  if (key === undefined) return undefined;
  const scope = await findProjectScope(db, team, key);
  if (!scope) throw notFound('project');
  return scope.projectId;
}

const list = os.videos.list.handler(async ({ input, context }) => {
  const team = await requireTeam(context);
  const { db } = context.app;
  const { projectKey, limit, next, previous, sort: by, order, ...filter } = input;
  requireSpan(filter);
  const projectId = await findProjectId(db, team, projectKey);
  const sort = toSort({ sort: by, order, q: filter.q });
  const page = await getVideoPage(
    db,
    team,
    { ...filter, projectId },
    {
      limit,
      sort,
      next: readPlace(context, sort, 'next', next),
      previous: readPlace(context, sort, 'previous', previous),
    },
  );
  const around = createSurroundings(context, team);
  const [summaries, total] = await Promise.all([addSummaryParts(db, page.rows), page.total]);
  const { secretKey } = context.app.config.secrets;
  const toToken = (place: ListPlace | null) =>
    place && createPageToken(secretKey, nameSort(sort), toTokenParts(place));
  return {
    data: summaries.map((row) => toVideoSummary(row, around)),
    ...total,
    offset: page.offset,
    next: toToken(page.next),
    previous: toToken(page.previous),
  };
});

const toTokenParts = ({ offset, value, key, rank }: ListPlace) => [
  String(offset),
  value,
  key,
  ...(rank === null ? [] : [String(rank)]),
];

/** Tokens of another sort are not of this list. */
function readPlace(
  context: RequestContext,
  sort: Sort,
  field: 'next' | 'previous',
  token: string | undefined,
): ListPlace | undefined {
  if (token === undefined) return undefined;
  const { secretKey } = context.app.config.secrets;
  const [offset, value, key, rank] = readPageToken(secretKey, nameSort(sort), token) ?? [];
  if (offset === undefined || value === undefined || key === undefined) {
    throw invalidField(field, 'invalid_value', 'Not a token of this list');
  }
  return { offset: Number(offset), value, key, rank: rank === undefined ? null : Number(rank) };
}

async function readVideos(
  context: RequestContext,
  db: Db | Tx,
  team: TeamScope,
  keys: readonly string[],
): Promise<Video[]> {
  const around = createSurroundings(context, team);
  const rows = await addVideoParts(db, await listVideosByKey(db, team, keys));
  return rows.map((row) => toVideo(row, around));
}

async function readVideo(context: RequestContext, db: Db | Tx, team: TeamScope, key: string) {
  const [found] = await readVideos(context, db, team, [key]);
  if (!found) throw notFound('video');
  return found;
}

const get = os.videos.get.handler(async ({ input, context }) =>
  readVideo(context, context.app.db, await requireTeam(context), input.id),
);

const create = os.videos.create.handler(async ({ input, context }) => {
  const scope = await requireProject(context, input.projectKey);
  requireAction(scope, 'upload');
  return write(context, scope, async (tx) => {
    const choices = await requireChoices(tx, scope, input);
    const keys = await createVideos(tx, scope, {
      ...choices,
      videos: input.videos.map((item) => ({ ...item, tags: item.tags ?? [] })),
    });
    return readVideos(context, tx, scope.team, keys);
  });
});

/** The named preset and rule must be the team's; the project's preset stands in for none. */
async function requireChoices(
  tx: Tx,
  scope: ProjectScope,
  input: {
    presetId?: string | null | undefined;
    overlayPresetId?: string | null | undefined;
    geoblockPolicy?: GeoblockPolicyInput | null | undefined;
  },
) {
  const found = await findProject(tx, scope);
  if (!found) throw notFound('project');
  const presetId = input.presetId ?? found.presetId;
  if (!(await lockChoice(tx, 'presets', scope.team, presetId))) {
    throw invalidField('presetId', 'unknown', 'There is no such preset');
  }
  const overlayPresetId = input.overlayPresetId ?? null;
  if (
    overlayPresetId !== null &&
    !(await lockChoice(tx, 'overlay_presets', scope.team, overlayPresetId))
  ) {
    throw invalidField('overlayPresetId', 'unknown', 'There is no such overlay preset');
  }
  const geoblock = input.geoblockPolicy ?? { type: 'none' as const };
  await checkRule(tx, scope.team, geoblock);
  return { presetId, overlayPresetId, geoblock };
}

async function checkRule(tx: Tx, team: TeamScope, policy: GeoblockPolicyInput) {
  if (
    policy.type === 'existingRule' &&
    !(await lockChoice(tx, 'geoblock_rules', team, policy.ruleId))
  )
    throw invalidField('geoblockPolicy.ruleId', 'unknown', 'There is no such rule');
}

const update = os.videos.update.handler(async ({ input, context }) => {
  const scope = await requireVideo(context, input.id);
  const published = input.additionalVideoMetaData?.fields.find(
    (field) => field.fieldName === 'publishedDate',
  );
  return write(context, scope, async (tx) => {
    if (input.geoblockPolicy) await checkRule(tx, scope.team, input.geoblockPolicy);
    await updateVideo(tx, scope, input.id, {
      title: input.title,
      description: input.description,
      tags: input.tags,
      publishedDate: published?.value,
      geoblockPolicy: input.geoblockPolicy,
    });
    return readVideo(context, tx, scope.team, input.id);
  });
});

const remove = os.videos.delete.handler(async ({ input, context }) => {
  const scope = await requireVideo(context, input.id);
  await write(context, scope, (tx) => deleteVideos(tx, scope, [input.id], new Date()));
});

const tags = os.videos.tags.handler(async ({ input, context }) => {
  const team = await requireTeam(context);
  const projectId = await findProjectId(context.app.db, team, input.projectKey);
  const { q, limit } = input;
  return { data: await listTagsInUse(context.app.db, team, { projectId, q, limit }) };
});

const restore = os.videos.restore.handler(async ({ input: { videoKey }, context }) => {
  const scope = await requireDeletedVideo(context, videoKey);
  return write(context, scope, async (tx) => {
    await restoreVideos(tx, scope, [videoKey]);
    return readVideo(context, tx, scope.team, videoKey);
  });
});

const creators = os.videos.creators.handler(async ({ input, context }) => {
  const team = await requireTeam(context);
  const projectId = await findProjectId(context.app.db, team, input.projectKey);
  const { q, limit } = input;
  return { data: await listCreators(context.app.db, team, { projectId, q, limit }) };
});

export const videosRoutes = { list, get, create, update, delete: remove, restore, tags, creators };

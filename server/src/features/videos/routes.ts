import { lockReference } from '../../base/referenced-rows.ts';
import type { Db, Tx } from '../../base/db.ts';
import { invalidField, notFound } from '../../base/errors.ts';
import { createPageToken, readPageToken } from '../../base/page-tokens.ts';
import {
  requireTeam,
  type RequestContext,
  type SenderScope,
  type TeamScope,
} from '../../base/request.ts';
import { os } from '../../base/routes.ts';
import { write } from '../../base/write.ts';
import type { ProjectScope } from '../projects/policy.ts';
import { findProject, findProjectScope, requireSendingProject } from '../projects/queries.ts';
import { requireDeletedVideo, requireVideo } from '../projects/queries/visible-videos.ts';
import { createVideos, updateVideo } from './actions.ts';
import { deleteVideos, restoreVideos } from './actions/recycle.ts';
import { readSummaries, readVideos } from './queries/answers.ts';
import { listCreators, listTagsInUse } from './queries/detail.ts';
import { findMatches } from './queries/matches.ts';
import { getVideoPage, type ListPlace } from './queries/list.ts';
import { nameSort, toSort, type Sort } from './queries/sorts.ts';
import { requireSpan } from './rules/date-span.ts';
import { createPresenterContext, type PresenterContext } from './rules/to-video.ts';

function createContext({ app, lang }: RequestContext): PresenterContext {
  return createPresenterContext(app.config, lang, new Date());
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
  const [summaries, total] = await Promise.all([
    readSummaries(db, team, page.rows, createContext(context)),
    page.total,
  ]);
  const { secretKey } = context.app.config.secrets;
  const toToken = (place: ListPlace | null) =>
    place && createPageToken(secretKey, nameSort(sort), toTokenParts(place));
  return {
    data: summaries,
    ...total,
    offset: page.offset,
    next: toToken(page.next),
    previous: toToken(page.previous),
  };
});

const match = os.videos.match.handler(async ({ input, context }) => {
  const team = await requireTeam(context);
  const { db } = context.app;
  const { rows, isWhole } = await findMatches(db, team, input);
  return { data: await readSummaries(db, team, rows, createContext(context)), isWhole };
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

async function readVideo(context: RequestContext, db: Db | Tx, team: TeamScope, key: string) {
  const [found] = await readVideos(db, team, [key], createContext(context));
  if (!found) throw notFound('video');
  return found;
}

const get = os.videos.get.handler(async ({ input, context }) =>
  readVideo(context, context.app.db, await requireTeam(context), input.id),
);

const create = os.videos.create.handler(async ({ input, context }) => {
  const scope = await requireSendingProject(context, input.projectKey);
  return write(context, scope, async (tx) => {
    const { presetId, overlayPresetId } = await requireChoices(tx, scope, input);
    const keys = await createVideos(tx, scope, {
      presetId,
      overlayPresetId,
      geoblockPolicy: input.geoblockPolicy ?? undefined,
      videos: input.videos.map((item) => ({ ...item, tags: item.tags ?? [] })),
    });
    return readVideos(tx, scope.team, keys, createContext(context));
  });
});

/** A named preset and overlay must be the team's; without one, the project's preset is used. */
async function requireChoices(
  tx: Tx,
  scope: ProjectScope<SenderScope>,
  input: { presetId?: string | null | undefined; overlayPresetId?: string | null | undefined },
) {
  const found = await findProject(tx, scope);
  if (!found) throw notFound('project');
  const presetId = input.presetId ?? found.presetId;
  if (!(await lockReference(tx, 'presets', scope.team, presetId))) {
    throw invalidField('presetId', 'unknown', 'There is no such preset');
  }
  const overlayPresetId = input.overlayPresetId ?? null;
  if (
    overlayPresetId !== null &&
    !(await lockReference(tx, 'overlay_presets', scope.team, overlayPresetId))
  ) {
    throw invalidField('overlayPresetId', 'unknown', 'There is no such overlay preset');
  }
  return { presetId, overlayPresetId };
}

const update = os.videos.update.handler(async ({ input: { id, ...change }, context }) => {
  const scope = await requireVideo(context, id);
  return write(context, scope, async (tx) => {
    await updateVideo(tx, scope, id, change);
    return readVideo(context, tx, scope.team, id);
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

export const videosRoutes = {
  list,
  match,
  get,
  create,
  update,
  delete: remove,
  restore,
  tags,
  creators,
};

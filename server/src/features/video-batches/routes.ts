import type { BatchVideos } from '@kinora/contract/video-batches';
import { AppError, notFound } from '../../base/errors.ts';
import type { Db, Tx } from '../../base/db.ts';
import { requireTeam, type TeamScope } from '../../base/request.ts';
import { os } from '../../base/routes.ts';
import { write } from '../../base/write.ts';
import { requireAction } from '../projects/policy.ts';
import { findProjectScope } from '../projects/queries.ts';
import { requireSpan } from '../videos/rules/date-span.ts';
import { createBatch, undoBatch, type Chosen } from './actions.ts';
import { findBatch, listBatches } from './queries.ts';
import { type BatchKind, toVideoBatch } from './rules.ts';

async function requireScope(db: Db | Tx, team: TeamScope, key: string) {
  const scope = await findProjectScope(db, team, key);
  if (!scope) throw notFound('project');
  return scope;
}

async function readBatch(db: Db | Tx, team: TeamScope, id: string) {
  const row = await findBatch(db, team, id);
  if (!row) throw notFound('videoBatch');
  return toVideoBatch(row);
}

const create = os.videoBatches.create.handler(async ({ input: { action, videos }, context }) => {
  const team = await requireTeam(context);
  return write(context, team, async (tx) => {
    let projectId: string | null = null;
    if (action.type === 'move') {
      const to = await requireScope(tx, team, action.projectKey);
      requireAction(to, 'updateVideo');
      ({ projectId } = to);
    }
    const input = { action: action.type, tags: 'tags' in action ? action.tags : [] };
    const chosen = await choose(tx, team, action.type, videos);
    const id = await createBatch(tx, team, { input, projectId }, chosen);
    return readBatch(tx, team, id);
  });
});

/**
 * Checks that the caller may see the project of the filter. Only encrypted videos have keys to rotate, so
 * that action selects just these.
 */
async function choose(
  tx: Tx,
  team: TeamScope,
  action: BatchKind,
  videos: BatchVideos,
): Promise<Chosen> {
  if ('keys' in videos) return videos;
  const { projectKey, ...filter } = videos.filter;
  requireSpan(filter);
  const projectId =
    projectKey === undefined ? undefined : (await requireScope(tx, team, projectKey)).projectId;
  const encryption = action === 'rotateKeys' ? 'encrypted' : filter.encryption;
  return { filter: { ...filter, projectId, encryption } };
}

const list = os.videoBatches.list.handler(async ({ context }) => {
  const team = await requireTeam(context);
  return { data: (await listBatches(context.app.db, team)).map(toVideoBatch) };
});

const get = os.videoBatches.get.handler(async ({ input, context }) =>
  readBatch(context.app.db, await requireTeam(context), input.id),
);

const undo = os.videoBatches.undo.handler(async ({ input: { batchId }, context }) => {
  const team = await requireTeam(context);
  return write(context, team, async (tx) => {
    const found = await findBatch(tx, team, batchId);
    if (!found?.isOwn) throw notFound('videoBatch');
    const id = found.isUndoable ? await undoBatch(tx, team, batchId) : null;
    if (id === null) throw new AppError('nothing_to_undo');
    return readBatch(tx, team, id);
  });
});

export const videoBatchesRoutes = { create, list, get, undo };

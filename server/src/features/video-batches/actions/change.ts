import type { Tx } from '../../../base/db.ts';
import type { TeamScope } from '../../../base/request.ts';
import type { ProjectScope } from '../../projects/policy.ts';
import { packageAnew } from '../../drm/actions/drm-model.ts';
import { lockCurrentDrmState } from '../../drm/queries.ts';
import { findAnewProblem } from '../../drm/rules.ts';
import { findProjectScope } from '../../projects/queries.ts';
import { moveVideos } from '../../videos/actions/move.ts';
import { deleteVideos, restoreVideos } from '../../videos/actions/recycle.ts';
import { changeTags } from '../../videos/actions/tags.ts';
import { lockVideos, type LockedVideo } from '../../videos/queries/matching.ts';
import type { BatchKind, Outcome } from '../rules.ts';

export type Batch = {
  action: BatchKind;
  isUndo: boolean;
  tags: string[];
  /** Says where videos are moved to, or were by the batch that is taken back. */
  projectId: string | null;
};

/** Says what the batch that is taken back has changed of a video. */
export type Item = {
  key: string;
  tags: string[] | null;
  projectId: string | null;
  deletedAt: Date | null;
};

type Change = { tx: Tx; team: TeamScope; batch: Batch; outcomes: Map<string, Outcome> };
type Target = Item & LockedVideo & { item: Item };

/**
 * Changes some videos as the maker of a batch may. What he may not change is left as it is.
 *
 * @returns what became of each
 */
export async function changeItems(
  tx: Tx,
  team: TeamScope | null,
  batch: Batch,
  items: readonly Item[],
): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>(
    items.map(({ key }) => [key, { failure: 'not_found' as const }]),
  );
  if (!team) return outcomes;
  const keys = items.map(({ key }) => key);
  const locked = await lockVideos(tx, team, keys);
  const isDeleted = batch.isUndo && batch.action === 'delete';
  const targets: Target[] = [];
  for (const item of items) {
    const video = locked.get(item.key);
    if (!video || (video.deletedAt !== null && !isDeleted)) continue;
    if (video.scope.actions.updateVideo) targets.push({ ...item, ...video, item });
    else outcomes.set(item.key, { failure: 'forbidden' });
  }
  await CHANGES[batch.action]({ tx, team, batch, outcomes }, targets);
  return outcomes;
}

const CHANGES: Record<BatchKind, (change: Change, targets: Target[]) => Promise<void>> = {
  addTags: (change, targets) => changeTagsOf(change, targets, !change.batch.isUndo),
  removeTags: (change, targets) => changeTagsOf(change, targets, change.batch.isUndo),
  move: moveAll,
  delete: (change, targets) =>
    change.batch.isUndo ? restoreAll(change, targets) : deleteAll(change, targets),
  packageAnew: packageAll,
};

function byProject(targets: readonly Target[]): { scope: ProjectScope; own: Target[] }[] {
  const groups = Map.groupBy(targets, ({ scope }) => scope.projectId);
  return [...groups.values()].flatMap((own) => (own[0] ? [{ scope: own[0].scope, own }] : []));
}

async function changeTagsOf(
  { tx, batch, outcomes }: Change,
  targets: Target[],
  adds: boolean,
): Promise<void> {
  for (const { scope, own } of byProject(targets)) {
    const changes = own.map(({ key, item }) => {
      const tags = item.tags ?? batch.tags;
      return [key, adds ? { add: tags, remove: [] } : { add: [], remove: tags }] as const;
    });
    for (const [key, tags] of await changeTags(tx, scope, new Map(changes))) {
      if (tags === null) outcomes.set(key, { failure: 'too_many_tags' });
      else outcomes.set(key, tags.length > 0 ? { tags } : {});
    }
  }
}

async function moveAll({ tx, team, batch, outcomes }: Change, targets: Target[]): Promise<void> {
  for (const { scope, own } of byProject(targets)) {
    const wanted = Map.groupBy(own, ({ item }) => item.projectId ?? batch.projectId ?? '');
    for (const [projectId, some] of wanted) {
      const to = await findProjectScope(tx, team, projectId);
      const isElsewhere = batch.isUndo && scope.projectId !== batch.projectId;
      if (isElsewhere) setAll(outcomes, some, { failure: 'changed_since' });
      else if (!to?.actions.updateVideo) setAll(outcomes, some, { failure: 'forbidden' });
      else if (to.projectId === scope.projectId) setAll(outcomes, some, {});
      else {
        setAll(outcomes, some, { failure: 'drm_not_set_up' });
        const { projectId: before } = scope;
        for (const key of await moveVideos(tx, scope, to, toKeys(some)))
          outcomes.set(key, { projectId: before });
      }
    }
  }
}

async function deleteAll({ tx, outcomes }: Change, targets: Target[]): Promise<void> {
  const deletedAt = new Date();
  for (const { scope, own } of byProject(targets)) {
    await deleteVideos(tx, scope, toKeys(own), deletedAt);
    setAll(outcomes, own, { deletedAt });
  }
}

async function restoreAll({ tx, outcomes }: Change, targets: Target[]): Promise<void> {
  const isSame = ({ item, deletedAt }: LockedVideo & { item: Item }) =>
    deletedAt?.getTime() === item.deletedAt?.getTime();
  for (const { scope, own } of byProject(targets)) {
    const same = own.filter(isSame);
    const restored = same.length === 0 ? [] : await restoreVideos(tx, scope, toKeys(same));
    setAll(outcomes, own, { failure: 'changed_since' });
    for (const key of restored) outcomes.set(key, {});
  }
}

async function packageAll({ tx, team, outcomes }: Change, targets: Target[]): Promise<void> {
  for (const { key, scope } of targets) {
    const found = await lockCurrentDrmState(tx, scope, key);
    const problem = found ? findAnewProblem(found) : 'video_not_ready';
    if (found && !problem) await packageAnew(tx, found, team.teamId);
    outcomes.set(key, problem ? { failure: problem } : {});
  }
}

const toKeys = (targets: readonly Target[]) => targets.map(({ key }) => key);

function setAll(
  outcomes: Map<string, Outcome>,
  targets: readonly Target[],
  outcome: Outcome,
): void {
  for (const { key } of targets) outcomes.set(key, outcome);
}

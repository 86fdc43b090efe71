import type { BatchFailureCode } from '@kinora/contract/video-batches';
import type { Tx } from '../../../base/db.ts';
import type { LongWork, Outcome, Outcomes } from '../../../base/long-work/kinds.ts';
import type { TeamScope } from '../../../base/request.ts';
import type { ProjectScope } from '../../projects/policy.ts';
import { rotateKeys } from '../../drm/actions/drm-model.ts';
import { lockCurrentDrmState } from '../../drm/queries.ts';
import { findRotationProblem } from '../../drm/rules.ts';
import { findProjectScope } from '../../projects/queries.ts';
import { findMember } from '../../team-members/queries.ts';
import { moveVideos } from '../../videos/actions/move.ts';
import { deleteVideos, restoreVideos } from '../../videos/actions/recycle.ts';
import { changeTags } from '../../videos/actions/tags.ts';
import { lockVideos, type LockedVideo } from '../../videos/queries/matching.ts';
import type { BatchInput, BatchKind, Changed } from '../rules.ts';

type Batch = LongWork<BatchInput>;
/** For an undo: the batch's change of a video; null for other batches. */
type Item = { key: string; input: Changed | null };
type Became = Outcome<Changed, BatchFailureCode>;

type Change = {
  tx: Tx;
  team: TeamScope;
  batch: Batch;
  isUndo: boolean;
  outcomes: Map<string, Became>;
};
type Target = LockedVideo & { before: Changed };

/** Changes some videos with the rights of the batch's maker; videos beyond them stay as they are. */
export function changeItems(
  tx: Tx,
  batch: Batch,
  items: readonly Item[],
): Promise<Outcomes<Changed>> {
  return makeItems(tx, { batch, isUndo: false }, items);
}

/** Takes back what a batch has changed of some videos, as its maker may. */
export function undoItems(
  tx: Tx,
  batch: Batch,
  items: readonly Item[],
): Promise<Outcomes<Changed>> {
  return makeItems(tx, { batch, isUndo: true }, items);
}

async function makeItems(
  tx: Tx,
  { batch, isUndo }: Pick<Change, 'batch' | 'isUndo'>,
  items: readonly Item[],
): Promise<Outcomes<Changed>> {
  const outcomes = new Map<string, Became>(items.map(({ key }) => [key, { failure: 'not_found' }]));
  const team = await findMember(tx, batch.teamId, batch.accountId);
  if (!team) return outcomes;
  const keys = items.map(({ key }) => key);
  const locked = await lockVideos(tx, team, keys);
  const { action } = batch.input;
  const isDeleted = isUndo && action === 'delete';
  const targets: Target[] = [];
  for (const { key, input } of items) {
    const video = locked.get(key);
    if (!video || (video.deletedAt !== null && !isDeleted)) continue;
    if (video.scope.actions.updateVideo) targets.push({ ...video, before: input ?? {} });
    else outcomes.set(key, { failure: 'forbidden' });
  }
  await CHANGES[action]({ tx, team, batch, isUndo, outcomes }, targets);
  return outcomes;
}

const CHANGES: Record<BatchKind, (change: Change, targets: Target[]) => Promise<void>> = {
  addTags: (change, targets) => changeTagsOf(change, targets, !change.isUndo),
  removeTags: (change, targets) => changeTagsOf(change, targets, change.isUndo),
  move: moveAll,
  delete: (change, targets) =>
    change.isUndo ? restoreAll(change, targets) : deleteAll(change, targets),
  rotateKeys: packageAll,
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
    const changes = own.map(({ key, before }) => {
      const tags = before.tags ?? batch.input.tags;
      return [key, adds ? { add: tags, remove: [] } : { add: [], remove: tags }] as const;
    });
    for (const [key, tags] of await changeTags(tx, scope, new Map(changes))) {
      if (tags === null) outcomes.set(key, { failure: 'too_many_tags' });
      else outcomes.set(key, tags.length > 0 ? { changed: { tags } } : {});
    }
  }
}

async function moveAll(
  { tx, team, batch, isUndo, outcomes }: Change,
  targets: Target[],
): Promise<void> {
  for (const { scope, own } of byProject(targets)) {
    const wanted = Map.groupBy(own, ({ before }) => before.projectId ?? batch.projectId ?? '');
    for (const [projectId, some] of wanted) {
      const to = await findProjectScope(tx, team, projectId);
      const isElsewhere = isUndo && scope.projectId !== batch.projectId;
      if (isElsewhere) setAll(outcomes, some, { failure: 'changed_since' });
      else if (!to?.actions.updateVideo) setAll(outcomes, some, { failure: 'forbidden' });
      else if (to.projectId === scope.projectId) setAll(outcomes, some, {});
      else {
        setAll(outcomes, some, { failure: 'drm_not_set_up' });
        const { projectId } = scope;
        for (const key of await moveVideos(tx, scope, to, toKeys(some)))
          outcomes.set(key, { changed: { projectId } });
      }
    }
  }
}

async function deleteAll({ tx, outcomes }: Change, targets: Target[]): Promise<void> {
  const deletedAt = new Date();
  for (const { scope, own } of byProject(targets)) {
    await deleteVideos(tx, scope, toKeys(own), deletedAt);
    setAll(outcomes, own, { changed: { deletedAt } });
  }
}

async function restoreAll({ tx, outcomes }: Change, targets: Target[]): Promise<void> {
  const isSame = ({ before, deletedAt }: Target) =>
    deletedAt?.getTime() === before.deletedAt?.getTime();
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
    const problem = found ? findRotationProblem(found) : 'video_not_ready';
    if (found && !problem) await rotateKeys(tx, found, team.teamId);
    outcomes.set(key, problem ? { failure: problem } : {});
  }
}

const toKeys = (targets: readonly Target[]) => targets.map(({ key }) => key);

function setAll(outcomes: Map<string, Became>, targets: readonly Target[], outcome: Became): void {
  for (const { key } of targets) outcomes.set(key, outcome);
}

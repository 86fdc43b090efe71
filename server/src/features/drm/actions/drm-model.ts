import type { DrmModel } from '@kinora/contract/drm';
import { diff } from '../../../base/changes.ts';
import type { Tx } from '../../../base/db.ts';
import { AppError } from '../../../base/errors.ts';
import { announce } from '../../../base/events.ts';
import { requireMultiDrm } from '../../drm-configs/actions/channels.ts';
import { changeRevision } from '../../revisions/actions.ts';
import type { DrmState } from '../queries.ts';
import { findRotationProblem, isWhole, listSystems } from '../rules.ts';
import { keysRotated, protectionChosen } from '../events.ts';
import { queuePackaging } from './default-protection.ts';

/**
 * Begins a change of protection. Between protected models only the signalling changes, and no byte of the
 * media. While a stream waits for its first protection the choice may change at any time, and "none" releases
 * it to viewers as it is.
 *
 * @throws AppError drm_not_for_classic, drm_not_for_key_server; video_not_ready for any other incomplete
 *   stream; drm_not_set_up
 */
export async function changeDrmModel(
  tx: Tx,
  found: DrmState,
  { teamId, projectId, drmModel }: { teamId: string; projectId: string; drmModel: DrmModel },
): Promise<Omit<DrmState, 'stream'>> {
  const { revisionKey, stream } = found;
  if (typeof stream?.keyUri === 'string') throw new AppError('drm_not_for_key_server');
  if (stream?.deliveryModel === 'classic') throw new AppError('drm_not_for_classic');
  const isThere = isWhole(found);
  if (!stream || !(isThere || found.isWithheld)) throw new AppError('video_not_ready');
  if (drmModel === 'multiDrm') await requireMultiDrm(tx, { teamId, projectId });
  const changes = diff({ drmModel: found.target ?? found.drmModel }, { drmModel });
  await announce(tx, protectionChosen, { ...found.facts, changes });
  if (found.drmModel === drmModel) {
    await setTarget(tx, found, null, drmModel);
    return { ...found, target: null, hasFailed: false };
  }
  const signalled = stream.protection?.encryption;
  if (signalled?.method === 'cbcs' && drmModel !== 'none') {
    const encryption = { ...signalled, systems: listSystems(drmModel) };
    await changeRevision(tx, revisionKey, {
      drm_model: drmModel,
      drm_target: null,
      drm_failed: false,
      protection: { ...stream.protection, encryption },
    });
    return { ...found, drmModel, target: null, hasFailed: false };
  }
  await setTarget(tx, found, drmModel);
  if (isThere) await queuePackaging(tx, revisionKey, teamId);
  return { ...found, target: drmModel, hasFailed: false };
}

/**
 * Begins a packaging with a new key. The model stays, so that the target is the one that there is.
 *
 * @throws AppError stream_not_encrypted, video_not_ready
 */
export async function rotateKeys(
  tx: Tx,
  found: DrmState,
  teamId: string,
): Promise<Omit<DrmState, 'stream'>> {
  const problem = findRotationProblem(found);
  if (problem) throw new AppError(problem);
  const { revisionKey, drmModel, facts } = found;
  await announce(tx, keysRotated, facts);
  await setTarget(tx, found, drmModel, null);
  await queuePackaging(tx, revisionKey, teamId);
  return { ...found, target: drmModel, hasFailed: false };
}

/**
 * Leaves out unchanged columns that viewers see, so that nothing is published for them.
 *
 * @param wanted the model that a person chose, if any
 */
async function setTarget(
  tx: Tx,
  { revisionKey, hasFailed }: Pick<DrmState, 'revisionKey' | 'hasFailed'>,
  target: DrmModel | null,
  wanted: DrmModel | null = target,
): Promise<void> {
  await changeRevision(tx, revisionKey, {
    drm_target: target,
    drm_key_problem: null,
    ...(hasFailed ? { drm_failed: false } : {}),
    ...(wanted === 'none' ? { drm_required: false } : {}),
  });
}

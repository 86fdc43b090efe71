import { randomBytes } from 'node:crypto';
import { getTrackClass } from '@kinora/manifests/content-keys';
import { readPssh } from '@kinora/media/protect/packager-boxes';
import { openKeyReplacement } from '@kinora/media/protect/replace-cbcs';
import type { Context } from '../../../base/context.ts';
import type { Packaged, PackagingTask } from '../actions/packagings.ts';
import { listStreamKeys } from '../queries.ts';
import { listSystems } from '../rules.ts';
import { createKeys, findOldKey, nameAllKeys, type Pssh } from './stream-keys.ts';
import { replaceTracks } from './tracks.ts';

/**
 * Encrypts a protected stream with new keys, one for each class of its renditions.
 *
 * @throws WrongKeyError when a track is not encrypted with the key that is kept
 */
export async function replaceStreamKeys(
  context: Context,
  task: PackagingTask,
  signal: AbortSignal,
): Promise<Packaged> {
  const { db, config } = context;
  const { stream, target, packaging, number } = task;
  if (target === 'none') throw new Error('a stream in the clear has no keys');
  const before = await listStreamKeys(db, config.secrets.secretKey, stream.revisionKey, packaging);
  const keys = createKeys(stream.renditions);
  const iv = randomBytes(16);
  const pssh: Pssh = [];
  const made = await replaceTracks({ context, task, signal }, (rendition, init) => {
    const old = findOldKey(stream, before, rendition);
    const key = keys.get(getTrackClass(rendition));
    if (!old || !key) throw new Error(`${rendition.id} has no key`);
    const locking = { method: 'cbcs', init, before: old, after: { ...key, iv } } as const;
    const head = openKeyReplacement(init, locking).init(init);
    const keyId = key.keyId.toString('hex');
    const kind = 'segments' in rendition ? 'audio' : 'video';
    if (!pssh.some((one) => one.keyId === keyId))
      pssh.push(...readPssh(head).map((box) => ({ ...box, kind, keyId }) as const));
    return { init: nameAllKeys(head, keys), keys: locking, own: { keyId } };
  });
  const { video, audio } = made.renditions;
  return {
    replaces: packaging,
    packaging: number,
    drmModel: target,
    ...made,
    keys: [...keys].map(([kind, key]) => ({ kind, ...key })),
    encryption: {
      method: 'cbcs',
      iv: iv.toString('hex'),
      videoKeyId: video[0]?.keyId ?? null,
      audioKeyId: audio[0]?.keyId ?? null,
      systems: listSystems(target),
      pssh,
    },
  };
}

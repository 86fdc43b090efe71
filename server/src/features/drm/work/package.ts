import { getStreamPrefix } from '@kinora/contract/stream';
import type { Storage } from '@kinora/storage/storage';
import { defineWork } from '../../../base/jobs.ts';
import {
  beginPackaging,
  giveUpPackaging,
  type PackagingTask,
  recordPackaging,
  waitForKey,
} from '../actions/packagings.ts';
import { findKeyProblem } from '../../key-servers/actions/request-key.ts';
import { packageJob } from '../jobs.ts';
import { toPackagedId } from '../rules.ts';
import { packageStream } from './package-stream.ts';
import { replaceServerKey } from './replace-server-key.ts';
import { replaceStreamKeys } from './replace-stream-keys.ts';
import { sweepPackagings } from './sweep.ts';

export const packageWork = defineWork(packageJob, {
  handle: async (context, { revisionKey, keyTries = 0 }, { signal }) => {
    const { db, storage, config } = context;
    const task = await db.transaction().execute((tx) => beginPackaging(tx, revisionKey));
    // A run before this one may have been broken off.
    if (!task) return sweepPackagings(context, { revisionKey }, signal);
    const packaged = await findWay(task)(context, task, signal).catch(async (error: unknown) => {
      await discardPackaging(storage, task);
      signal.throwIfAborted();
      const problem = findKeyProblem(error);
      if (problem === null) throw error;
      await db.transaction().execute((tx) => waitForKey(tx, task, problem, keyTries + 1));
      return null;
    });
    if (!packaged) return;
    const isRecorded = await db
      .transaction()
      .execute((tx) => recordPackaging(tx, config.secrets.secretKey, task, packaged));
    // Another change has been requested since.
    if (!isRecorded) await discardPackaging(storage, task);
  },
  giveUp: async ({ db }, { revisionKey }) =>
    db.transaction().execute((tx) => giveUpPackaging(tx, revisionKey)),
});

/** Removes the bytes of a run whose result is not used. */
async function discardPackaging(storage: Storage, { stream, number }: PackagingTask) {
  const prefix = getStreamPrefix(stream);
  const { video, audio } = stream.renditions;
  for (const { id } of [...video, ...audio]) {
    await storage.deletePrefix(`${prefix}${toPackagedId(id, number)}/`);
  }
}

/** Replacing a key keeps the sizes and borders of segments, so all that is known of them stays true. */
function findWay({ stream, target }: PackagingTask) {
  if (stream.keyUri !== null) return replaceServerKey;
  const isEncrypted = Boolean(stream.protection?.encryption);
  return isEncrypted && target !== 'none' ? replaceStreamKeys : packageStream;
}

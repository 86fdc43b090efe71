import type { Context } from '../../base/context.ts';
import { defineWork } from '../../base/jobs.ts';
import { giveUpKey } from '../encoding/actions/give-up-key.ts';
import { recordKeyProblem, recordStreamKey } from '../encoding/actions/stream-key.ts';
import { findKeyRequest } from '../encoding/queries/key-request.ts';
import { findKeyProblem, requestKey } from './actions/request-key.ts';
import { requestKeyJob } from './jobs.ts';
import { findKeyServerAccess } from './queries.ts';

export const requestKeyWork = defineWork(requestKeyJob, {
  handle: async (context, { revisionKey }, { signal }) => {
    const { db, config } = context;
    const { secretKey } = config.secrets;
    const wanted = await findKeyRequest(db, revisionKey);
    if (!wanted) return;
    const { keyServerId } = wanted;
    const server =
      keyServerId === null ? null : await findKeyServerAccess(db, secretKey, wanted, keyServerId);
    // No other try would end otherwise.
    if (!server) return giveUp(context, revisionKey, 'no_server');
    try {
      const found = await requestKey(config, server, wanted.contentId, signal);
      await db.transaction().execute((tx) => recordStreamKey(tx, secretKey, revisionKey, found));
    } catch (error) {
      signal.throwIfAborted();
      const problem = findKeyProblem(error);
      if (problem !== null)
        await db.transaction().execute((tx) => recordKeyProblem(tx, revisionKey, problem));
      throw error;
    }
  },
  giveUp: (context, { revisionKey }) => giveUp(context, revisionKey),
});

const giveUp = ({ db }: Context, revisionKey: string, detail?: string) =>
  db.transaction().execute((tx) => giveUpKey(tx, revisionKey, detail));

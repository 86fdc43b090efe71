import type { Context } from '../../base/context.ts';
import { EgressError, openEgress } from '../../base/egress.ts';
import { defineWork } from '../../base/jobs.ts';
import { giveUpKey } from '../encoding/actions/give-up-key.ts';
import { recordKeyProblem, recordStreamKey } from '../encoding/actions/stream-key.ts';
import { findKeyRequest } from '../encoding/queries/key-request.ts';
import { callEncodingEndpoint } from './adapter.ts';
import { requestKeyJob } from './jobs.ts';
import { findKeyServerAccess } from './queries.ts';
import { keyOf } from './rules/checks.ts';
import { type KeyServerAccess, signKeyToken, toKeyUrl } from './rules/requests.ts';

/** There is no key yet; the message says why, and holds nothing of what was sent or came. */
class NoKey extends Error {
  override name = 'NoKey';
}

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
      const found = await requestKey(context, server, wanted.contentId, signal);
      await db.transaction().execute((tx) => recordStreamKey(tx, secretKey, revisionKey, found));
    } catch (error) {
      signal.throwIfAborted();
      const detail = error instanceof EgressError ? error.reason : (error as Error).message;
      if (error instanceof EgressError || error instanceof NoKey) {
        await db.transaction().execute((tx) => recordKeyProblem(tx, revisionKey, detail));
      }
      throw error;
    }
  },
  giveUp: (context, { revisionKey }) => giveUp(context, revisionKey),
});

const giveUp = ({ db }: Context, revisionKey: string, detail?: string) =>
  db.transaction().execute((tx) => giveUpKey(tx, revisionKey, detail));

/** @throws NoKey, EgressError */
async function requestKey(
  { config }: Context,
  server: KeyServerAccess,
  contentId: string,
  signal: AbortSignal,
): Promise<{ key: Buffer; uri: string }> {
  const { isActive, encodingEndpoint, playbackEndpoint } = server;
  if (!isActive || encodingEndpoint === null || playbackEndpoint === null) {
    throw new NoKey('inactive');
  }
  const claims = { contentId, tech: 'aes128', definition: 'default' } as const;
  const egress = openEgress(config);
  const answer = await callEncodingEndpoint(
    egress,
    { ...server, encodingEndpoint },
    claims,
    signal,
  );
  const key = keyOf(answer);
  if (!key) throw new NoKey(`status ${answer.status}, ${answer.body.length} bytes`);
  return { key, uri: toKeyUrl(playbackEndpoint, signKeyToken(server.tokenSecret, claims)) };
}

import { replaceSegmentKey } from '@kinora/media/protect/replace-key';
import type { Context } from '../../../base/context.ts';
import { findEncodingTask } from '../../encoding/queries/task.ts';
import { findKeyServerId } from '../../encoding/rules/ladder.ts';
import { requestKey } from '../../key-servers/actions/request-key.ts';
import { findKeyServerAccess } from '../../key-servers/queries.ts';
import type { Packaged, PackagingTask } from '../actions/packagings.ts';
import { nameKeyContent } from '../rules.ts';
import { replaceTracks } from './tracks.ts';

/**
 * Encrypts a stream that is encrypted whole with a new key of its preset's key server. Each packaging
 * has a content of its own there, so that the old key stays for those who watch meanwhile.
 *
 * @throws NoKeyError, EgressError, WrongKeyError when the server gives another key than it gave before
 */
export async function replaceServerKey(
  { db, storage, config }: Context,
  task: PackagingTask,
  signal: AbortSignal,
): Promise<Packaged> {
  const { stream, number, packaging } = task;
  const server = await findServer({ db, config }, stream.revisionKey);
  const ask = (of: number) =>
    requestKey(config, server, nameKeyContent(stream.revisionKey, of), signal);
  const [before, after] = await Promise.all([ask(packaging), ask(number)]);
  const keys = { before: before.key, after: after.key };
  const change = {
    init: (bytes: Buffer) => bytes,
    segment: (bytes: Buffer, at: number) => replaceSegmentKey(keys, at, bytes),
  };
  const made = await replaceTracks({ storage, task, signal }, () => ({ change, own: {} }));
  return {
    ...{ replaces: packaging, packaging: number, drmModel: task.target },
    ...{ keys: [], encryption: null, keyUri: after.uri, ...made },
  };
}

async function findServer({ db, config }: Pick<Context, 'db' | 'config'>, revisionKey: string) {
  const encoding = await findEncodingTask(db, revisionKey);
  const id = encoding && findKeyServerId(encoding.profiles);
  const server = id && (await findKeyServerAccess(db, config.secrets.secretKey, encoding, id));
  if (!server) throw new Error(`${revisionKey} has no key server`);
  return server;
}

import type { Context } from '../../../base/context.ts';
import { findEncodingTask } from '../../encoding/queries/task.ts';
import { WrongKeyError } from '@kinora/media/protect/replace-key';
import { NoKeyError, requestKey } from '../../key-servers/actions/request-key.ts';
import { findKeyServerAccess } from '../../key-servers/queries.ts';
import type { Packaged, PackagingTask } from '../actions/packagings.ts';
import { nameKeyContent } from '../rules.ts';
import { replaceTracks } from './tracks.ts';

/**
 * Encrypts a wholly encrypted stream with a new key of the server that gave it its first. Each packaging has
 * a content id of its own there, so that current viewers can still get the old key.
 *
 * @throws NoKeyError, also when the server gives another key than it gave before; EgressError
 */
export async function replaceServerKey(
  context: Context,
  task: PackagingTask,
  signal: AbortSignal,
): Promise<Packaged> {
  const { db, config } = context;
  const { stream, number, packaging } = task;
  const server = await findServer({ db, config }, stream.revisionKey);
  const ask = (of: number) =>
    requestKey(config, server, nameKeyContent(stream.revisionKey, of), signal);
  const [before, after] = await Promise.all([ask(packaging), ask(number)]);
  const keys = { method: 'aes-128', before: before.key, after: after.key } as const;
  const made = await replaceTracks({ context, task, signal }, (_, init) => ({
    init,
    keys,
    own: {},
  })).catch((error: unknown) => {
    throw error instanceof WrongKeyError ? new NoKeyError('another_key') : error;
  });
  return {
    replaces: packaging,
    packaging: number,
    drmModel: task.target,
    keys: [],
    encryption: null,
    keyUri: after.uri,
    ...made,
  };
}

async function findServer({ db, config }: Pick<Context, 'db' | 'config'>, revisionKey: string) {
  const encoding = await findEncodingTask(db, revisionKey);
  const id = encoding?.keyServerId;
  const server = id && (await findKeyServerAccess(db, config.secrets.secretKey, encoding, id));
  if (!server) throw new NoKeyError('no_server');
  return server;
}

import { once } from 'node:events';
import { chmod, lstat, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { createServer } from 'node:net';
import type { ReadClient } from '@kinora/contract/client-address';
import { createNote } from '@kinora/contract/note';

const fromNginx = createNote<object, true>('from nginx');

/** Says whether a request came through the nginx before this edge: by its socket, which no viewer reaches. */
export function isFromNginx({ socket }: { socket: object }): boolean {
  return fromNginx.find(socket) === true;
}

/** Reads clients of requests that nginx passes on as if they had come to this edge themselves. */
export function readBehindNginx(readClient: ReadClient): ReadClient {
  return (request) => {
    if (!isFromNginx(request)) return readClient(request);
    const { headers } = request;
    // nginx writes it over whatever a viewer has sent.
    return readClient({ socket: { remoteAddress: String(headers['x-real-ip']) }, headers });
  };
}

/**
 * Lets a server also listen at a local socket, for nginx. The folder's mode admits only the owner and the
 * group.
 *
 * @throws when the path holds something other than a socket
 */
export async function listenForNginx(
  server: Server,
  path: string,
): Promise<{ close(): Promise<void> }> {
  const before = await lstat(path).catch(() => null);
  if (before && !before.isSocket()) throw new Error(`${path} is there already, and is no socket`);
  // An edge that was killed has left its own.
  await rm(path, { force: true });
  const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    fromNginx.set(socket, true);
    server.emit('connection', socket);
  });
  listener.listen(path);
  await once(listener, 'listening');
  await chmod(path, 0o660);
  return {
    async close() {
      const closed = once(listener, 'close');
      listener.close();
      await closed;
    },
  };
}

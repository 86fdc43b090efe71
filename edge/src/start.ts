import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { listenForNginx } from './nginx/socket.ts';
import { loadPlayerAssets } from './player-assets.ts';
import { createEdge, type EdgeOptions } from './serve.ts';

export type StartEdgeOptions = Omit<EdgeOptions, 'player' | 'closing'> & {
  host: string;
  /** 0 takes a free port. */
  port: number;
  /** The path of a socket at which an nginx before this edge comes. */
  nginxSocket?: string | null;
  /** The player as vite built it, by default that of this checkout. */
  playerFolder?: string;
};

export type RunningEdge = {
  port: number;
  /** Lets pending answers finish for at most 5 s. */
  close(): Promise<void>;
};

const BUILT_PLAYER = fileURLToPath(new URL('../../player/dist', import.meta.url));
const CLOSE_MS = 5000;

/** Rejects when the player is not built or the port is taken. */
export async function startEdge(options: StartEdgeOptions): Promise<RunningEdge> {
  const { host, port, nginxSocket = null, playerFolder = BUILT_PLAYER, ...rest } = options;
  const player = await loadPlayerAssets(playerFolder);
  const closing = new AbortController();
  const server = createEdge({ ...rest, player, closing: closing.signal });
  server.listen(port, host);
  await once(server, 'listening');
  const nginx = nginxSocket === null ? null : await listenForNginx(server, nginxSocket);
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = once(server, 'close');
      const left = nginx?.close();
      server.close();
      closing.abort();
      // Node closes connections that are idle now, but not those that become idle later.
      const sweep = setInterval(() => server.closeIdleConnections(), 20);
      const deadline = setTimeout(() => server.closeAllConnections(), CLOSE_MS);
      await Promise.all([closed, left]);
      clearInterval(sweep);
      clearTimeout(deadline);
    },
  };
}

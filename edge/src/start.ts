import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { loadPlayerAssets } from './player-assets.ts';
import { createEdge, type EdgeOptions } from './serve.ts';

export type StartEdgeOptions = Omit<EdgeOptions, 'player' | 'closing'> & {
  host: string;
  /** 0 takes a free port. */
  port: number;
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
  const { host, port, playerFolder = BUILT_PLAYER, ...rest } = options;
  const player = await loadPlayerAssets(playerFolder);
  const closing = new AbortController();
  const server = createEdge({ ...rest, player, closing: closing.signal });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      closing.abort();
      // Node closes connections that are idle now, but not those that become idle later.
      const sweep = setInterval(() => server.closeIdleConnections(), 20);
      const deadline = setTimeout(() => server.closeAllConnections(), CLOSE_MS);
      await closed;
      clearInterval(sweep);
      clearTimeout(deadline);
    },
  };
}

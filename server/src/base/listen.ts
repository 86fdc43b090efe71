import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from './log.ts';

const RECONNECT_MS = 1000;

/**
 * Listens to a channel of the database (`notify`) on a connection of its own, which is opened again
 * when it breaks. `onNotice` gets the text of every notice, and null whenever some may have been missed.
 * A proxy that gives each transaction another session can't be listened through.
 *
 * @returns what ends it
 */
export function listen(
  { url, channel, log }: { url: string; channel: string; log: Log },
  onNotice: (text: string | null) => void,
): { stop: () => Promise<void> } {
  const ending = new AbortController();
  let client: pg.Client | null = null;
  let connecting: Promise<unknown> | null = null;

  async function listenOnce(): Promise<void> {
    client = new pg.Client({
      connectionString: url,
      application_name: 'kinora listener',
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
    });
    const opened = client;
    const broken = new Promise<Error | null>((resolve) => {
      opened.on('error', resolve);
      opened.on('end', () => resolve(null));
    });
    opened.on('notification', ({ payload }) => onNotice(payload ?? ''));
    try {
      connecting = opened.connect();
      await connecting;
      await opened.query(`listen ${opened.escapeIdentifier(channel)}`);
      onNotice(null);
      const error = await broken;
      if (error) throw error;
    } finally {
      await opened.end().catch(() => undefined);
    }
  }

  async function listenOn(): Promise<void> {
    while (!ending.signal.aborted) {
      await listenOnce().catch((err: unknown) => {
        if (!ending.signal.aborted) log.warn({ err, channel }, 'not listening to the database');
      });
      await sleep(RECONNECT_MS, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  }

  const ended = listenOn();
  return {
    async stop() {
      ending.abort();
      // The driver's promise never settles for a client that is ended while it connects.
      await connecting?.catch(() => undefined);
      await client?.end().catch(() => undefined);
      await ended;
    },
  };
}

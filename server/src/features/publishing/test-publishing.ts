import { getPublishedVideoKey, PublishedVideo } from '@kinora/contract/published';
import { until } from '@kinora/contract/test-until';
import type { Storage } from '@kinora/storage/storage';
import { sql } from 'kysely';
import { documents } from '../../app-documents.ts';
import { publishingWork } from '../../app-short-work.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db.ts';
import type { DocumentName } from '../../base/published-documents.ts';
import { startWorker } from '../../base/worker.ts';
import { publish as publishDocument } from './work/publish.ts';

/** The document of a video that edges read; null when nothing was ever published. */
export async function published(storage: Storage, key: string): Promise<PublishedVideo | null> {
  const bytes = await storage.read(getPublishedVideoKey(key));
  return bytes && PublishedVideo.parse(JSON.parse(bytes.toString()));
}

/** Runs the publishing jobs as another process would. */
export async function withWorker(context: Context, work: () => Promise<unknown>): Promise<void> {
  const worker = await startWorker(publishingWork, context);
  try {
    await work();
  } finally {
    await worker.stop(1000);
  }
}

export function publish(context: Context, videoKey: string): Promise<void> {
  return publishNamed(context, { kind: 'video', key: videoKey });
}

export function publishNamed(context: Context, name: DocumentName): Promise<void> {
  return publishDocument(context, documents, name, new AbortController().signal);
}

/** Storage whose `put` waits at a gate; `reached` resolves when one waits there. */
export function gated(storage: Storage) {
  const reached = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const put: Storage['put'] = async (...args) => {
    reached.resolve();
    await gate.promise;
    return storage.put(...args);
  };
  return { storage: withPut(storage, put), reached: reached.promise, open: gate.resolve };
}

export function withPut(storage: Storage, put: Storage['put']): Storage {
  return new Proxy(storage, {
    get: (target, name) => {
      if (name === 'put') return put;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

/** Waits until a transaction waits for the lock of another. */
export async function untilLockAwaited(db: Db): Promise<void> {
  await until('a wait for a lock', async () => {
    const { rows } = await sql`select from pg_locks
      where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(
      db,
    );
    return rows.length > 0;
  });
}

import { PublishedVideo, publishedVideoKey } from '@kinora/contract/published';
import type { Storage } from '@kinora/storage/storage';
import { publishingWork } from '../../app-short-work.ts';
import type { Context } from '../../base/context.ts';
import { startWorker } from '../../base/worker.ts';
import { publishVideoWork } from './work/publish.ts';

/** What edges read of a video; null when nothing was ever published. */
export async function published(storage: Storage, key: string): Promise<PublishedVideo | null> {
  const bytes = await storage.read(publishedVideoKey(key));
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
  const run = { signal: new AbortController().signal, token: { id: '', retryCount: 0 } };
  return publishVideoWork.handle(context, { videoKey }, run);
}

/** Storage whose `put` waits at a gate; `reached` resolves when one stands there. */
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

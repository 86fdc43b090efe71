import type { FastifyInstance } from 'fastify';
import type { Context } from './base/context.ts';
import { isPassedOn } from '@kinora/contract/client-address';
import { checkDatabase } from './base/db.ts';
import { AppError } from './base/errors.ts';
import { checkQueues } from './base/jobs.ts';
import { metrics, publicationLag, queuedPieces } from './base/metrics.ts';
import { aliveWorkers } from './features/jobs/queries/workers.ts';
import { countQueuedPieces } from './features/pieces/queries/queued-pieces.ts';
import { getPublicationLag } from './features/publishing/queries.ts';

/** Anyone may call, so the parts are checked at most once a second. */
const FRESH_MS = 1000;

/**
 * `/healthz`: the process lives. `/readyz`: database, queue and storage answer; otherwise 503 with those that
 * don't. Causes go to the log, as they may name folders and hosts, and so does a missing cage, which
 * attackers could use.
 */
export function mountHealth(
  http: FastifyInstance,
  context: Context,
  now: () => number = () => performance.now(),
): void {
  const watchCages = openCageWatch(context);
  const failingParts = shareFor(FRESH_MS, now, async () => {
    const [failing] = await Promise.all([findFailingParts(context), watchCages()]);
    return failing;
  });
  http.get('/healthz', async () => ({ status: 'ok' }));
  http.get('/readyz', async (_request, reply) => {
    const failures = await failingParts();
    const isReady = failures.length === 0;
    return reply
      .status(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(isReady ? { status: 'ready' } : { status: 'not ready', failures });
  });
  http.get('/metrics', async (request, reply) => {
    if (isPassedOn(request.headers)) throw new AppError('not_found');
    // Unknown while the database is away, which must not hide the other figures.
    const ask = (figure: Promise<number>) => withinSeconds(2, figure).catch(() => NaN);
    const [lag, pieces] = await Promise.all([
      ask(getPublicationLag(context.db)),
      ask(countQueuedPieces(context.db)),
    ]);
    publicationLag.set(lag);
    queuedPieces.set(pieces);
    return reply.type(metrics.contentType).send(await metrics.metrics());
  });
}

/** All callers share the answer of a check while it is younger than `ms`. */
function shareFor<T>(ms: number, now: () => number, check: () => Promise<T>) {
  let last: { atMs: number; answer: Promise<T> } | null = null;
  return () => {
    if (!last || now() - last.atMs >= ms) last = { atMs: now(), answer: check() };
    return last.answer;
  };
}

async function findFailingParts({ db, storage, log }: Context): Promise<string[]> {
  const checks = {
    database: checkDatabase(db),
    queue: checkQueues(db),
    // Writes: without that nothing can be uploaded.
    storage: storage.check(),
  };
  const failing = await Promise.all(
    Object.entries(checks).map(async ([part, check]) => {
      try {
        await withinSeconds(5, check);
        return [];
      } catch (error) {
        log.warn({ part, err: error }, 'not ready');
        return [part];
      }
    }),
  );
  return failing.flat();
}

/** Each call logs how many workers run ffmpeg without a cage, if that has changed since the last. */
function openCageWatch({ db, log }: Context): () => Promise<void> {
  let last = 0;
  return async () => {
    // A database that is away is logged as a part that fails.
    const workers = await withinSeconds(5, aliveWorkers(db)).catch(() => null);
    if (!workers || workers.uncaged === last) return;
    last = workers.uncaged;
    log.warn({ uncaged: last }, 'number of workers that run ffmpeg without a cage has changed');
  };
}

async function withinSeconds<T>(seconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${seconds} s`)), seconds * 1000);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

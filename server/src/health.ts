import type { FastifyInstance } from 'fastify';
import type { Context } from './base/context.ts';
import { checkDatabase } from './base/db.ts';
import { checkQueues } from './base/jobs.ts';
import { metrics, publicationLag } from './base/metrics.ts';
import { getPublicationLag } from './features/publishing/queries.ts';

/** `/healthz`: the process lives. `/readyz`: database, queue and storage answer; else 503 and why not. */
export function mountHealth(http: FastifyInstance, { db, storage }: Context): void {
  http.get('/healthz', async () => ({ status: 'ok' }));
  http.get('/readyz', async (_request, reply) => {
    const checks = {
      database: checkDatabase(db),
      queue: checkQueues(db),
      storage: storage.check(),
    };
    const failures: Record<string, string> = {};
    await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        try {
          await withinSeconds(5, check);
        } catch (error) {
          failures[name] = error instanceof Error ? error.message : 'does not answer';
        }
      }),
    );
    const isReady = Object.keys(failures).length === 0;
    return reply
      .status(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(isReady ? { status: 'ready' } : { status: 'not ready', failures });
  });
  http.get('/metrics', async (_request, reply) => {
    // Unknown while the database is away, which is no reason to say nothing of the rest.
    publicationLag.set(await withinSeconds(2, getPublicationLag(db)).catch(() => NaN));
    return reply.type(metrics.contentType).send(await metrics.metrics());
  });
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

import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveUpdate } from '@kinora/contract/live-updates';
import { withEventMeta } from '@orpc/server';
import type { Db } from '../../base/db.ts';
import { requireTeam, type TeamScope } from '../../base/request.ts';
import { os } from '../../base/routes.ts';
import type { Feed, Subscription } from './adapter.ts';
import { listVisibleProjects } from './queries.ts';

/** A listener who may no longer listen hears nothing any more after this. */
const MAX_LISTEN_MS = 5 * 60_000;
/** A listener gets one message in this time, however much happens. */
const PAUSE_MS = 1000;
/** A listener's projects are looked up again after this. */
const VISIBLE_MS = 10_000;

export const liveUpdatesRoutes = (feed: Feed) => ({
  listen: os.liveUpdates.listen.handler(async ({ context, signal, lastEventId }) => {
    const team = await requireTeam(context);
    const ending = AbortSignal.timeout(MAX_LISTEN_MS);
    const over = signal ? AbortSignal.any([signal, ending]) : ending;
    // HTML Living Standard §9.2.4: a client that comes back names the last event that it had.
    const subscription = feed.subscribe(
      { ...team, network: context.client.network },
      over,
      lastEventId,
    );
    return sendUpdates(subscription, lookUpVisible(context.app.db, team));
  }),
});

type IsVisible = (projectId: string) => boolean;

async function* sendUpdates(
  subscription: Subscription,
  lookUp: () => Promise<IsVisible>,
): AsyncGenerator<LiveUpdate, void> {
  const { pending, over } = subscription;
  try {
    for (;;) {
      await subscription.next();
      if (over.aborted) return;
      const isVisible = await lookUp();
      const id = subscription.getPosition();
      const update = pending.take(isVisible);
      if (update) yield withEventMeta(update, { id });
      await sleep(PAUSE_MS, undefined, { signal: over }).catch(() => undefined);
    }
  } finally {
    subscription.end();
  }
}

function lookUpVisible(db: Db, team: TeamScope): () => Promise<IsVisible> {
  let known: { ids: Set<string> | null; atMs: number } | null = null;
  return async () => {
    if (!known || performance.now() - known.atMs > VISIBLE_MS) {
      known = { ids: await listVisibleProjects(db, team), atMs: performance.now() };
    }
    const { ids } = known;
    return (projectId) => ids?.has(projectId) ?? true;
  };
}

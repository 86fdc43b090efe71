import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveUpdate } from '@kinora/contract/live-updates';
import type { Db } from '../../base/db.ts';
import { requireTeam, type TeamScope } from '../../base/request.ts';
import { os } from '../../base/routes.ts';
import type { Feed, Subscription } from './adapter.ts';
import { listVisibleProjects } from './queries.ts';

/** A listener who may no longer listen hears nothing any more after this. */
const MAX_LISTEN_MS = 5 * 60_000;
/** A listener gets one message in this time, however much happens. */
const PAUSE_MS = 1000;
/** Which projects a listener sees is looked up again after this. */
const VISIBLE_MS = 10_000;

export const liveUpdatesRoutes = (feed: Feed) => ({
  listen: os.liveUpdates.listen.handler(async ({ context, signal }) => {
    const team = await requireTeam(context);
    const ending = AbortSignal.timeout(MAX_LISTEN_MS);
    const over = signal ? AbortSignal.any([signal, ending]) : ending;
    return sendUpdates(feed.subscribe(team, over), lookUpVisible(context.app.db, team));
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
      const update = pending.take(await lookUp());
      if (update) yield update;
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

import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveUpdate } from '@kinora/contract/live-updates';
import { withEventMeta } from '@orpc/server';
import { AppError } from '../../base/errors.ts';
import { requireAccount, requireTeam } from '../../base/request.ts';
import { os } from '../../base/routes.ts';
import type { Feed, Subscription } from './adapter.ts';
import { findAccess } from './queries.ts';
import type { Access } from './rules.ts';

/** A client comes back after this, so that no connection stays at one server for ever. */
const MAX_LISTEN_MS = 5 * 60_000;
/** A listener gets one message in this time, however much happens. */
const PAUSE_MS = 1000;

export const liveUpdatesRoutes = (feed: Feed) => ({
  listen: os.liveUpdates.listen.handler(async ({ context, signal, lastEventId }) => {
    const team = await requireTeam(context);
    const { caller } = await requireAccount(context);
    const lookUp = () => findAccess(context.app.db, team, caller);
    const access = await lookUp();
    if (!access) throw new AppError('unauthenticated');
    const ending = AbortSignal.timeout(Math.min(MAX_LISTEN_MS, access.leftMs ?? MAX_LISTEN_MS));
    const over = signal ? AbortSignal.any([signal, ending]) : ending;
    // HTML Living Standard §9.2.4: a client that comes back names the last event that it had.
    const subscription = feed.subscribe(
      { ...team, network: context.client.network },
      over,
      lastEventId,
    );
    return sendUpdates(subscription, lookUp);
  }),
});

/** Ends as soon as the listener may hear nothing any more. */
async function* sendUpdates(
  subscription: Subscription,
  lookUp: () => Promise<Access | null>,
): AsyncGenerator<LiveUpdate, void> {
  const { pending, over } = subscription;
  let access: Access | null = null;
  try {
    for (;;) {
      await subscription.next();
      // What was changed while it was looked up is in doubt again.
      while (!over.aborted && subscription.takeDoubt()) access = await lookUp();
      if (over.aborted || !access) return;
      const id = subscription.getPosition();
      const update = pending.take(access);
      if (update) yield withEventMeta(update, { id });
      await sleep(PAUSE_MS, undefined, { signal: over }).catch(() => undefined);
    }
  } finally {
    subscription.end();
  }
}

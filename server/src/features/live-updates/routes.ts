import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { LiveUpdate } from '@kinora/contract/live-updates';
import { withEventMeta } from '@orpc/server';
import { AppError } from '../../base/errors.ts';
import { requireAccount, requireTeam } from '../../base/request.ts';
import { os } from '../../base/routes.ts';
import type { Feed, Subscription } from './adapter.ts';
import { findAccess, type FoundAccess } from './queries.ts';

/** A client comes back after this, so that no connection stays at one server for ever. */
const MAX_LISTEN_MS = 5 * 60_000;
/** A listener gets one message in this time, however much happens. */
const PAUSE_MS = 1000;

export const liveUpdatesRoutes = (feed: Feed) => ({
  listen: os.liveUpdates.listen.handler(async ({ context, signal, lastEventId }) => {
    const team = await requireTeam(context);
    const { caller } = await requireAccount(context);
    const lookUp = () => findAccess(context.app.db, team, caller);
    if (!(await lookUp())) throw new AppError('unauthenticated');
    const proof = openProof();
    const endings = [AbortSignal.timeout(MAX_LISTEN_MS), proof.over];
    const over = AbortSignal.any(signal ? [signal, ...endings] : endings);
    // HTML Living Standard §9.2.4: a client that comes back names the last event that it had.
    const subscription = feed.subscribe(
      { ...team, network: context.client.network },
      over,
      lastEventId,
    );
    return sendUpdates(subscription, lookUp, proof);
  }),
});

/** The listener's session or token, whose end may move closer while the stream is open. */
type Proof = { over: AbortSignal; countFor: (leftMs: number | null) => void; end: () => void };

function openProof(): Proof {
  const ending = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  return {
    over: ending.signal,
    countFor(leftMs) {
      clearTimeout(timer);
      // A proof that outlasts the stream needs no timer.
      if (leftMs === null || leftMs > MAX_LISTEN_MS) return;
      timer = setTimeout(() => ending.abort(), leftMs);
    },
    end: () => clearTimeout(timer),
  };
}

/** Ends as soon as the listener may hear nothing any more. */
async function* sendUpdates(
  subscription: Subscription,
  lookUp: () => Promise<FoundAccess | null>,
  proof: Proof,
): AsyncGenerator<LiveUpdate, void> {
  const { pending, over } = subscription;
  let access: FoundAccess | null = null;
  try {
    for (;;) {
      await subscription.next();
      // A change during the look-up makes its result doubtful again.
      let hasOtherRights = false;
      while (!over.aborted && subscription.takeDoubt()) {
        const before = access;
        access = await lookUp();
        proof.countFor(access?.leftMs ?? null);
        if (before && access && !isDeepStrictEqual(before.roles, access.roles))
          hasOtherRights = true;
      }
      if (over.aborted || !access) return;
      const id = subscription.getPosition();
      // All that the page has read may look different with other rights.
      if (hasOtherRights) yield withEventMeta({ changes: [] }, { id });
      const update = pending.take(access);
      if (update) yield withEventMeta(update, { id });
      await sleep(PAUSE_MS, undefined, { signal: over }).catch(() => undefined);
    }
  } finally {
    proof.end();
    subscription.end();
  }
}

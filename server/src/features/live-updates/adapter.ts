import { AppError } from '../../base/errors.ts';
import type { Context } from '../../base/context.ts';
import { listen } from '../../base/listen.ts';
import { CHANNEL, createPending, type Pending, readNotice } from './rules.ts';

/** Tabs of one browser share a stream: an account with this many has a program that runs wild. */
const MAX_OF_ACCOUNT = 20;

export type Subscription = {
  pending: Pending;
  /** Aborted when the listener left, or the process ends. */
  over: AbortSignal;
  /** Resolves when something is pending, or it is over. */
  next(): Promise<void>;
  end(): void;
};

/** Changes of all teams, as the database notifies them, handed to those who listen in this process. */
export type Feed = {
  /**
   * @throws AppError too_many_attempts; unavailable where the database is reached through a proxy
   *   that passes no notices on
   */
  subscribe(listener: { teamId: string; accountId: string }, signal: AbortSignal): Subscription;
  /** Ends all subscriptions. */
  close(): Promise<void>;
};

type Subscriber = { teamId: string; accountId: string; pending: Pending; wake: () => void };

export function openFeed({ config, log }: Pick<Context, 'config' | 'log'>): Feed {
  const subscribers = new Set<Subscriber>();
  const closing = new AbortController();
  const url = config.secrets.databaseUrl;
  const canListen = config.databasePooling === 'session' && Boolean(url);
  let notices: ReturnType<typeof listen> | null = null;
  let isListening = false;

  function hear(text: string | null): void {
    const notice = text === null ? null : readNotice(text);
    if (text !== null && !notice) return;
    isListening = true;
    for (const { teamId, pending, wake } of subscribers) {
      if (notice && notice.teamId !== teamId) continue;
      if (notice) pending.add(notice);
      else pending.addMissed();
      wake();
    }
  }

  return {
    subscribe(listener, signal) {
      if (!canListen || !url || closing.signal.aborted) throw new AppError('unavailable');
      const own = [...subscribers].filter(({ accountId }) => accountId === listener.accountId);
      if (own.length >= MAX_OF_ACCOUNT) {
        throw new AppError('too_many_attempts', { retryAfterSeconds: 60 });
      }
      // The first listener opens it: an API that nobody looks at needs no connection for it.
      notices ??= listen({ url, channel: CHANNEL, log }, hear);
      const pending = createPending();
      // The first message comes when changes are heard, and has the client read what came before.
      if (isListening) pending.addMissed();
      let waiting = Promise.withResolvers<void>();
      const subscriber = { ...listener, pending, wake: () => waiting.resolve() };
      subscribers.add(subscriber);
      const over = AbortSignal.any([signal, closing.signal]);
      const end = () => {
        subscribers.delete(subscriber);
        waiting.resolve();
      };
      over.addEventListener('abort', end, { once: true });
      return {
        ...{ pending, over, end },
        async next() {
          if (pending.isEmpty() && !over.aborted) await waiting.promise;
          waiting = Promise.withResolvers<void>();
        },
      };
    },
    async close() {
      closing.abort();
      await notices?.stop();
    },
  };
}

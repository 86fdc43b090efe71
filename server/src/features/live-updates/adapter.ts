import { AppError } from '../../base/errors.ts';
import type { Context } from '../../base/context.ts';
import { listen } from '../../base/listen.ts';
import { CHANNEL, createPending, createRecent, type Pending, readNotice } from './rules.ts';

/** Tabs of one browser share a stream: an account with this many has a program that runs wild. */
const MAX_OF_ACCOUNT = 20;
/** An office behind one address; a client that has many accounts gets no more of a process's listeners. */
const MAX_OF_NETWORK = 1000;

export type Subscription = {
  pending: Pending;
  /** Says where the listener stands when nothing is pending. */
  getPosition(): string;
  /** Aborted when the listener left, or the process ends. */
  over: AbortSignal;
  /** Resolves when changes are pending, the listener's rights are in doubt, or the stream is over. */
  next(): Promise<void>;
  /** Says whether it is in doubt, as at first, and takes the doubt away: the caller looks it up. */
  takeDoubt(): boolean;
  end(): void;
};

/** Changes of all teams, as notified by the database, for listeners in this process. */
export type Feed = {
  /** Everything read after this call is at least as new as the position. Null while notices don't arrive. */
  getPosition(): string | null;
  /**
   * @param position from where the listener goes on, if this process knows it
   * @throws AppError too_many_attempts; unavailable where the database is reached through a proxy
   *   that passes no notices on
   */
  subscribe(listener: Listening, signal: AbortSignal, position?: string): Subscription;
  /** Ends all subscriptions. */
  close(): Promise<void>;
};

type Listening = { teamId: string; accountId: string; network: string };
type Subscriber = Listening & { pending: Pending; isInDoubt: boolean; wake: () => void };

export function openFeed({ config, log }: Pick<Context, 'config' | 'log'>): Feed {
  const subscribers = new Set<Subscriber>();
  const closing = new AbortController();
  const url = config.secrets.databaseUrl;
  const canListen = config.databasePooling === 'session' && Boolean(url);
  let notices: ReturnType<typeof listen> | null = null;
  let isListening = false;
  const recent = createRecent();

  // The first listener opens the connection, so that an API without listeners needs none.
  function open(): boolean {
    if (!canListen || !url || closing.signal.aborted) return false;
    notices ??= listen({ url, channel: CHANNEL, log }, hear);
    return true;
  }

  function hear(text: string | null): void {
    const notice = text === null ? null : readNotice(text);
    if (text !== null && !notice) return;
    isListening = true;
    if (notice && 'accessOf' in notice) return doubt(notice.accessOf);
    if (notice) recent.add(notice);
    else {
      recent.startAnew();
      doubt(null);
    }
    for (const { teamId, pending, wake } of subscribers) {
      if (notice && notice.teamId !== teamId) continue;
      if (notice) pending.add(notice);
      else pending.addMissed();
      wake();
    }
  }

  function doubt(accountId: string | null): void {
    for (const subscriber of subscribers) {
      if (accountId !== null && subscriber.accountId !== accountId) continue;
      subscriber.isInDoubt = true;
      subscriber.wake();
    }
  }

  return {
    getPosition: () => (open() && isListening ? recent.getPosition() : null),
    subscribe(listener, signal, position) {
      if (!open()) throw new AppError('unavailable');
      const countBy = (key: 'accountId' | 'network') =>
        [...subscribers].filter((one) => one[key] === listener[key]).length;
      if (countBy('accountId') >= MAX_OF_ACCOUNT || countBy('network') >= MAX_OF_NETWORK) {
        throw new AppError('too_many_attempts', { retryAfterSeconds: 60 });
      }
      const pending = createPending();
      // The first message comes when changes are heard, and has the client read what came before.
      const missed = position === undefined ? null : recent.findAfter(position);
      if (missed !== null) {
        for (const one of missed) if (one.teamId === listener.teamId) pending.add(one);
        pending.addResumed();
      } else if (isListening) pending.addMissed();
      let waiting = Promise.withResolvers<void>();
      const wake = () => waiting.resolve();
      const subscriber: Subscriber = { ...listener, pending, isInDoubt: true, wake };
      subscribers.add(subscriber);
      const over = AbortSignal.any([signal, closing.signal]);
      const end = () => {
        subscribers.delete(subscriber);
        waiting.resolve();
      };
      over.addEventListener('abort', end, { once: true });
      return {
        pending,
        over,
        end,
        getPosition: () => recent.getPosition(),
        async next() {
          const isIdle = pending.isEmpty() && !subscriber.isInDoubt;
          if (isIdle && !over.aborted) await waiting.promise;
          waiting = Promise.withResolvers<void>();
        },
        takeDoubt() {
          const { isInDoubt } = subscriber;
          subscriber.isInDoubt = false;
          return isInDoubt;
        },
      };
    },
    async close() {
      closing.abort();
      await notices?.stop();
    },
  };
}

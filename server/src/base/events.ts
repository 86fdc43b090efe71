import type { LiveSubject } from '@kinora/contract/live-updates';
import type { Tx } from './db.ts';

/** Every event has these, so that a listener to all of them need not know each. */
export type EventFacts = {
  teamId: string;
  /** Members who do not see this project hear nothing of it; without a project every member hears. */
  projectId: string | null;
  /** Nobody but this account hears of it. */
  accountId?: string;
  /** The key or id of what changed; null when it is many. */
  key: string | null;
};

export type EventKind<Facts extends EventFacts = EventFacts> = {
  /** `video.deleted` */
  name: `${string}.${string}`;
  /** The kind of thing in the console that it changes. */
  subject: LiveSubject;
  // Only the compiler reads it.
  readonly facts?: Facts;
};

/** An event in the form that a listener to all of them gets. */
export type Announced = { kind: EventKind; facts: EventFacts };

export type Listener = {
  /** Null hears every kind. */
  kind: EventKind | null;
  hear: (tx: Tx, event: Announced) => Promise<void>;
};

let current: readonly Listener[] | null = null;

export function defineEvent<Facts extends EventFacts = EventFacts>(
  kind: Pick<EventKind, 'name' | 'subject'>,
): EventKind<Facts> {
  return kind;
}

/** Has a feature act when another announces an event, in the same transaction. */
export function on<Facts extends EventFacts>(
  kind: EventKind<Facts>,
  hear: (tx: Tx, facts: Facts) => Promise<void>,
): Listener {
  return { kind, hear: (tx, { facts }) => hear(tx, facts as Facts) };
}

export function onEvery(hear: Listener['hear']): Listener {
  return { kind: null, hear };
}

/** Sets who hears events in this process, before anything is announced there. */
export function setListeners(listeners: readonly Listener[]): void {
  current = listeners;
}

/**
 * Says that something happened, in the transaction in which it did. What follows from it (what viewers
 * get, what the console shows) is made by those who listen, in the order of their list.
 *
 * @throws Error when this process never called `setListeners`: nothing would follow
 */
export async function announce<Facts extends EventFacts>(
  tx: Tx,
  kind: EventKind<Facts>,
  facts: Facts,
): Promise<void> {
  if (!current) throw new Error(`${kind.name}: nobody listens in this process`);
  for (const listener of current) {
    if (listener.kind === null || listener.kind === kind) await listener.hear(tx, { kind, facts });
  }
}

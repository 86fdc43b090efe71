import type { LiveSubject } from '@kinora/contract/live-updates';
import type { Tx } from './db.ts';

/** Every event says this, so that who hears all of them need not know each. */
export type EventFacts = {
  teamId: string;
  /** Who does not see this project hears nothing of it; every member hears what has none. */
  projectId: string | null;
  /** The key or id of what changed; null when it is many. */
  key: string | null;
};

export type EventKind<Facts extends EventFacts = EventFacts> = {
  /** `video.deleted` */
  name: `${string}.${string}`;
  /** Of what the console shows it is a change. */
  subject: LiveSubject;
  // Only for the compiler: which facts go with it.
  readonly facts?: Facts;
};

/** An event as who hears all of them gets it. */
export type Announced = { kind: EventKind; facts: EventFacts };

export type Listener = {
  /** Null hears every kind. */
  kind: EventKind | null;
  hear: (tx: Tx, event: Announced) => Promise<void>;
};

let hearing: readonly Listener[] | null = null;

export function defineEvent<Facts extends EventFacts = EventFacts>(
  kind: Pick<EventKind, 'name' | 'subject'>,
): EventKind<Facts> {
  return kind;
}

/** What a feature does when another says that something happened, in the same transaction. */
export function on<Facts extends EventFacts>(
  kind: EventKind<Facts>,
  hear: (tx: Tx, facts: Facts) => Promise<void>,
): Listener {
  return { kind, hear: (tx, { facts }) => hear(tx, facts as Facts) };
}

export function onEvery(hear: Listener['hear']): Listener {
  return { kind: null, hear };
}

/** Names who hears events in this process; before anything is announced there. */
export function setListeners(listeners: readonly Listener[]): void {
  hearing = listeners;
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
  if (!hearing) throw new Error(`${kind.name}: nobody listens in this process`);
  for (const listener of hearing) {
    if (listener.kind === null || listener.kind === kind) await listener.hear(tx, { kind, facts });
  }
}

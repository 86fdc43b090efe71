import type { LiveSubject } from '@kinora/contract/live-updates';
import { type Actor, findActor } from './actor.ts';
import type { Changes } from './changes.ts';
import type { Tx } from './db.ts';
import type { Notified } from './notified.ts';
import type { DocumentName } from './published-documents.ts';

/** Every event has these, so that a listener to all of them need not know each. */
export type EventFacts = {
  teamId: string;
  /** Only members who see this project are told; null tells every member. */
  projectId: string | null;
  /** Only this account is told. */
  accountId?: string;
  /** The key or id of what changed; null when it is many. */
  key: string | null;
  /** What a person calls it, for the history. */
  name?: string | null;
  changes?: Changes;
};

/** The subject is an account's own, outside of teams: its profile, sessions and tokens. */
export type AccountFacts = {
  teamId: null;
  projectId: null;
  accountId: string;
  key: string | null;
  name?: string | null;
  changes?: Changes;
};

export function toAccountFacts(
  accountId: string,
  key: string,
  name: string | null = null,
): AccountFacts {
  return { teamId: null, projectId: null, accountId, key, name };
}

type AnyFacts = EventFacts | AccountFacts;

export type EventKind<Facts extends AnyFacts = EventFacts> = {
  /** `video.deleted` */
  name: `${string}.${string}`;
  /** The kind of thing in the console that it changes; null when no page shows it while it changes. */
  subject: LiveSubject | null;
  /** Lists the documents in which viewers see it; absent where they never do. */
  published?(facts: Facts): readonly DocumentName[];
  /** Says what the bell tells of it, and to whom; null where it tells nobody. */
  notifies?(facts: Facts): Notified | null;
  /** False where it tells how work goes on: nobody asks later who did that. */
  isAudited?: false;
  // Only the compiler reads it.
  readonly facts?: Facts;
};

/** An event in the form that a listener to all of them gets. */
export type Announced = { kind: EventKind<AnyFacts>; facts: AnyFacts; actor: Actor };

export type Listener = {
  /** Null subscribes to every kind. */
  kind: EventKind<AnyFacts> | null;
  /** Takes all that was announced at once, of one kind. */
  handle: (tx: Tx, events: readonly Announced[]) => Promise<void>;
};

let current: readonly Listener[] | null = null;

type Kind<Facts extends AnyFacts> = Omit<EventKind<Facts>, 'facts'>;

export function defineEvent<Facts extends AnyFacts = EventFacts>(
  kind: Kind<Facts>,
): EventKind<Facts> {
  return kind;
}

/** An event with changed fields, of a thing that existed before and still does, whatever the event's name. */
export function defineChange<Facts extends AnyFacts = EventFacts>(
  kind: Kind<Facts & { changes: Changes }>,
): EventKind<Facts & { changes: Changes }> {
  return kind;
}

/** Runs a feature's reaction to another's events of a kind, in the same transaction. */
export function on<Facts extends AnyFacts>(
  kind: EventKind<Facts>,
  handle: (tx: Tx, facts: readonly Facts[]) => Promise<void>,
): Listener {
  return {
    kind,
    handle: (tx, events) =>
      handle(
        tx,
        events.map(({ facts }) => facts as Facts),
      ),
  };
}

/** Handles events one by one, for kinds that a transaction announces once or a few times. */
export function onEach<Facts extends AnyFacts>(
  kind: EventKind<Facts>,
  handle: (tx: Tx, facts: Facts) => Promise<void>,
): Listener {
  return on(kind, async (tx, all) => {
    for (const facts of all) await handle(tx, facts);
  });
}

/** Listens to the events of all kinds. */
export function onEvery(handle: Listener['handle']): Listener {
  return { kind: null, handle };
}

/** Sets the handlers of events in this process; call it before anything is announced. */
export function setListeners(listeners: readonly Listener[]): void {
  current = listeners;
}

/**
 * Says that something happened, in the transaction in which it did. Listeners make what follows
 * from it (for viewers, the console and so on), in the order of their list.
 *
 * @throws Error when this process never called `setListeners`, as nothing would follow, or when
 *   the transaction has no actor
 */
export async function announce<Facts extends AnyFacts>(
  tx: Tx,
  kind: EventKind<Facts>,
  facts: Facts,
): Promise<void> {
  await announceAll(tx, kind, [facts]);
}

/** The same of many things at once, from which follows one statement and not one for each. */
export async function announceAll<Facts extends AnyFacts>(
  tx: Tx,
  kind: EventKind<Facts>,
  all: readonly Facts[],
): Promise<void> {
  if (!current) throw new Error(`${kind.name}: nobody listens in this process`);
  const actor = findActor(tx);
  if (!actor) throw new Error(`${kind.name}: the transaction has no actor`);
  if (all.length === 0) return;
  const events = all.map((facts) => ({ kind, facts, actor }));
  for (const listener of current) {
    if (listener.kind === null || listener.kind === kind) await listener.handle(tx, events);
  }
}

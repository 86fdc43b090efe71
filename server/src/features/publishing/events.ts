import { type Listener, onEvery } from '../../base/events.ts';
import { publishDocuments } from './actions.ts';

/** Each kind of event says itself in which documents viewers see it. */
export const publishingListeners: readonly Listener[] = [
  onEvery((tx, events) =>
    publishDocuments(
      tx,
      events.flatMap(({ kind, facts }) => kind.published?.(facts) ?? []),
    ),
  ),
];

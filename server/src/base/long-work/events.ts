import { announce, defineEvent, type EventFacts } from '../events.ts';
import type { Tx } from '../db.ts';
import type { Notified } from '../notified.ts';
import type { AnyKind } from './kinds.ts';

/** The work began, more of its items are done, or it ended. Only its starter is told. */
const longWorkProgressed = defineEvent<EventFacts & { accountId: string }>({
  name: 'longWork.progressed',
  isAudited: false,
  subject: 'longWork',
});

/** The work has come to its end. */
const longWorkEnded = defineEvent<EventFacts & { accountId: string; notified: Notified }>({
  name: 'longWork.ended',
  isAudited: false,
  // Told as its last progress.
  subject: null,
  notifies: ({ notified }) => notified,
});

/** @throws Error as `announce` does */
export function announceProgress(
  tx: Tx,
  { id, teamId, accountId }: { id: string; teamId: string; accountId: string },
): Promise<void> {
  return announce(tx, longWorkProgressed, { teamId, projectId: null, accountId, key: id });
}

type EndedWork = {
  id: string;
  teamId: string;
  projectId: string | null;
  accountId: string;
  input: unknown;
  isUndo: boolean;
};

/** @throws Error as `announce` does */
export function announceEnd(
  tx: Tx,
  { notification }: AnyKind,
  { id, teamId, projectId, accountId, input, isUndo }: EndedWork,
  counts: { total: number; failed: number },
): Promise<void> {
  const notified: Notified = {
    kind: notification.kind,
    accountId,
    code: isUndo ? 'undo' : notification.getCode(input),
    ...counts,
    isGrouped: false,
  };
  return announce(tx, longWorkEnded, { teamId, projectId, accountId, key: id, notified });
}

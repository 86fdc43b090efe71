import { announce, defineEvent, type EventFacts } from '../events.ts';
import type { Tx } from '../db.ts';

/** The work began, more of its items are done, or it ended. Only its starter is told. */
const longWorkProgressed = defineEvent<EventFacts & { accountId: string }>({
  name: 'longWork.progressed',
  isAudited: false,
  subject: 'longWork',
});

/** @throws Error as `announce` does */
export function announceProgress(
  tx: Tx,
  { id, teamId, accountId }: { id: string; teamId: string; accountId: string },
): Promise<void> {
  return announce(tx, longWorkProgressed, { teamId, projectId: null, accountId, key: id });
}

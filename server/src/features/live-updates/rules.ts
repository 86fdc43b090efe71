import { LiveSubject, type LiveUpdate } from '@kinora/contract/live-updates';
import { z } from 'zod';
import type { Announced } from '../../base/events.ts';

/** The channel of the database on which changes are notified. */
export const CHANNEL = 'live_updates';

const Notice = z.object({
  teamId: z.string(),
  projectId: z.string().nullable(),
  subject: LiveSubject,
  key: z.string().nullable(),
});
export type Notice = z.infer<typeof Notice>;

/** A notice has room for 8000 bytes; this takes some 150. */
export function toNotice({ kind: { subject }, facts }: Announced): string {
  const { teamId, projectId, key } = facts;
  return JSON.stringify({ teamId, projectId, subject, key } satisfies Notice);
}

/** A notice of a build that knows more subjects is null. */
export function readNotice(text: string): Notice | null {
  return Notice.safeParse(JSON.parse(text)).data ?? null;
}

/** A listener with more changes than this at once reads everything anew. */
const MAX_PENDING = 200;

/** Changes that one listener has not heard of yet, each once. */
export type Pending = {
  add(notice: Notice): void;
  /** Some may have been missed. */
  addMissed(): void;
  isEmpty(): boolean;
  take(isVisible: (projectId: string) => boolean): LiveUpdate | null;
};

export function createPending(): Pending {
  const notices = new Map<string, Notice>();
  let isMissed = false;
  return {
    add(notice) {
      if (isMissed) return;
      notices.set(JSON.stringify(notice), notice);
      if (notices.size > MAX_PENDING) this.addMissed();
    },
    addMissed() {
      isMissed = true;
      notices.clear();
    },
    isEmpty: () => !isMissed && notices.size === 0,
    take(isVisible) {
      const seen = [...notices.values()].filter(
        ({ projectId }) => projectId === null || isVisible(projectId),
      );
      const isAnything = isMissed;
      isMissed = false;
      notices.clear();
      if (seen.length === 0 && !isAnything) return null;
      return { changes: seen.map(({ subject, key }) => ({ subject, key })) };
    },
  };
}

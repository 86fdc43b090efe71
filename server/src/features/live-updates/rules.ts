import { randomBytes } from 'node:crypto';
import type { TeamRole } from '@kinora/contract/fields';
import { LIVE_READERS, LiveSubject, type LiveUpdate } from '@kinora/contract/live-updates';
import { z } from 'zod';
import type { Announced } from '../../base/events.ts';

/** The channel of the database on which changes are notified. */
export const CHANNEL = 'live_updates';

const Notice = z.object({
  teamId: z.string(),
  projectId: z.string().nullable(),
  /** Only this account is told; null in notices of builds that knew no such field. */
  accountId: z.string().nullable().default(null),
  subject: LiveSubject,
  key: z.string().nullable(),
});
export type Notice = z.infer<typeof Notice>;

/** The rights of this account have changed. The database itself notifies it, whatever made the change. */
const AccessNotice = z.object({ accessOf: z.string() });
type AccessNotice = z.infer<typeof AccessNotice>;

/** An event, as far as a notice says it. */
export type Notable = Pick<Announced, 'kind' | 'facts'>;

/** Above this number of things a page reads everything again. */
const MAX_NAMED = 100;

/**
 * Notices of events of one kind, each once. One has room for 8000 bytes and takes some 200. There is none
 * of what no page of a team shows.
 */
export function toNotices(events: readonly Notable[]): string[] {
  const isMany = events.length > MAX_NAMED;
  const notices = events.flatMap(({ kind: { subject }, facts }) => {
    const { teamId, projectId } = facts;
    if (subject === null || teamId === null) return [];
    const { accountId = null } = facts;
    const key = isMany ? null : facts.key;
    return JSON.stringify({ teamId, projectId, accountId, subject, key } satisfies Notice);
  });
  return [...new Set(notices)];
}

/** A notice of a build that knows more subjects is null. */
export function readNotice(text: string): Notice | AccessNotice | null {
  return z.union([Notice, AccessNotice]).safeParse(JSON.parse(text)).data ?? null;
}

/** The changes that a listener may be told of. `projectIds`: the projects it sees; null for all. */
export type Access = { accountId: string; role: TeamRole; projectIds: ReadonlySet<string> | null };

type Change = LiveUpdate['changes'][number];

/** Turns a notice into a listener's change; null when it must not see it. */
export function toChange(notice: Notice, access: Access): Change | null {
  const { projectId, accountId, subject, key } = notice;
  if (projectId !== null && access.projectIds?.has(projectId) === false) return null;
  if (accountId !== null && accountId !== access.accountId) return null;
  const { least, othersHear } = LIVE_READERS[subject];
  if (least === 'member' || access.role !== 'user') return { subject, key };
  return othersHear && { subject: othersHear, key: null };
}

/** Above this number of pending changes a listener reads everything again. */
const MAX_PENDING = 200;

/**
 * So many notices, some 200 KB, are kept for listeners that reconnect; after a longer absence a page reads
 * everything again.
 */
const MAX_RECENT = 1000;

/**
 * Holds the recent notices of this process, each with a position of its own. A position carries no data;
 * other processes don't know it, nor this one after it may have missed notices.
 */
export type Recent = {
  add(notice: Notice): void;
  /** Some may have been missed: no position from before is known any more. */
  startAnew(): void;
  /** The position after the newest notice. */
  getPosition(): string;
  /** Says what came after a position; null where that is not known. */
  findAfter(position: string): Notice[] | null;
};

export function createRecent(): Recent {
  const newPosition = () => randomBytes(9).toString('base64url');
  let start = newPosition();
  let heard: { notice: Notice; position: string }[] = [];
  return {
    add(notice) {
      heard.push({ notice, position: newPosition() });
      if (heard.length > MAX_RECENT) start = heard.shift()?.position ?? start;
    },
    startAnew() {
      heard = [];
      start = newPosition();
    },
    getPosition: () => heard.at(-1)?.position ?? start,
    findAfter(position) {
      const at = heard.findIndex((one) => one.position === position);
      if (at < 0 && position !== start) return null;
      return heard.slice(at + 1).map(({ notice }) => notice);
    },
  };
}

/** Changes that one listener has not heard of yet, each once. */
export type Pending = {
  add(notice: Notice): void;
  /** Some may have been missed. */
  addMissed(): void;
  /** The listener goes on where it stopped, and is told so even if nothing has changed. */
  addResumed(): void;
  isEmpty(): boolean;
  take(access: Access): LiveUpdate | null;
};

export function createPending(): Pending {
  const notices = new Map<string, Notice>();
  let isMissed = false;
  let isResumed = false;
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
    addResumed() {
      isResumed = true;
    },
    isEmpty: () => !isMissed && !isResumed && notices.size === 0,
    take(access) {
      const heard = new Map<string, Change>();
      for (const notice of notices.values()) {
        const change = toChange(notice, access);
        if (change) heard.set(JSON.stringify(change), change);
      }
      const resumed = isResumed && !isMissed;
      const isAnything = isMissed || isResumed;
      isMissed = false;
      isResumed = false;
      notices.clear();
      if (heard.size === 0 && !isAnything) return null;
      return { changes: [...heard.values()], ...(resumed && { resumed }) };
    },
  };
}

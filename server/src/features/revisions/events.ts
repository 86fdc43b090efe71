import { defineChange, defineEvent, type EventFacts } from '../../base/events.ts';
import type { Notified } from '../../base/notified.ts';
import { seenIn } from '../../base/published-documents.ts';
import type { ProcessingState } from '@kinora/contract/videos/summary';
import { isSeenByViewers } from './rules/seen.ts';

const seen = seenIn('video');

export const revisionChanged = defineEvent<
  EventFacts & {
    /** The video's. */
    key: string;
    state: ProcessingState;
    /** The revision is the one that viewers get. */
    isCurrent: boolean;
    /** Names of the columns that were written. */
    columns: readonly string[];
  }
>({
  name: 'revision.written',
  isAudited: false,
  subject: 'video',
  published: (facts) => (isSeenByViewers(facts) ? seen(facts) : []),
});

/** Viewers get another revision of the video from here on. */
export const revisionPromoted = defineChange<EventFacts & { key: string; revisionKey: string }>({
  name: 'video.revisionPromoted',
  subject: 'video',
  published: seen,
});

// Events of a video's state, derived from the table of states, so that listeners need no columns. Pages
// follow `revisionChanged` instead. Revisions that are not current announce none of these.
type VideoFacts = EventFacts & { key: string; revisionKey: string; creatorId: string };

/** Its processing state is another one. */
export const videoStateChanged = defineChange<
  VideoFacts & {
    state: ProcessingState;
    /** Its stream was whole before, and got more since. */
    wasWhole: boolean;
  }
>({
  name: 'video.stateChanged',
  isAudited: false,
  subject: null,
  notifies: ({ state, wasWhole, creatorId }) =>
    state === 'completed' && !wasWhole ? toNotified('videoCompleted', creatorId) : null,
});
/** The video can be watched from here on; announced again after its source was planned again. */
export const videoReady = defineEvent<VideoFacts>({ name: 'video.ready', subject: null });
/** Its source can't be used, or its encoding was given up. */
export const videoFailed = defineEvent<VideoFacts & { reason: string | null }>({
  name: 'video.failed',
  subject: null,
  notifies: ({ creatorId, reason }) => toNotified('videoFailed', creatorId, reason),
});

/** Many files that one sends at once are one line. */
function toNotified(
  kind: 'videoCompleted' | 'videoFailed',
  accountId: string,
  code: string | null = null,
): Notified {
  const failed = kind === 'videoFailed' ? 1 : 0;
  return { kind, accountId, code, total: 1, failed, isGrouped: true };
}

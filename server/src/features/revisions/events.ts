import { defineChange, defineEvent, type EventFacts } from '../../base/events.ts';
import { seenIn } from '../../base/published-documents.ts';
import type { ProcessingState } from '@kinora/contract/videos/summary';
import { isSeenByViewers } from './rules/seen.ts';

const seen = seenIn('video');

export const revisionChanged = defineEvent<
  EventFacts & {
    /** The video's. */
    key: string;
    state: ProcessingState;
    /** It is what viewers of the video get. */
    isCurrent: boolean;
    /** Names of the columns that were written. */
    columns: readonly string[];
  }
>({
  name: 'revision.written',
  subject: 'video',
  published: (facts) => (isSeenByViewers(facts) ? seen(facts) : []),
});

/** Viewers get another revision of the video from here on. */
export const revisionPromoted = defineChange<EventFacts & { key: string; revisionKey: string }>({
  name: 'revision.promoted',
  subject: 'video',
  published: seen,
});

// What becomes of a video, read from the table of states: who follows videos needs no columns. Pages hear
// of it by `revisionChanged`. A revision that is not current moves without them.
type VideoFacts = EventFacts & { key: string; revisionKey: string };

/** Its processing state is another one. */
export const videoStateChanged = defineChange<VideoFacts & { state: ProcessingState }>({
  name: 'video.stateChanged',
  subject: null,
});
/** There is something to watch from here on; again after its source was planned anew. */
export const videoReady = defineEvent<VideoFacts>({ name: 'video.ready', subject: null });
/** Its source can't be used, or its encoding was given up. */
export const videoFailed = defineEvent<VideoFacts & { reason: string | null }>({
  name: 'video.failed',
  subject: null,
});

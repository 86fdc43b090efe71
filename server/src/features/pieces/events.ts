import { defineEvent, type EventFacts } from '../../base/events.ts';

/** Work on a video begins, ends or fails; its key is the video's. */
export const workChanged = defineEvent({
  name: 'job.progressed',
  isAudited: false,
  subject: 'job',
});

/** Pieces of a stream pause until its key has been fetched. */
export const keyNeeded = defineEvent<EventFacts & { revisionKey: string }>({
  name: 'job.keyNeeded',
  isAudited: false,
  subject: 'job',
});

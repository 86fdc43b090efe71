import { defineEvent } from '../../base/events.ts';

/** Work on a video begins, ends or fails; its key is the video's. */
export const workChanged = defineEvent({ name: 'job.changed', subject: 'job' });

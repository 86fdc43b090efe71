import { defineEvent } from '../../../base/events.ts';

/** A person had failed work on a video tried again. */
export const videoRetried = defineEvent({ name: 'video.retried', subject: null });

import { defineEvent } from '../../base/events.ts';

/** It begins, some more of its videos are done, or it ends. */
export const videoBatchChanged = defineEvent({
  name: 'videoBatch.changed',
  subject: 'videoBatch',
});

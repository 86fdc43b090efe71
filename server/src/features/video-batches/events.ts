import { defineEvent, type EventFacts } from '../../base/events.ts';

/** It begins, some more of its videos are done, or it ends. Its maker alone follows it. */
export const videoBatchChanged = defineEvent<EventFacts & { accountId: string }>({
  name: 'videoBatch.progressed',
  subject: 'videoBatch',
});

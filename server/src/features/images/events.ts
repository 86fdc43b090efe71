import { defineEvent } from '../../base/events.ts';

// What shows an image says itself that it changed.
export const imageAdded = defineEvent({ name: 'image.added', subject: null });
export const imageRemoved = defineEvent({
  name: 'image.removed',
  subject: null,
  isAudited: false,
});

import { defineEvent } from '../../base/events.ts';

// The thing that shows an image announces its own change.
export const imageAdded = defineEvent({ name: 'image.added', subject: null });
export const imageRemoved = defineEvent({
  name: 'image.removed',
  subject: null,
  isAudited: false,
});

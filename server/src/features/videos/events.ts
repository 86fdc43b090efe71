import { defineEvent, type EventFacts } from '../../base/events.ts';

const subject = 'video';
export const videosCreated = defineEvent({ name: 'video.created', subject });
export const videoChanged = defineEvent<EventFacts & { key: string; fields: readonly string[] }>({
  name: 'video.changed',
  subject,
});
export const videoDeleted = defineEvent<EventFacts & { key: string }>({
  name: 'video.deleted',
  subject,
});
export const videoRestored = defineEvent<EventFacts & { key: string }>({
  name: 'video.restored',
  subject,
});
/** Announced to both projects. What viewers get of a video says nothing of its project. */
export const videoMoved = defineEvent<EventFacts & { key: string }>({
  name: 'video.moved',
  subject,
});

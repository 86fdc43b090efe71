import { defineChange, defineEvent, type EventFacts } from '../../base/events.ts';

const subject = 'video';
export const videoCreated = defineEvent<EventFacts & { key: string }>({
  name: 'video.created',
  subject,
});
export const videoChanged = defineChange<EventFacts & { key: string; fields: readonly string[] }>({
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
/** Announced to both projects. The document names the project, so a move is published. */
export const videoMoved = defineChange<EventFacts & { key: string }>({
  name: 'video.moved',
  subject,
});

import { defineEvent, type EventFacts } from '../../base/events.ts';

const subject = 'video';
export const videosCreated = defineEvent({ name: 'video.created', subject });
export const videoChanged = defineEvent<EventFacts & { key: string; fields: readonly string[] }>({
  ...{ name: 'video.changed', subject },
});
export const videoDeleted = defineEvent<EventFacts & { key: string }>({
  ...{ name: 'video.deleted', subject },
});

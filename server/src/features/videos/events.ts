import { defineChange, defineEvent, type EventFacts } from '../../base/events.ts';
import { seenIn } from '../../base/published-documents.ts';

const subject = 'video';
const published = seenIn('video');
export const videoCreated = defineEvent<EventFacts & { key: string }>({
  name: 'video.created',
  subject,
});
export const videoChanged = defineChange<EventFacts & { key: string; isSeen: boolean }>({
  name: 'video.changed',
  subject,
  published: (facts) => (facts.isSeen ? published(facts) : []),
});
export const videoDeleted = defineEvent<EventFacts & { key: string }>({
  name: 'video.deleted',
  subject,
  published,
});
export const videoRestored = defineEvent<EventFacts & { key: string }>({
  name: 'video.restored',
  subject,
  published,
});
/** Announced to both projects. The document names the project, so a move is published. */
export const videoMoved = defineChange<EventFacts & { key: string }>({
  name: 'video.moved',
  subject,
  published,
});

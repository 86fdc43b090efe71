import { defineChange, defineEvent, type EventFacts } from '../../base/events.ts';
import { seenIn } from '../../base/published-documents.ts';

const subject = 'project';
const published = seenIn('project');
export const projectCreated = defineEvent<EventFacts & { creatorId: string }>({
  name: 'project.created',
  subject,
  published,
});
export const projectChanged = defineChange({ name: 'project.changed', subject, published });

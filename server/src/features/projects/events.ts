import { defineChange, defineEvent } from '../../base/events.ts';
import { seenIn } from '../../base/published-documents.ts';

const subject = 'project';
const published = seenIn('project');
export const projectCreated = defineEvent({ name: 'project.created', subject, published });
export const projectChanged = defineChange({ name: 'project.changed', subject, published });

import { defineEvent } from '../../base/events.ts';

const subject = 'project';
export const projectCreated = defineEvent({ name: 'project.created', subject });
export const projectChanged = defineEvent({ name: 'project.changed', subject });

import { defineChange, defineEvent } from '../../base/events.ts';

const subject = 'project';
export const projectCreated = defineEvent({ name: 'project.created', subject });
export const projectChanged = defineChange({ name: 'project.changed', subject });

import { defineEvent } from '../../base/events.ts';

const subject = 'keyServer';
export const keyServerCreated = defineEvent({ name: 'keyServer.created', subject });
export const keyServerChanged = defineEvent({ name: 'keyServer.changed', subject });
export const keyServerDeleted = defineEvent({ name: 'keyServer.deleted', subject });

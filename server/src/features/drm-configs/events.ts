import { defineEvent } from '../../base/events.ts';

const subject = 'drmConfig';
export const jwtKeyCreated = defineEvent({ name: 'jwtKey.created', subject });
export const jwtKeyDeleted = defineEvent({ name: 'jwtKey.deleted', subject });

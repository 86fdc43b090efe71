import { defineEvent } from '../../base/events.ts';

const subject = 'urlSigningKey';
export const urlSigningKeyCreated = defineEvent({ name: 'urlSigningKey.created', subject });
export const urlSigningKeyDeleted = defineEvent({ name: 'urlSigningKey.deleted', subject });

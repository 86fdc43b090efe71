import { defineChange, defineEvent } from '../../base/events.ts';
import { seenInTeam as published } from '../../base/published-documents.ts';

const subject = 'drmConfig';
export const drmConfigChanged = defineChange({ name: 'drmConfig.changed', subject, published });
/** Its admins are told of it once. */
export const certificateExpires = defineEvent({
  name: 'drmConfig.certificateExpires',
  isAudited: false,
  subject,
});
export const jwtKeyCreated = defineEvent({ name: 'jwtKey.created', subject, published });
export const jwtKeyDeleted = defineEvent({ name: 'jwtKey.deleted', subject, published });

import { defineChange, defineEvent } from '../../base/events.ts';

const subject = 'drmConfig';
export const drmConfigChanged = defineChange({ name: 'drmConfig.changed', subject });
/** Its admins are told of it once. */
export const certificateExpires = defineEvent({ name: 'drmConfig.certificateExpires', subject });
export const jwtKeyCreated = defineEvent({ name: 'jwtKey.created', subject });
export const jwtKeyDeleted = defineEvent({ name: 'jwtKey.deleted', subject });

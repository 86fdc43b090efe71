import { defineChange, defineEvent } from '../../base/events.ts';

const subject = 'teamMember';
export const memberAdded = defineEvent({ name: 'member.added', subject });
/** Its role, or whether it is suspended. */
export const memberChanged = defineChange({ name: 'member.changed', subject });
export const memberRemoved = defineEvent({ name: 'member.removed', subject });

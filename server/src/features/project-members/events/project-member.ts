import { defineChange, defineEvent } from '../../../base/events.ts';

// Projects count their members and say what the caller may do in them. The key is the project's, the name the
// person's, or the address of an invited person.
const subject = 'project';
export const projectMemberAdded = defineEvent({ name: 'projectMember.added', subject });
export const projectMemberChanged = defineChange({ name: 'projectMember.changed', subject });
export const projectMemberRemoved = defineEvent({ name: 'projectMember.removed', subject });

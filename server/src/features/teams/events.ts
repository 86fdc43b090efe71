import { defineEvent } from '../../base/events.ts';

const subject = 'team';
export const teamCreated = defineEvent({ name: 'team.created', subject });
export const memberAdded = defineEvent({ name: 'team.memberAdded', subject });

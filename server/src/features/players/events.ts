import { defineEvent } from '../../base/events.ts';

const subject = 'player';
export const playerCreated = defineEvent({ name: 'player.created', subject });
export const playerChanged = defineEvent({ name: 'player.changed', subject });
export const playerDeleted = defineEvent({ name: 'player.deleted', subject });

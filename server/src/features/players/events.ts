import { defineChange, defineEvent } from '../../base/events.ts';
import { seenIn } from '../../base/published-documents.ts';

const subject = 'player';
const published = seenIn('player');
export const playerCreated = defineEvent({ name: 'player.created', subject, published });
export const playerChanged = defineChange({ name: 'player.changed', subject, published });
export const playerDeleted = defineEvent({ name: 'player.deleted', subject, published });

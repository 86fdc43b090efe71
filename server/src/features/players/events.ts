import { defineChange, defineEvent } from '../../base/events.ts';

const subject = 'player';
export const playerCreated = defineEvent({ name: 'player.created', subject });
export const playerChanged = defineChange({ name: 'player.changed', subject });
/** A picture is kept that a player may show. */
export const playerPictureAdded = defineEvent({ name: 'player.pictureAdded', subject: null });
export const playerDeleted = defineEvent({ name: 'player.deleted', subject });

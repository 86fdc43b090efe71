import { defineChange, defineEvent } from '../../base/events.ts';

const subject = 'preset';
export const presetCreated = defineEvent({ name: 'preset.created', subject });
export const presetChanged = defineChange({ name: 'preset.changed', subject });
export const presetDeleted = defineEvent({ name: 'preset.deleted', subject });

import { defineChange, defineEvent } from '../../base/events.ts';

const subject = 'overlayPreset';
export const overlayPresetCreated = defineEvent({ name: 'overlayPreset.created', subject });
export const overlayPresetChanged = defineChange({ name: 'overlayPreset.changed', subject });
export const overlayPresetDeleted = defineEvent({ name: 'overlayPreset.deleted', subject });

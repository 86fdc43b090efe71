import { defineChange } from '../../base/events.ts';

export const teamFeatureChanged = defineChange({ name: 'teamFeature.changed', subject: 'team' });

import { type Listener } from './base/events.ts';
import { encodingListeners } from './features/encoding/events.ts';
import { liveUpdateListeners } from './features/live-updates/events.ts';
import { publishingListeners } from './features/publishing/events.ts';

/** Everybody who hears what happens. Each process that writes names them at its start. */
export const listeners: readonly Listener[] = [
  ...encodingListeners,
  ...publishingListeners,
  ...liveUpdateListeners,
];

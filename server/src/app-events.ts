import { on, type Listener } from './base/events.ts';
import { goOnWithVideo } from './features/encoding/actions/go-on.ts';
import { encodingListeners } from './features/encoding/events.ts';
import { keyServerListeners } from './features/key-servers/events.ts';
import { liveUpdateListeners } from './features/live-updates/events.ts';
import { publishingListeners } from './features/publishing/events.ts';
import { videoRestored } from './features/videos/events.ts';

/** Everybody who hears what happens. Each process that writes names them at its start. */
export const listeners: readonly Listener[] = [
  ...encodingListeners,
  // Videos ask encoding what is made of them, so that it can't ask them in turn.
  on(videoRestored, (tx, { key }) => goOnWithVideo(tx, key)),
  ...keyServerListeners,
  ...publishingListeners,
  ...liveUpdateListeners,
];

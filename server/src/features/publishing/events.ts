import { type Listener, on } from '../../base/events.ts';
import { channelCreated } from '../playback-channels/events.ts';
import { revisionChanged } from '../revisions/events.ts';
import { videoChanged, videoDeleted, videoRestored } from '../videos/events.ts';
import { publishChannel, publishVideo } from './actions.ts';
import { isSeenByViewers } from './rules.ts';

export const publishingListeners: readonly Listener[] = [
  on(videoChanged, async (tx, { key, fields }) => {
    if (fields.includes('title')) await publishVideo(tx, key);
  }),
  on(videoDeleted, (tx, { key }) => publishVideo(tx, key)),
  on(videoRestored, (tx, { key }) => publishVideo(tx, key)),
  on(revisionChanged, async (tx, { key, state, columns }) => {
    if (isSeenByViewers(state, columns)) await publishVideo(tx, key);
  }),
  on(channelCreated, (tx, { key }) => publishChannel(tx, key)),
];

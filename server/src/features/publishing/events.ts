import { type Listener, on } from '../../base/events.ts';
import { channelCreated } from '../playback-channels/events.ts';
import { revisionChanged } from '../revisions/events.ts';
import { uploadStarted } from '../uploads/events.ts';
import { videoChanged, videoDeleted, videoRestored } from '../videos/events.ts';
import { publishChannel, publishVideo } from './actions.ts';
import { isSeenByViewers } from './rules.ts';

/** A video's own fields that stand in its document. */
const SEEN_FIELDS: ReadonlySet<string> = new Set(['title', 'description', 'publishedDate']);

export const publishingListeners: readonly Listener[] = [
  on(videoChanged, async (tx, { key, fields }) => {
    if (fields.some((field) => SEEN_FIELDS.has(field))) await publishVideo(tx, key);
  }),
  // From here on its watch link is handed out, and its page waits for the video.
  on(uploadStarted, (tx, { key }) => publishVideo(tx, key)),
  on(videoDeleted, (tx, { key }) => publishVideo(tx, key)),
  on(videoRestored, (tx, { key }) => publishVideo(tx, key)),
  on(revisionChanged, async (tx, { key, state, columns }) => {
    if (isSeenByViewers(state, columns)) await publishVideo(tx, key);
  }),
  on(channelCreated, (tx, { key }) => publishChannel(tx, key)),
];

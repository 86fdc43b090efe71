import { type Listener, on } from '../../base/events.ts';
import { drmConfigChanged, jwtKeyCreated, jwtKeyDeleted } from '../drm-configs/events.ts';
import {
  geoblockRuleChanged,
  geoblockRuleCreated,
  geoblockRuleDeleted,
} from '../geoblock-rules/events.ts';
import { channelChanged, channelCreated, channelDeleted } from '../playback-channels/events.ts';
import { playerChanged, playerCreated, playerDeleted } from '../players/events.ts';
import { projectChanged, projectCreated } from '../projects/events.ts';
import { revisionChanged } from '../revisions/events.ts';
import { uploadStarted } from '../uploads/events.ts';
import { videoChanged, videoDeleted, videoMoved, videoRestored } from '../videos/events.ts';
import { publishSettings, publishVideo } from './actions.ts';
import { isSeenByViewers } from './rules.ts';

/** A video's own fields that stand in its document. */
const SEEN_FIELDS: ReadonlySet<string> = new Set([
  'title',
  'description',
  'additionalVideoMetaData',
  'geoblockPolicy',
]);

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
  on(videoMoved, (tx, { key }) => publishVideo(tx, key)),
  ...[channelCreated, channelChanged, channelDeleted].map((kind) =>
    on(kind, async (tx, { hosts }) => {
      for (const key of hosts) await publishSettings(tx, { kind: 'host', key });
    }),
  ),
  ...[projectCreated, projectChanged].map((kind) =>
    on(kind, async (tx, { key }) => {
      if (key !== null) await publishSettings(tx, { kind: 'project', key });
    }),
  ),
  ...[playerCreated, playerChanged, playerDeleted].map((kind) =>
    on(kind, async (tx, { key }) => {
      if (key !== null) await publishSettings(tx, { kind: 'player', key });
    }),
  ),
  ...[
    geoblockRuleCreated,
    geoblockRuleChanged,
    geoblockRuleDeleted,
    drmConfigChanged,
    jwtKeyCreated,
    jwtKeyDeleted,
  ].map((kind) => on(kind, (tx, { teamId }) => publishSettings(tx, { kind: 'team', key: teamId }))),
];

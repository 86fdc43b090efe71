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
import { revisionChanged, revisionPromoted } from '../revisions/events.ts';
import { uploadStarted } from '../uploads/events.ts';
import { videoChanged, videoDeleted, videoMoved, videoRestored } from '../videos/events.ts';
import { publishSettings, publishVideos } from './actions.ts';
import { isSeenByViewers } from './rules.ts';

/** A video's own fields that stand in its document. */
const SEEN_FIELDS: ReadonlySet<string> = new Set([
  'title',
  'description',
  'additionalVideoMetaData',
  'geoblockPolicy',
]);

const isSeenField = (field: string) => SEEN_FIELDS.has(field);

const toKeys = (all: readonly { key: string | null }[]) => all.flatMap(({ key }) => key ?? []);

export const publishingListeners: readonly Listener[] = [
  on(videoChanged, (tx, all) =>
    publishVideos(tx, toKeys(all.filter(({ fields }) => fields.some(isSeenField)))),
  ),
  on(revisionChanged, (tx, all) =>
    publishVideos(tx, toKeys(all.filter((change) => isSeenByViewers(change)))),
  ),
  on(revisionPromoted, (tx, all) => publishVideos(tx, toKeys(all))),
  // From here on its watch link is handed out, and its page waits for the video.
  on(uploadStarted, (tx, all) => publishVideos(tx, toKeys(all))),
  on(videoMoved, (tx, all) => publishVideos(tx, toKeys(all))),
  ...[videoDeleted, videoRestored].map((kind) =>
    on(kind, (tx, all) => publishVideos(tx, toKeys(all))),
  ),
  ...[channelCreated, channelChanged, channelDeleted].map((kind) =>
    on(kind, (tx, all) =>
      publishSettings(
        tx,
        'host',
        all.flatMap(({ hosts }) => hosts),
      ),
    ),
  ),
  ...[projectCreated, projectChanged].map((kind) =>
    on(kind, (tx, all) => publishSettings(tx, 'project', toKeys(all))),
  ),
  ...[playerCreated, playerChanged, playerDeleted].map((kind) =>
    on(kind, (tx, all) => publishSettings(tx, 'player', toKeys(all))),
  ),
  ...[
    geoblockRuleCreated,
    geoblockRuleChanged,
    geoblockRuleDeleted,
    drmConfigChanged,
    jwtKeyCreated,
    jwtKeyDeleted,
  ].map((kind) =>
    on(kind, (tx, all) =>
      publishSettings(
        tx,
        'team',
        all.map(({ teamId }) => teamId),
      ),
    ),
  ),
];

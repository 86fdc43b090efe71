import { defineChange, defineEvent, type Listener, onEach } from '../../base/events.ts';
import { retryNow } from '../../base/jobs.ts';
import { streamPlanned } from '../encoding/events/stream-planned.ts';
import { keyServerChanged } from '../key-servers/events.ts';
import { revisionChanged } from '../revisions/events.ts';
import { startPendingPackaging, requireProtection } from './actions/default-protection.ts';
import { packageJob } from './jobs.ts';

/** A person chose how the video is protected; its stream is packaged for that afterwards. */
export const protectionChosen = defineChange({ name: 'video.protectionChosen', subject: null });
export const keysRotated = defineEvent({ name: 'video.keysRotated', subject: null });

export const drmListeners: readonly Listener[] = [
  onEach(streamPlanned, (tx, { revisionKey, drmModel }) =>
    requireProtection(tx, revisionKey, drmModel),
  ),
  onEach(revisionChanged, async (tx, { key, state, columns }) => {
    if (state === 'completed' && columns.includes('state')) await startPendingPackaging(tx, [key]);
  }),
  // The key server may answer now.
  onEach(keyServerChanged, (tx, { teamId }) => retryNow(tx, packageJob, teamId)),
];

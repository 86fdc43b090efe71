import { type Listener, onEach } from '../../base/events.ts';
import { hurryRetries } from '../../base/jobs.ts';
import { streamPlanned } from '../encoding/events/stream-planned.ts';
import { keyServerChanged } from '../key-servers/events.ts';
import { revisionChanged } from '../revisions/events.ts';
import { beginDue, requireProtection } from './actions/required.ts';
import { packageJob } from './jobs.ts';

export const drmListeners: readonly Listener[] = [
  onEach(streamPlanned, (tx, { revisionKey, drmModel }) =>
    requireProtection(tx, revisionKey, drmModel),
  ),
  onEach(revisionChanged, async (tx, { key, state, columns }) => {
    if (state === 'completed' && columns.includes('state')) await beginDue(tx, [key]);
  }),
  // The key server may answer now.
  onEach(keyServerChanged, (tx, { teamId }) => hurryRetries(tx, packageJob, teamId)),
];

import { defineChange, defineEvent, type Listener, onEach } from '../../base/events.ts';
import { enqueue } from '../../base/jobs.ts';
import { keyNeeded } from '../pieces/events.ts';
import { requestKeyJob } from './jobs.ts';
import { getMaxKeyDelay } from './rules/tries.ts';

const subject = 'keyServer';
export const keyServerCreated = defineEvent({ name: 'keyServer.created', subject });
export const keyServerChanged = defineChange({ name: 'keyServer.changed', subject });
export const keyServerDeleted = defineEvent({ name: 'keyServer.deleted', subject });

export const keyServerListeners: readonly Listener[] = [
  // A request for this stream's key may be queued already.
  onEach(keyNeeded, async (tx, { revisionKey, teamId }) => {
    const retryDelayMax = getMaxKeyDelay();
    const options = { group: teamId, singletonKey: revisionKey, retryDelayMax };
    await enqueue(tx, requestKeyJob, { revisionKey }, options);
  }),
];

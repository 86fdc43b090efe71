import { type Listener, on } from '../../base/events.ts';
import { uploadCompleted, uploadRemoved } from '../uploads/events.ts';
import { beginIngression, forgetArriving } from './actions/begin.ts';

export const encodingListeners: readonly Listener[] = [
  on(uploadCompleted, (tx, { teamId, key, revisionKey }) =>
    beginIngression(tx, { teamId, videoKey: key, revisionKey }),
  ),
  on(uploadRemoved, (tx, { revisionKey }) => forgetArriving(tx, revisionKey)),
];

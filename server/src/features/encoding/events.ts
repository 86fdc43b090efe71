import { type Listener, on } from '../../base/events.ts';
import { uploadCompleted, uploadRemoved } from '../uploads/events.ts';
import { beginIngression, forgetArriving } from './actions/begin.ts';

export const encodingListeners: readonly Listener[] = [
  on(uploadCompleted, (tx, { revisionKey }) => beginIngression(tx, revisionKey)),
  on(uploadRemoved, (tx, { revisionKey }) => forgetArriving(tx, revisionKey)),
];

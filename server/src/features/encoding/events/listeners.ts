import { type Listener, onEach } from '../../../base/events.ts';
import { uploadCompleted, uploadRemoved } from '../../uploads/events.ts';
import { beginIngression } from '../actions/ingression.ts';
import { forgetPlan } from '../actions/forget-plan.ts';

export const encodingListeners: readonly Listener[] = [
  onEach(uploadCompleted, (tx, { revisionKey }) => beginIngression(tx, revisionKey)),
  onEach(uploadRemoved, async (tx, { revisionKey }) => void (await forgetPlan(tx, revisionKey))),
];

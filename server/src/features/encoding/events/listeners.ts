import { type Listener, on } from '../../../base/events.ts';
import { uploadCompleted, uploadRemoved } from '../../uploads/events.ts';
import { beginIngression } from '../actions/ingression.ts';
import { forgetPlan } from '../actions/forget-plan.ts';

export const encodingListeners: readonly Listener[] = [
  on(uploadCompleted, (tx, { revisionKey }) => beginIngression(tx, revisionKey)),
  on(uploadRemoved, async (tx, { revisionKey }) => void (await forgetPlan(tx, revisionKey))),
];

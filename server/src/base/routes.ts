import { implement } from '@orpc/server';
import { contract } from '@kinora/contract/router';
import { areAnswersChecked } from './config.ts';
import type { RequestContext } from './request.ts';

/** The contract, to be implemented feature by feature. */
export const os = implement(contract, {
  // No index is ever NaN: the answers are then sent as they are.
  initialOutputValidationIndex: areAnswersChecked() ? 0 : Number.NaN,
}).$context<RequestContext>();

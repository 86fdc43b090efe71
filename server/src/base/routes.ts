import { implement } from '@orpc/server';
import { contract } from '@kinora/contract/router';
import type { RequestContext } from './request.ts';

/** The contract, to be implemented feature by feature. */
export const os = implement(contract).$context<RequestContext>();

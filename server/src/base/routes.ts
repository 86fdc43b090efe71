import { implement } from '@orpc/server';
import { contract } from '@kinora/contract/router';
import { requireDescribed } from './checked-answers.ts';
import { areAnswersChecked } from './config.ts';
import type { RequestContext } from './request.ts';

const isChecked = areAnswersChecked();

/** The contract, to be implemented feature by feature. */
export const os = implement(contract, {
  // No index is ever NaN: answers are sent as they are, and checked as they are sent.
  initialOutputValidationIndex: Number.NaN,
})
  .$context<RequestContext>()
  .use(async ({ next, procedure }) => {
    const result = await next();
    const schema = procedure['~orpc'].outputSchema;
    if (isChecked && schema) await requireDescribed(schema, result.output);
    return result;
  });

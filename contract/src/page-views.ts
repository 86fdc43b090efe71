import { z } from 'zod';
import { createCalls } from './call.ts';
import { PRINTABLE } from './fields.ts';

const call = createCalls('page views', 'Use of the console');

export const pageViews = {
  record: call({ who: 'member', isThrottled: true })
    .route({
      method: 'POST',
      path: '/api/v1/page-views',
      successStatus: 204,
      summary: 'Record that a console page was opened',
    })
    .input(
      z.object({
        path: z
          .string()
          .min(1)
          .max(500)
          .startsWith('/')
          .regex(PRINTABLE)
          .meta({ examples: ['/films/projects'] }),
      }),
    )
    .output(z.void()),
};

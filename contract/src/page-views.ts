import { z } from 'zod';
import { callsOf } from './call.ts';
import { printable } from './fields.ts';

const call = callsOf('page views', 'Use of the console');

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
          .regex(printable)
          .meta({ examples: ['/films/projects'] }),
      }),
    )
    .output(z.void()),
};

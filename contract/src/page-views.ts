import { oc } from '@orpc/contract';
import { z } from 'zod';
import { printable } from './fields.ts';

export const pageViews = {
  record: oc
    .route({
      method: 'POST',
      path: '/api/v1/page-views',
      successStatus: 204,
      tags: ['page views'],
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

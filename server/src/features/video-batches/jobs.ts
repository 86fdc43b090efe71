import { z } from 'zod';
import { defineLongWorkKind } from '../../base/long-work/kinds.ts';
import { BATCH_KINDS, CHANGE_VIDEOS } from './rules.ts';

export const changeVideos = defineLongWorkKind({
  name: CHANGE_VIDEOS,
  input: z.object({ action: z.enum(BATCH_KINDS), tags: z.array(z.string()) }),
  item: z.null(),
  changed: z.object({
    tags: z.array(z.string()).optional(),
    projectId: z.string().optional(),
    deletedAt: z.coerce.date().optional(),
  }),
  // Other changes of one of these videos wait some tenths of a second.
  itemsAtOnce: 100,
  notification: { kind: 'videoBatch', getCode: ({ action }) => action },
});

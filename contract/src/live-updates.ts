import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { createCalls } from './call.ts';

/** These may change while somebody looks at them. */
export const LiveSubject = z.enum([
  'drmConfig',
  'geoblockRule',
  'job',
  'overlayPreset',
  'playbackChannel',
  'player',
  'preset',
  'project',
  'team',
  'urlSigningKey',
  'video',
  'videoBatch',
]);
export type LiveSubject = z.infer<typeof LiveSubject>;

/**
 * Changes since the message before, each named once. No subject at all: anything may have changed, as
 * in the first message, and whenever some may have been missed.
 */
export const LiveUpdate = z.object({
  changes: z.array(
    z.object({
      subject: LiveSubject,
      /** Key of the video, key or id of anything else; null when it is many. */
      key: z.string().nullable(),
    }),
  ),
});
export type LiveUpdate = z.infer<typeof LiveUpdate>;

const call = createCalls('live-updates', 'What changes while you look');

export const liveUpdates = {
  listen: call({
    who: 'member',
    problems: {
      429: 'This account listens too often at once',
      503: 'This installation can’t say what changes; ask again and again instead',
    },
  })
    .route({
      method: 'GET',
      path: '/api/v1/live-updates',
      summary:
        'Server-sent events that name what changes in the team. Ends after some minutes: connect again',
    })
    .input(z.object({}))
    .output(eventIterator(LiveUpdate)),
};

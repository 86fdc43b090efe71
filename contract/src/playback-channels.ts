import { oc } from '@orpc/contract';
import { z } from 'zod';
import { Id, Time } from './fields.ts';
import { queryNumber, shortList } from './lists.ts';

export const PlaybackChannel = z.object({
  id: Id,
  name: z.string(),
  /** Host with its port if any: `localhost:8081`. */
  defaultPlaybackDomain: z.string(),
  isPrimary: z.boolean(),
  createdAt: Time,
});
export type PlaybackChannel = z.infer<typeof PlaybackChannel>;

export const playbackChannels = {
  list: oc
    .route({
      method: 'GET',
      path: '/api/v1/playback-channels',
      tags: ['playback channels'],
      summary: 'Playback channels of the team',
    })
    .input(z.object({ limit: queryNumber(1, 100).default(100) }))
    .output(shortList(PlaybackChannel)),
  get: oc
    .route({
      method: 'GET',
      path: '/api/v1/playback-channels/{id}',
      tags: ['playback channels'],
      summary: 'One playback channel',
    })
    .input(z.object({ id: Id }))
    .output(PlaybackChannel),
};

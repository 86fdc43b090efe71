import { z } from 'zod';
import { createCalls } from './call.ts';
import { nameSchema } from './name-schema.ts';
import { Id, Time } from './fields.ts';
import { limitQuery, shortList } from './lists.ts';

export const PlaybackChannel = nameSchema(
  'PlaybackChannel',
  z.object({
    id: Id,
    name: z.string(),
    /** Host with its port if any: `localhost:8081`. */
    defaultPlaybackDomain: z.string(),
    isPrimary: z.boolean(),
    createdAt: Time,
  }),
);
export type PlaybackChannel = z.infer<typeof PlaybackChannel>;

const call = createCalls('playback channels', 'Where videos are delivered');

export const playbackChannels = {
  list: call({ who: 'member' })
    .route({
      method: 'GET',
      path: '/api/v1/playback-channels',
      summary: 'Playback channels of the team',
    })
    .input(z.object({ limit: limitQuery({ fallback: 100, max: 100 }) }))
    .output(shortList(PlaybackChannel)),
  get: call({ who: 'member' })
    .route({
      method: 'GET',
      path: '/api/v1/playback-channels/{id}',
      summary: 'One playback channel',
    })
    .input(z.object({ id: Id }))
    .output(PlaybackChannel),
};

import { z } from 'zod';
import { createCalls } from './call.ts';
import { Id, Time } from './fields.ts';
import { nameSchema } from './name-schema.ts';
import { VideoSummary } from './videos/summary.ts';

/** The addresses of a video, each signed by itself. */
export const SignedLinks = nameSchema(
  'SignedLinks',
  z.object({
    expiresAt: Time.describe('To the second; who still watches is refused then'),
    urlSigningKeyId: Id.describe('The key that signed'),
    watchUrl: VideoSummary.shape.watchUrl,
    playbackUrls: VideoSummary.shape.playbackUrls,
  }),
);
export type SignedLinks = z.infer<typeof SignedLinks>;

const call = createCalls('signed links', 'Links that play where a channel requires signed URLs');

export const signedLinks = {
  create: call({
    who: 'uploader',
    problems: { 409: 'No URL signing key signs for the channel that the project plays on' },
  })
    .route({
      method: 'POST',
      path: '/api/v1/videos/{id}/signed-links',
      summary:
        'Sign the addresses of a video with a key of the channel that its project plays on; `t` and `player` may be added',
    })
    .input(
      z.object({
        id: Id,
        expiresAt: Time.describe('At most 366 days from now'),
        urlSigningKeyId: Id.describe(
          'The `id` or `keyId` of a key of the channel; without it the oldest signs',
        ).optional(),
      }),
    )
    .output(SignedLinks),
};

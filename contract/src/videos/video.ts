import { z } from 'zod';
import { nameSchema } from '../name-schema.ts';
import { SourceFacts } from '../video-sources.ts';
import { VIDEO_PARTS, VOD_PARTS } from './parts.ts';
import { VideoSummary } from './summary.ts';

/** A video with what its own page shows: the summary, and what features add to it. */
export const Video = nameSchema(
  'Video',
  VideoSummary.extend({
    description: z.string(),
    /** The console plays by these, whatever is demanded of viewers, for a day; not to be handed out. */
    previewUrl: z.string().nullable().describe('A page where a key server has the key'),
    previewLicenseToken: z.string().nullable(),
    ...VIDEO_PARTS,
    vod: VideoSummary.shape.vod.extend({
      ...VOD_PARTS,
      source: VideoSummary.shape.vod.shape.source.extend({
        facts: SourceFacts.nullable(),
      }),
    }),
  }),
);
export type Video = z.infer<typeof Video>;

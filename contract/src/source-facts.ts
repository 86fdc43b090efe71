import { z } from 'zod';

/** Says what the probe found in a source file. */
export const SourceFacts = z.object({
  /** Names of ffmpeg, as `h264` and `aac`; null where the file has no such track. */
  videoCodec: z.string().nullable(),
  audioCodec: z.string().nullable(),
  /** Frames per second; of a variable rate the highest sustained one. */
  frameRate: z.number().nullable(),
  isFrameRateVariable: z.boolean(),
  /** Bits per second of the whole file. */
  bitRate: z.int().nullable(),
  /** `pq` and `hlg` are HDR; null without video. */
  dynamicRange: z.enum(['sdr', 'pq', 'hlg']).nullable(),
});
export type SourceFacts = z.infer<typeof SourceFacts>;

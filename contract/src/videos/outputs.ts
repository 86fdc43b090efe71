import { z } from 'zod';
import { Id } from '../fields.ts';

export const Output = z.object({
  id: Id,
  type: z.enum(['video', 'audio']),
  /** `1080p`, or the audio track's name. */
  name: z.string(),
  codec: z.string(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  languageCode: z.string().nullable(),
  /** Bits per second, measured over whole segments; null until the output is complete. */
  bitRate: z.int().nullable(),
  maxBitRate: z.int().nullable(),
  fileSize: z.int().nullable(),
  completed: z.boolean(),
});
export type Output = z.infer<typeof Output>;

/** Encoding adds these to the revision that plays. */
export const videoOutputs = { vod: { outputs: z.array(Output) } };

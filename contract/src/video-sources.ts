import { z } from 'zod';
import { text, Time } from './fields.ts';
import { toBareType } from './media-kinds.ts';

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
  /** Tracks and pictures of the file that nothing is made of. */
  leftOut: z.array(
    z.object({
      type: z.enum(['video', 'audio', 'picture']),
      /** A name of ffmpeg, as `wavpack`, or what the file calls it. */
      codec: z.string().nullable(),
      /** `unsupported` is known and never decoded; `unknown` is not known at all. */
      reason: z.enum(['unsupported', 'unknown']),
    }),
  ),
});
export type SourceFacts = z.infer<typeof SourceFacts>;

/** A file that is going to be sent. */
export const UploadSource = z.object({
  type: z
    .string()
    .max(150)
    // As recorders in browsers name it: `video/webm;codecs=vp8,opus`.
    .overwrite(toBareType)
    .regex(/^(video|audio)\/[\w.+-]+$|^application\/mxf$/)
    .describe('In any case; parameters are left out')
    .meta({ examples: ['video/mp4'] }),
  /** Bytes; at most 1 TiB. */
  size: z.int().min(1).max(1_099_511_627_776),
  fileName: text({ min: 1, max: 255 }),
});

export const UploadingInfo = z.object({
  state: z.enum(['queued', 'uploading', 'uploaded']),
  /** Whole percent. */
  progress: z.int().min(0).max(100),
  uploadedSize: z.int(),
  totalSize: z.int(),
  uploadCompleteTime: Time.nullable(),
  /** Begun, and without a byte for 5 minutes; it goes on when the same file is chosen again. */
  isInterrupted: z.boolean(),
  /** 24 h since the last byte without a result. */
  isStale: z.boolean(),
});
export type UploadingInfo = z.infer<typeof UploadingInfo>;

/** Its upload adds this to a video. */
export const videoUpload = { answer: { uploadingInfo: UploadingInfo } };

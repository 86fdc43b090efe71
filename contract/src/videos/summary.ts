import { z } from 'zod';
import { Protecting } from '../drm.ts';
import { Id, Time } from '../fields.ts';
import { nameSchema } from '../name-schema.ts';
import { DeliveryModel } from '../preset-tracks.ts';
import { SUMMARY_PARTS } from './parts.ts';

export const ProcessingState = z.enum([
  'sourceWaiting',
  'sourceIngression',
  'processing',
  'partiallyCompleted',
  'completed',
  'failed',
]);
export type ProcessingState = z.infer<typeof ProcessingState>;

/** Says why a source or its encoding was given up; text for people in `i18n`, `videos.reasons.{reason}`. */
export const SourceProblem = z.enum([
  // the file's fault
  'empty',
  'not_media',
  'truncated',
  'damaged',
  'no_streams',
  'no_frames',
  'unsupported_codec',
  'too_large',
  'too_long',
  // ours
  'probe_timeout',
  'out_of_memory',
  'unreadable',
  'tool_failed',
  'source_unreadable',
  'disk_full',
  'killed',
  'timeout',
  'storage_unavailable',
  'key_unavailable',
  'worker_lost',
  'internal',
]);
export type SourceProblem = z.infer<typeof SourceProblem>;

export const Creator = nameSchema('Creator', z.object({ id: Id, name: z.string() }));
export type Creator = z.infer<typeof Creator>;

const addresses = z.array(z.object({ url: z.string() }));
const PlaybackUrls = z.object({
  primaryPlaybackUrl: z.object({ hls: addresses, dash: addresses, mp4Playlist: addresses }),
  embeddedUrl: z.string(),
});

/** A video as lists show it. */
export const VideoSummary = nameSchema(
  'VideoSummary',
  z.object({
    id: Id,
    key: z.string(),
    title: z.string(),
    /** Seconds; null until the source was probed. */
    duration: z.number().nullable(),
    /** Guessed from the type of a source until it is probed. */
    isAudioOnly: z.boolean(),
    playable: z.boolean(),
    watchUrl: z.string().describe('The page to send to a person; it waits until the video plays'),
    playbackUrls: PlaybackUrls.nullable(),
    requiresSignedUrl: z
      .boolean()
      .describe('None of these plays unless it is signed: its channel demands it'),
    coverImage: z
      .object({ sizes: z.array(z.object({ width: z.int(), url: z.string() })) })
      .nullable(),
    previewStoryboardUrl: z
      .string()
      .nullable()
      .describe('Pictures of its moments for the console; not to be handed out'),
    createdAt: Time,
    updatedAt: Time,
    project: z.object({ id: Id, key: z.string(), name: z.string() }),
    creator: Creator,
    actions: z.object({ updateVideo: z.boolean() }),
    ...SUMMARY_PARTS,
    vod: z.object({
      id: Id,
      revisionKey: z.string(),
      /** Null until the source was checked. */
      deliveryModel: DeliveryModel.nullable(),
      processingInfo: z.object({
        state: ProcessingState,
        totalExpectedOutputs: z.int(),
        totalCompletedOutputs: z.int(),
        /** Whole percent of the encoding. */
        progress: z.int().min(0).max(100),
        failureReason: SourceProblem.nullable(),
      }),
      protecting: Protecting,
      /** Its stream has a key, which can be replaced by a new one. */
      isEncrypted: z.boolean(),
      source: z.object({
        fileName: z.string(),
        type: z.string(),
        size: z.int(),
        /** Pixels as shown, turned upright; null until the source was probed, and without video. */
        width: z.int().nullable(),
        height: z.int().nullable(),
        /** `probeFileError`: the file is at fault; `probeError`: we are, or the cause is unknown. */
        probeErrorType: z.enum(['probeFileError', 'probeError']).nullable(),
        probeErrorDetail: SourceProblem.nullable(),
        /** Technical words of the probe, for support. */
        probeDetail: z.string().nullable(),
      }),
    }),
  }),
);
export type VideoSummary = z.infer<typeof VideoSummary>;

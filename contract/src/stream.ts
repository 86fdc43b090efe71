import { z } from 'zod';
import { DeliveryModel } from './preset-tracks.ts';

/**
 * Durations of consecutive segments in ticks, run-length encoded:
 * `[{ count: 9, ticks: 180180 }, { count: 1, ticks: 45045 }]`.
 */
export const SegmentRuns = z.array(z.object({ count: z.int().min(1), ticks: z.int().min(1) }));
export type SegmentRuns = z.infer<typeof SegmentRuns>;

/** Borders of the segments of one media type. Segment n (from 1) lasts the n-th entry of `runs`. */
export const SegmentTimeline = z.object({
  timescale: z.int().min(1),
  runs: SegmentRuns,
});
export type SegmentTimeline = z.infer<typeof SegmentTimeline>;

/** Bits per second over whole segments. `measured` is false while the figures are the plan's. */
export const Bandwidth = z.object({
  peakBps: z.int().min(1),
  averageBps: z.int().min(1),
  measured: z.boolean(),
});
export type Bandwidth = z.infer<typeof Bandwidth>;

const Hex16 = z.string().regex(/^[0-9a-f]{32}$/);

/** One video rendition. Its bytes are at `{streamPrefix}{id}/init.mp4` and `…/{n}.m4s`, n from 1. */
export const VideoRendition = z.object({
  id: z.string().regex(/^v[0-9a-z-]{1,30}$/),
  /** RFC 6381, e.g. `avc1.64002a` */
  codec: z.string(),
  width: z.int().min(1),
  height: z.int().min(1),
  /** Frames per second as a fraction; for variable rate the highest rate. */
  frameRate: z.object({ numerator: z.int().min(1), denominator: z.int().min(1) }),
  bandwidth: Bandwidth,
  /**
   * True once every segment is stored. One that is not ready is in playlists only while the stream
   * is `open`.
   */
  ready: z.boolean(),
  /** Set once `…/{id}/key-frames.json` (KeyFrames) is stored: the rates of its I-frame playlist. */
  iFrames: Bandwidth.nullable().default(null),
  /** The audio renditions that it plays with, none when it is silent; absent: all of the stream. */
  audioIds: z.array(z.string()).max(64).optional(),
  /** The key that encrypts this rendition; absent: the encryption's `videoKeyId`. */
  keyId: Hex16.optional(),
});
export type VideoRendition = z.infer<typeof VideoRendition>;

export const AudioRendition = z.object({
  id: z.string().regex(/^a[0-9a-z-]{1,30}$/),
  /** RFC 6381, e.g. `mp4a.40.2` */
  codec: z.string(),
  channels: z.int().min(1),
  sampleRate: z.int().min(1),
  /** ISO 639-2/T, `und` when unknown */
  languageCode: z.string().min(2).max(3),
  name: z.string(),
  /** Describes the video to blind people (`public.accessibility.describes-video`). */
  isAudioDescription: z.boolean().default(false),
  segments: SegmentTimeline,
  bandwidth: Bandwidth,
  ready: z.boolean(),
  /** The key that encrypts this rendition; absent: the encryption's `audioKeyId`. */
  keyId: Hex16.optional(),
});
export type AudioRendition = z.infer<typeof AudioRendition>;

/**
 * `…/{id}/key-frames.json` of a video rendition lists the key frames of each segment: byte offset in
 * the segment's file, length in bytes (moof and mdat header included) and time until the next one in
 * ticks of the video timeline.
 */
export const KeyFrames = z.object({
  segments: z.array(z.array(z.tuple([z.int().min(0), z.int().min(1), z.int().min(1)]))),
});
export type KeyFrames = z.infer<typeof KeyFrames>;

/**
 * Sheets of small pictures for scrubbing, at `…/storyboard-{n}.jpg`, n from 1: `columns` × `rows`
 * tiles each, one per interval, left to right, top to bottom. The last sheet may be short.
 */
export const Storyboard = z.object({
  columns: z.int().min(1),
  rows: z.int().min(1),
  tileWidth: z.int().min(1),
  tileHeight: z.int().min(1),
  intervalMs: z.int().min(1),
  tiles: z.int().min(1),
});
export type Storyboard = z.infer<typeof Storyboard>;

/** A whole file for progressive download: `…/{height}p.mp4`. Classic model only. */
export const ProgressiveFile = z.object({
  height: z.int().min(1),
  width: z.int().min(1),
  sizeBytes: z.int().min(1),
});
export type ProgressiveFile = z.infer<typeof ProgressiveFile>;

/** Says how the stored segments are encrypted. Keys themselves are never here. */
export const StreamEncryption = z.discriminatedUnion('method', [
  z.object({
    /** RFC 8216 §4.3.2.4: whole segments, PKCS7, the IV is the media sequence number. */
    method: z.literal('aes-128'),
    keyUri: z.string(),
  }),
  z.object({
    /** ISO/IEC 23001-7 `cbcs`. These keys are of the renditions that name none of their own. */
    method: z.literal('cbcs'),
    iv: Hex16,
    videoKeyId: Hex16.nullable(),
    audioKeyId: Hex16.nullable(),
    systems: z.array(z.enum(['widevine', 'playready', 'fairplay', 'clearkey'])),
    /** Base64 `pssh` boxes per system, by key; by kind of track where they name none. */
    pssh: z.array(
      z.object({
        system: z.enum(['widevine', 'playready', 'clearkey']),
        kind: z.enum(['video', 'audio']),
        keyId: Hex16.optional(),
        data: z.string(),
      }),
    ),
  }),
]);
export type StreamEncryption = z.infer<typeof StreamEncryption>;

/** A stream names this many at most, the newest: their keys go into a header that is sent to PlayReady's service. */
export const MAX_EARLIER = 4;

const Description = z.object({
  version: z.literal(1),
  videoKey: z.string(),
  revisionKey: z.string(),
  /**
   * The plan's name in `streams/{videoKey}/{folder}/`: files that are stored, cached or removed of one
   * plan never meet another's. The first plans have none, and use the revision's key.
   */
  folder: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/)
    .optional(),
  durationMs: z.number().positive(),
  /** Shared by all video renditions; null for an audio-only stream. */
  videoSegments: SegmentTimeline.nullable(),
  video: z.array(VideoRendition),
  audio: z.array(AudioRendition),
  /** Widths in px for which `{streamPrefix}cover-{width}.jpg` is stored, ascending. */
  coverWidths: z.array(z.int().min(1)),
  deliveryModel: DeliveryModel.default('classic'),
  /**
   * True while listed renditions lack segments: a requested segment is made next, and its answer is
   * delayed until then.
   */
  open: z.boolean().default(false),
  /**
   * The media sequence number of the first segment, whose file is `1.m4s`. Descriptions older than this field
   * begin with 1, and keep that for viewers who are watching.
   */
  firstMediaSequence: z.union([z.literal(0), z.literal(1)]).default(1),
  /** The video rendition to begin with; null lets the playlists choose. */
  firstRenditionId: z.string().nullable().default(null),
  storyboard: Storyboard.nullable().default(null),
  progressive: z.array(ProgressiveFile).default([]),
  encryption: StreamEncryption.nullable().default(null),
});

/** A stream that another one has replaced, which no main playlist lists any more. */
const EarlierStream = Description.extend({
  /** Viewers may still be watching it until this time, in ms since 1970. */
  until: z.number(),
});
export type EarlierStream = z.infer<typeof EarlierStream>;

/** Everything `manifests/` needs to write HLS and DASH for one revision of one video. */
export const StreamDescription = Description.extend({
  /**
   * Viewers who began earlier play on with these streams, which are kept for a while: another revision in its
   * own folder, or other tracks in the same folder. The newest come first.
   */
  earlier: z.array(EarlierStream).optional(),
});
export type StreamDescription = z.infer<typeof StreamDescription>;

export type StreamPlace = {
  videoKey: string;
  revisionKey: string;
  folder?: string | null | undefined;
};

/** All streams of a video lie below it. */
export const getStreamsPrefix = (videoKey: string) => `streams/${videoKey}/`;

/** Storage key below which all bytes of a stream lie; also its path on a playback domain. */
export function getStreamPrefix({ videoKey, revisionKey, folder }: StreamPlace): string {
  return `${getStreamsPrefix(videoKey)}${folder ?? revisionKey}/`;
}

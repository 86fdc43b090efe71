import { z } from 'zod';

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

/**
 * One video rendition. Its bytes are at
 * `streams/{videoKey}/{revisionKey}/{id}/init.mp4` and `…/{n}.m4s`, n from 1.
 */
export const VideoRendition = z.object({
  id: z.string().regex(/^v[0-9a-z-]{1,30}$/),
  /** RFC 6381, e.g. `avc1.64002a` */
  codec: z.string(),
  width: z.int().min(1),
  height: z.int().min(1),
  /** Frames per second as a fraction; for variable rate the highest rate. */
  frameRate: z.object({ numerator: z.int().min(1), denominator: z.int().min(1) }),
  bandwidth: Bandwidth,
  /** True once every segment is stored. A rendition that is not ready is left out of playlists. */
  ready: z.boolean(),
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
  segments: SegmentTimeline,
  bandwidth: Bandwidth,
  ready: z.boolean(),
});
export type AudioRendition = z.infer<typeof AudioRendition>;

/** Everything `manifests/` needs to write HLS and DASH for one revision of one video. */
export const StreamDescription = z.object({
  version: z.literal(1),
  videoKey: z.string(),
  revisionKey: z.string(),
  durationMs: z.number().positive(),
  /** Shared by all video renditions; null for an audio-only stream. */
  videoSegments: SegmentTimeline.nullable(),
  video: z.array(VideoRendition),
  audio: z.array(AudioRendition),
  /** Widths in px for which `streams/{videoKey}/{revisionKey}/cover-{width}.jpg` is stored, ascending. */
  coverWidths: z.array(z.int().min(1)),
});
export type StreamDescription = z.infer<typeof StreamDescription>;

/** Storage key below which all bytes of one revision lie; also its path on a playback domain. */
export function streamPrefix(videoKey: string, revisionKey: string): string {
  return `streams/${videoKey}/${revisionKey}/`;
}

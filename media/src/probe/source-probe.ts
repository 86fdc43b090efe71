import type { SourceKind } from './sniff.ts';

export type Fraction = { numerator: number; denominator: number };

/** When the pictures of a video stream are shown, in ascending order. */
export type FrameTimes = {
  timeBase: Fraction;
  /** ticks of `timeBase` on the source's own clock; large, so not for storing */
  ticks: Float64Array;
  /** how long the last picture lasts, in ticks */
  lastTicks: number;
  /** false when the container leaves presentation times out and decode times stand for them */
  exact: boolean;
};

export type VideoSource = {
  streamIndex: number;
  /** track_ID within an MP4 or MOV */
  trackId?: number;
  codec: string;
  profile: string | null;
  pixelFormat: string;
  codedWidth: number;
  codedHeight: number;
  /** clockwise degrees by which the coded picture is turned when shown: 0, 90, 180 or 270 */
  rotation: number;
  /** size as shown: turned, with square pixels */
  displayWidth: number;
  displayHeight: number;
  /** the constant rate, or for variable rate the highest sustained one */
  frameRate: Fraction;
  variableFrameRate: boolean;
  interlaced: boolean;
  transfer: 'sdr' | 'pq' | 'hlg';
  /** first picture on the source's clock */
  startSeconds: number;
  /** end of the last picture on the source's clock */
  endSeconds: number;
  frames: FrameTimes;
};

export type AudioSource = {
  streamIndex: number;
  /** track_ID within an MP4 or MOV */
  trackId?: number;
  codec: string;
  channels: number;
  /** null when the source does not say where its channels belong */
  channelLayout: string | null;
  sampleRate: number;
  /** ISO 639-2 as the file states it, or null */
  language: string | null;
  title: string | null;
  isDefault: boolean;
  startSeconds: number;
  endSeconds: number;
};

/** What a source holds, as far as encoding it needs to know. */
export type SourceProbe = {
  kind: SourceKind;
  sizeBytes: number;
  /** from the first to the last moment of video and audio */
  durationMs: number;
  video: VideoSource | null;
  audio: AudioSource[];
  /** attached cover picture */
  picture: { streamIndex: number; width: number; height: number } | null;
  /**
   * the clock runs back or leaps, as in joined transport streams; all times here are then those of
   * one continuous clock from the file's start
   */
  clockJumps: boolean;
  /** true when the file ends before what its index promises; what is there can be encoded */
  truncated: boolean;
};

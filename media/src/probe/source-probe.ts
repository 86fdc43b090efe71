import type { Colour } from './colour.ts';
import type { SourceKind } from './sniff.ts';

export type Fraction = { numerator: number; denominator: number };

/** Presentation times of a video stream's frames, ascending. */
export type FrameTimes = {
  timeBase: Fraction;
  /** ticks of `timeBase` on the source's own clock; large, so not for storing */
  ticks: Float64Array;
  /** duration of the last frame, in ticks */
  lastTicks: number;
  /** false when the container lacks presentation times and decode times replace them */
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
  /** clockwise degrees by which the coded frame is turned when shown: 0, 90, 180 or 270 */
  rotation: number;
  /** size as shown: turned, with square pixels */
  displayWidth: number;
  displayHeight: number;
  /** the constant rate, or for variable rate the highest sustained one */
  frameRate: Fraction;
  variableFrameRate: boolean;
  interlaced: boolean;
  transfer: 'sdr' | 'pq' | 'hlg';
  colour: Colour;
  /** the decoder that reads transparency, where ffmpeg's own doesn't */
  decoder?: 'libvpx' | 'libvpx-vp9';
  /** frames are smaller than the coded size, or of another shape, at times */
  changesSize?: true;
  /** start of the first frame on the source's clock */
  startSeconds: number;
  /** end of the last frame on the source's clock */
  endSeconds: number;
  /** max seconds by which a key frame is decoded before it is shown, where seeking goes by decode times */
  keyLeadSeconds: number;
  frames: FrameTimes;
};

export type AudioSource = {
  streamIndex: number;
  /** track_ID within an MP4 or MOV */
  trackId?: number;
  /** streams of one channel each that this track is joined of, in the order of its layout */
  channelStreams?: number[];
  codec: string;
  channels: number;
  /** null when the source does not state its channel layout */
  channelLayout: string | null;
  sampleRate: number;
  /** ISO 639-2 as the file states it, or null */
  language: string | null;
  title: string | null;
  isDefault: boolean;
  startSeconds: number;
  endSeconds: number;
};

/** A stream that nothing is made of: the codec's name, or the container's four letters for it. */
export type LeftOutStream = {
  type: 'video' | 'audio' | 'picture';
  codec: string | null;
  /** `unsupported` is known but never decoded here */
  reason: 'unsupported' | 'unknown';
};

/** The facts about a source that encoding needs. */
export type SourceProbe = {
  kind: SourceKind;
  sizeBytes: number;
  /** from the first to the last moment of video and audio */
  durationMs: number;
  video: VideoSource | null;
  audio: AudioSource[];
  /** attached cover picture */
  picture: { streamIndex: number; width: number; height: number } | null;
  /** streams that are not decoded; absent where there are none */
  leftOut?: LeftOutStream[];
  /**
   * the clock jumps back or ahead, as in joined transport streams; all times here are then on one
   * continuous clock from the file's start
   */
  clockJumps: boolean;
  /** true when the file ends before its index says; the part that is there can be encoded */
  truncated: boolean;
};

import type { SegmentTimeline } from '@kinora/contract/stream';
import type { SourceKind } from '../probe/sniff.ts';
import type { AudioSource, Fraction, VideoSource } from '../probe/source-probe.ts';
import type { AudioCopy, VideoCopy } from './copy-plan.ts';
import type { Grid } from './grid.ts';
import type { AudioIntent, VideoIntent } from './ladder.ts';

/** Says how frame times are determined. */
export type VideoTiming =
  | {
      /** frame n is shown at n / rate; missing frames are repeated, surplus ones dropped */
      mode: 'constant';
      rate: Fraction;
      frameCount: number;
      gopFrames: number;
    }
  /** the source's own times; IDR frames are forced at `keyTicks` */
  | { mode: 'variable'; rate: Fraction; keyTicks: number[] }
  /** the same, with the key frames of the source, because a rendition is its copy */
  | { mode: 'sourceKeys'; rate: Fraction; keyTicks: number[] };

type PlannedVideoBase = {
  id: string;
  name: string;
  /** RFC 6381 */
  codec: string;
  width: number;
  height: number;
  frameRate: Fraction;
  peakBps: number;
  averageBps: number;
  /** the audio renditions that play with it; absent: all */
  audioIds?: string[];
};

export type EncodedVideo = PlannedVideoBase & {
  source: 'encode';
  intent: VideoIntent;
  /** every n-th frame is kept */
  frameStep: number;
  /** as the codec counts levels */
  level: number;
  /** all samples are composed later than they are shown by this, and the init segment compensates */
  delayTicks: number;
};

export type CopiedVideo = PlannedVideoBase & {
  source: 'copy';
  copy: Omit<VideoCopy, 'keyTicks'>;
};

export type PlannedVideo = EncodedVideo | CopiedVideo;

type PlannedAudioBase = {
  id: string;
  track: AudioSource;
  /** RFC 6381 */
  codec: string;
  channels: number;
  sampleRate: number;
  /** samples of one encoded frame */
  frameSamples: number;
  languageCode: string;
  name: string;
  isAudioDescription: boolean;
  /** first frame of each segment */
  borders: number[];
  frameCount: number;
  timeline: SegmentTimeline;
  peakBps: number;
  averageBps: number;
};

export type EncodedAudio = PlannedAudioBase & { source: 'encode'; intent: AudioIntent };
export type CopiedAudio = PlannedAudioBase & { source: 'copy'; copy: AudioCopy };
export type PlannedAudio = EncodedAudio | CopiedAudio;

/** Encoding needs all of a video stream except its list of frames. */
export type PlannedSource = Omit<VideoSource, 'frames'>;

/**
 * Says how pieces reach their frames: `seek` in the source; `remux` it first, because the container has
 * no index; or read the `whole` of it once from the start, because its times can't be trusted
 * midway.
 */
export type SourceAccess = 'seek' | 'remux' | 'whole';

/**
 * Everything about an encode that is decided beforehand: renditions, and the exact borders of every
 * segment. Plain JSON, made once per source, the same for every piece of it.
 */
export type EncodingPlan = {
  kind: SourceKind;
  access: SourceAccess;
  /** moment of the source's clock that becomes 0 */
  originSeconds: number;
  /** the source's own clock is used, else ffmpeg's version of a clock that jumps */
  keepsClock: boolean;
  durationMs: number;
  grid: Grid;
  video: {
    source: PlannedSource;
    timing: VideoTiming;
    timeline: SegmentTimeline;
    renditions: PlannedVideo[];
  } | null;
  audio: PlannedAudio[];
};

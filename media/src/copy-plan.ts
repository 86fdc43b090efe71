import type { Fraction } from './source-probe.ts';

/**
 * The video track of a source whose own bytes become the top rendition. All ticks are of `timescale`
 * and count from the first picture that is shown, which is tick 0 and stands alone.
 */
export type CopiedVideo = {
  timescale: number;
  /** shown time of each picture that stands alone (IDR), ascending, from 0 */
  keyTicks: number[];
  /** those of `keyTicks` with which segments begin, ascending, from 0 */
  borders: number[];
  /** end of the last picture */
  endTick: number;
  /** size as shown, with square pixels */
  width: number;
  height: number;
  /** RFC 6381 */
  codec: string;
  frameRate: Fraction;
  peakBps: number;
  averageBps: number;
};

/** An AAC track whose own frames become an audio rendition. */
export type CopiedAudio = {
  /** the source's stream, as in `AudioSource` */
  streamIndex: number;
  /** RFC 6381 */
  codec: string;
  channels: number;
  sampleRate: number;
  /** number of the first copied frame of each segment, from 0; as many as the video has, or fewer */
  borders: number[];
  /** frames that are copied, of `AAC_FRAME` samples each; the first is heard at the video's tick 0 */
  frameCount: number;
  peakBps: number;
  averageBps: number;
};

/** What of a source can be played as it is. Small enough to be stored with a plan. */
export type SourceCopy = { video: CopiedVideo; audio: CopiedAudio[] };

import type { Fraction } from '../probe/source-probe.ts';

/**
 * A source's video track whose own pictures become a rendition. Plain data for a plan: every other
 * rendition takes over `timescale`, `borders` and `endTick` as its grid. Ticks count from the first
 * picture that is shown.
 */
export type VideoCopy = {
  /** track_ID within the source */
  trackId: number;
  streamIndex: number;
  timescale: number;
  /** first tick of each segment, ascending, from 0; each is a key frame of the source */
  borders: number[];
  /** ticks of all key frames, borders included */
  keyTicks: number[];
  /** end of the last picture */
  endTick: number;
  /** the copied samples in decode order: from this one, so many */
  firstSample: number;
  frameCount: number;
  /** moment of the probe's clock that becomes 0 */
  originSeconds: number;
  frameRate: Fraction;
  /** RFC 6381, e.g. `avc1.640028` */
  codec: string;
  width: number;
  height: number;
  /**
   * all samples are composed so much later than they are shown, and the init segment takes it back;
   * absent in plans of earlier builds: offsets are negative instead
   */
  delayTicks?: number;
  /** over whole segments as they will be written */
  peakBps: number;
  averageBps: number;
};

/** What the copy itself needs, and its init segment; the plan keeps its key frames elsewhere. */
export type PlannedVideoCopy = Omit<VideoCopy, 'keyTicks'>;

/**
 * A source's AAC track whose own frames become a rendition. Its segments follow the grid of the
 * plan: `listAudioBorders(grid, sampleRate)`. Frame n lasts from n × 1024 to (n + 1) × 1024 samples.
 */
export type AudioCopy = {
  trackId: number;
  streamIndex: number;
  /** RFC 6381, e.g. `mp4a.40.2` */
  codec: string;
  channels: number;
  sampleRate: number;
  /** the copied samples: from this one, which is the first that is heard, so many */
  firstSample: number;
  frameCount: number;
  /** where the first copied frame begins on the probe's clock */
  startSeconds: number;
  peakBps: number;
  averageBps: number;
};

/** What can be copied of a source; video and each audio track are judged on their own. */
export type CopyPlan = { video: VideoCopy | null; audio: AudioCopy[] };

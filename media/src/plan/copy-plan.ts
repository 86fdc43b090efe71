import type { Colour } from '../probe/colour.ts';
import type { Fraction } from '../probe/source-probe.ts';

/**
 * A source's video track whose own frames become a rendition. It is plain data for a plan: every other
 * rendition takes over `timescale`, `borders` and `endTick` as its grid. Ticks count from the first frame
 * that is shown.
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
  /** end of the last frame */
  endTick: number;
  /** the copied samples in decode order: this one and the following */
  firstSample: number;
  frameCount: number;
  /** moment of the probe's clock that becomes 0 */
  originSeconds: number;
  frameRate: Fraction;
  /** RFC 6381, e.g. `avc1.640028` */
  codec: string;
  width: number;
  height: number;
  /** all samples are composed later than they are shown by this, and the init segment compensates */
  delayTicks: number;
  /** what its init segment states, as far as the source leaves it out */
  colour?: Colour;
  /** over whole segments as they will be written */
  peakBps: number;
  averageBps: number;
};

/**
 * The parts of a video copy that the copy and its init segment need; the plan keeps its key frames
 * elsewhere.
 */
export type PlannedVideoCopy = Omit<VideoCopy, 'keyTicks'>;

/**
 * A source's AAC track whose own frames become a rendition. Its segments follow the grid of the
 * plan: `listAudioBorders(grid, sampleRate)`. Frame n lasts from n × 1024 to (n + 1) × 1024
 * samples.
 */
export type AudioCopy = {
  trackId: number;
  streamIndex: number;
  /** RFC 6381, e.g. `mp4a.40.2` */
  codec: string;
  channels: number;
  sampleRate: number;
  /** the copied samples: this one, the first that is audible, and the following */
  firstSample: number;
  frameCount: number;
  /** start of the first copied frame on the probe's clock */
  startSeconds: number;
  peakBps: number;
  averageBps: number;
};

/** The tracks of a source that can be copied; video and each audio track are judged on their own. */
export type CopyPlan = { video: VideoCopy | null; audio: AudioCopy[] };

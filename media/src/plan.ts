import type { SegmentTimeline } from '@kinora/contract/stream';
import { boundLadder } from './bound-ladder.ts';
import type { AudioCopy, CopyPlan, VideoCopy } from './copy-plan.ts';
import { type Grid, segmentRuns } from './grid.ts';
import { type AudioIntent, type Ladder, type VideoIntent, intentsForDuration } from './ladder.ts';
import { idsOfForm, planAudio, usedForms } from './plan-audio.ts';
import { audioClock, videoClock } from './plan-clock.ts';
import { copiedIntent, planVideo, wantedCopy } from './plan-video.ts';
import { remuxContainer } from './remux-container.ts';
import type { SourceKind } from './sniff.ts';
import type { AudioSource, Fraction, SourceProbe, VideoSource } from './source-probe.ts';

/** How the pictures' times come about. */
export type VideoTiming =
  | {
      /** frame n is shown at n / rate; missing frames are repeated, surplus ones dropped */
      mode: 'constant';
      rate: Fraction;
      frameCount: number;
      gopFrames: number;
    }
  /** the source's own times; IDR pictures are forced at `keyTicks` */
  | { mode: 'variable'; rate: Fraction; keyTicks: number[] }
  /** the same, where the key pictures are those of the source, because a rendition is its copy */
  | { mode: 'sourceKeys'; rate: Fraction; keyTicks: number[] };

type PlannedPictures = {
  id: string;
  name: string;
  /** RFC 6381 */
  codec: string;
  width: number;
  height: number;
  frameRate: Fraction;
  peakBps: number;
  averageBps: number;
  /** the audio renditions that go with it; absent: all */
  audioIds?: string[];
};

export type EncodedVideo = PlannedPictures & {
  source: 'encode';
  intent: VideoIntent;
  /** every n-th frame is kept */
  frameStep: number;
  /** as the codec counts levels */
  level: number;
  /**
   * all samples are composed so much later than they are shown, and the init segment takes it back;
   * absent in plans of earlier builds: offsets are negative instead
   */
  delayTicks?: number;
};

export type CopiedVideo = PlannedPictures & {
  source: 'copy';
  copy: Omit<VideoCopy, 'keyTicks'>;
};

export type PlannedVideo = EncodedVideo | CopiedVideo;

type PlannedSound = {
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

export type EncodedAudio = PlannedSound & { source: 'encode'; intent: AudioIntent };
export type CopiedAudio = PlannedSound & { source: 'copy'; copy: AudioCopy };
export type PlannedAudio = EncodedAudio | CopiedAudio;

/** What encoding needs to know of a video stream. */
export type PlannedSource = Omit<VideoSource, 'frames'>;

/**
 * How pieces get at their pictures: `seek` in the source; `remux` it first, because the container has
 * no index; or read the `whole` of it once from the start, because its times can't be trusted midway.
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
  /** the source's clock is its own, else what ffmpeg makes of a clock that jumps */
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

export type PlanOptions = {
  /** what of the source can be played as it is */
  copy?: CopyPlan | null;
  /** codecs that can be encoded here; default all */
  codecs?: ReadonlySet<string>;
  /** how many plans of this source were given up: ids of renditions are never given twice */
  earlierPlans?: number;
};

/**
 * Plans the whole stream of a source. Throws RangeError when ladder and source have nothing in
 * common, or a codec of the ladder can't be encoded here.
 */
export function planStream(
  probe: SourceProbe,
  wanted: Ladder,
  options: PlanOptions = {},
): EncodingPlan {
  const ladder = boundLadder(wanted);
  const source = ladder.video.length > 0 ? probe.video : null;
  const tracks = ladder.audio.length > 0 ? chooseAudio(probe.audio, ladder) : [];
  if (!source && tracks.length === 0) throw new RangeError('nothing of this source is wanted');
  const intents = source ? intentsForDuration(source, ladder.video, probe.durationMs / 1000) : [];
  const copy = source && wantedCopy(source, intents, options.copy?.video ?? null, probe);
  const clock = source
    ? videoClock(probe, source, { tracks: tracks.map(({ track }) => track), intents, copy })
    : audioClock(tracks.map(({ track }) => track));
  const playedBy = [
    ...(source && copy ? [copiedIntent(source, intents, copy)] : []),
    ...clock.rungs.map(({ intent }) => intent),
  ].map((intent) => intent?.audio);
  const forms = usedForms(ladder.audio, source ? playedBy : []);
  const audio = planAudio(
    tracks,
    forms.map(({ intent }) => intent),
    clock,
    options.copy?.audio ?? [],
  );
  const plan: EncodingPlan = {
    kind: probe.kind,
    access: accessOf(probe, tracks),
    originSeconds: clock.originSeconds,
    keepsClock: !probe.clockJumps,
    durationMs: Math.max(1, Math.round((clock.grid.endTick / clock.grid.timescale) * 1000)),
    grid: clock.grid,
    video:
      source && clock.timing
        ? {
            source: plannedSource(source),
            timing: clock.timing,
            timeline: {
              timescale: clock.grid.timescale,
              runs: segmentRuns(clock.grid.borders, clock.grid.endTick),
            },
            renditions: planVideo(clock.timing, clock.rungs, copy, {
              timescale: clock.grid.timescale,
              frames: source.frames,
            }).map((rendition, n) => ({
              ...rendition,
              ...idsOfForm(audio, forms, playedBy[n]),
            })),
          }
        : null,
    audio,
  };
  refuseMissingCodecs(plan, options.codecs);
  const { earlierPlans = 0 } = options;
  if (earlierPlans > 0) renameRenditions(plan, `-r${earlierPlans}`);
  return plan;
}

function renameRenditions({ video, audio }: EncodingPlan, ending: string): void {
  for (const rendition of audio) rendition.id += ending;
  for (const rendition of video?.renditions ?? []) {
    rendition.id += ending;
    if (rendition.audioIds) rendition.audioIds = rendition.audioIds.map((id) => id + ending);
  }
}

function plannedSource({ frames: _frames, ...source }: VideoSource): PlannedSource {
  return source;
}

const INDEXED: ReadonlySet<SourceKind> = new Set<SourceKind>(['mov', 'matroska']);

function accessOf({ kind, video, clockJumps }: SourceProbe, tracks: NamedTrack[]): SourceAccess {
  if (!video) return 'seek';
  // Without times in the file ffmpeg counts frames from where it begins to read.
  if (clockJumps || !video.frames.exact) return 'whole';
  if (INDEXED.has(kind)) return 'seek';
  const codecs = tracks.map(({ track }) => track.codec);
  return remuxContainer(video.codec, codecs) ? 'remux' : 'whole';
}

function refuseMissingCodecs(
  { video, audio }: EncodingPlan,
  codecs: ReadonlySet<string> | undefined,
): void {
  const needed = [...(video?.renditions ?? []), ...audio].flatMap((rendition): string[] =>
    rendition.source === 'encode' ? [rendition.intent.codec] : [],
  );
  const missing = [...new Set(needed)].filter((codec) => codecs && !codecs.has(codec));
  if (missing.length > 0) throw new RangeError(`no encoder here for ${missing.join(', ')}`);
}

export type NamedTrack = {
  track: AudioSource;
  named: { name: string; languageCode: string; isAudioDescription: boolean } | null;
};

const MOST_AUDIO = 8;

/**
 * The tracks that the ladder names by their place in the file, then the default one and one for each
 * other language that the file states.
 */
function chooseAudio(sources: readonly AudioSource[], { audioVariants }: Ladder): NamedTrack[] {
  const named = sources.slice(0, audioVariants.length).map((track, n) => ({
    track,
    named: audioVariants[n] ?? null,
  }));
  const rest = sources.slice(named.length);
  const first = named.length > 0 ? undefined : (rest.find(({ isDefault }) => isDefault) ?? rest[0]);
  const languages = new Set([
    ...named.flatMap(({ track, named: variant }) => [variant?.languageCode, track.language]),
    first?.language ?? 'und',
    'und',
  ]);
  const others = rest.filter((source) => {
    const language = source.language ?? 'und';
    if (source === first || languages.has(language)) return false;
    languages.add(language);
    return true;
  });
  const unnamed = [...(first ? [first] : []), ...others].map((track) => ({ track, named: null }));
  return [...named, ...unnamed].slice(0, MOST_AUDIO);
}

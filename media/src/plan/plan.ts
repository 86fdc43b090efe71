import { boundLadder } from './bound-ladder.ts';
import type { CopyPlan } from './copy-plan.ts';
import type { PlannedSource, SourceAccess, EncodingPlan } from './encoding-plan.ts';
import { toSegmentRuns } from './grid.ts';
import { type Ladder, listIntentsForDuration } from './ladder.ts';
import { listIdsOfForm, type NamedTrack, planAudio, listUsedForms } from './plan-audio.ts';
import { createAudioClock, createVideoClock } from './plan-clock.ts';
import { findCopiedIntent, planVideo, chooseCopy } from './plan-video.ts';
import { chooseRemuxContainer } from './remux-container.ts';
import type { SourceKind } from '../probe/sniff.ts';
import type { AudioSource, SourceProbe, VideoSource } from '../probe/source-probe.ts';

export type PlanOptions = {
  /** the parts of the source that can be played as they are */
  copy?: CopyPlan | null;
  /** codecs that can be encoded here; default all */
  codecs?: ReadonlySet<string>;
  /** number of plans of this source that were given up: ids of renditions are never reused */
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
  const intents = source
    ? listIntentsForDuration(source, ladder.video, probe.durationMs / 1000)
    : [];
  const copy = source && chooseCopy(source, intents, options.copy?.video ?? null, probe);
  const clock = source
    ? createVideoClock(probe, source, { tracks: tracks.map(({ track }) => track), intents, copy })
    : createAudioClock(tracks.map(({ track }) => track));
  const playedBy = [
    ...(source && copy ? [findCopiedIntent(source, intents, copy)] : []),
    ...clock.rungs.map(({ intent }) => intent),
  ].map((intent) => intent?.audio);
  const forms = listUsedForms(ladder.audio, source ? playedBy : []);
  const audio = planAudio(
    tracks,
    forms.map(({ intent }) => intent),
    clock,
    options.copy?.audio ?? [],
  );
  const plan: EncodingPlan = {
    kind: probe.kind,
    access: chooseAccess(probe, tracks),
    originSeconds: clock.originSeconds,
    keepsClock: !probe.clockJumps,
    durationMs: Math.max(1, Math.round((clock.grid.endTick / clock.grid.timescale) * 1000)),
    grid: clock.grid,
    video:
      source && clock.timing
        ? {
            source: toPlannedSource(source),
            timing: clock.timing,
            timeline: {
              timescale: clock.grid.timescale,
              runs: toSegmentRuns(clock.grid.borders, clock.grid.endTick),
            },
            renditions: planVideo(clock.timing, clock.rungs, copy, clock.grid.timescale).map(
              (rendition, n) => ({
                ...rendition,
                ...listIdsOfForm(audio, forms, playedBy[n]),
              }),
            ),
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

function toPlannedSource({ frames: _frames, ...source }: VideoSource): PlannedSource {
  return source;
}

const INDEXED: ReadonlySet<SourceKind> = new Set<SourceKind>(['mov', 'matroska']);

function chooseAccess(
  { kind, video, clockJumps }: SourceProbe,
  tracks: NamedTrack[],
): SourceAccess {
  if (!video) return 'seek';
  // Without times in the file ffmpeg counts frames from where it begins to read.
  if (clockJumps || !video.frames.exact) return 'whole';
  if (INDEXED.has(kind)) return 'seek';
  const codecs = tracks.map(({ track }) => track.codec);
  return chooseRemuxContainer(video.codec, codecs) ? 'remux' : 'whole';
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

const MAX_AUDIO = 8;

/**
 * Chooses the tracks that the ladder names by their place in the file, then the default one and one
 * for each other language that the file states.
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
  return [...named, ...unnamed].slice(0, MAX_AUDIO);
}

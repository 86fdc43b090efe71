import type { Storyboard } from '@kinora/contract/stream';
import { availableParallelism } from 'node:os';
import { feedPipe, startCaged } from '../cage/cage.ts';
import { buildDecoderArguments, buildInputArguments, getMemoryLimits } from '../probe/demux.ts';
import {
  type FrameFormat,
  JPEG_COLOUR,
  SD_COLOUR,
  SD_TO_JPEG,
  buildNormalisingFilters,
} from '../encode/filters.ts';
import {
  type DrawnOverlay,
  type Overlay,
  buildOverlayGraph,
  buildOverlayInput,
  splitOverlay,
} from '../encode/overlay-filter.ts';
import type { SourceKind } from '../probe/sniff.ts';
import type { VideoSource } from '../probe/source-probe.ts';
import { countSheets, layOutStoryboard } from './storyboard-layout.ts';
import { type SamplePoint, type TileTimes, createTileTimes } from './storyboard-times.ts';
import type { MediaTools } from '../cage/tools.ts';

type FrameSource = FrameFormat &
  Pick<
    VideoSource,
    'streamIndex' | 'decoder' | 'displayWidth' | 'displayHeight' | 'startSeconds' | 'endSeconds'
  >;

/** The parts of a plan that a storyboard is made from: an EncodingPlan is one. */
export type StoryboardSource = {
  kind: SourceKind;
  originSeconds: number;
  keepsClock: boolean;
  durationMs: number;
  video: { source: FrameSource } | null;
};

/** Sheets as JPEG, in the order of their numbers. */
export type StoryboardSheets = { storyboard: Storyboard; sheets: Buffer[] };

/** Says which frames are decoded, and which of them a tile shows. */
type Method = { decoded: 'nokey' | 'noref' | 'default'; shown: SamplePoint };

// From cheap to expensive: key frames alone take a hundredth of the time of all frames. A GOP no
// longer than an interval leaves a key frame in each, though not in its first half.
const METHODS: readonly Method[] = [
  { decoded: 'nokey', shown: 'middle' },
  { decoded: 'nokey', shown: 'end' },
  { decoded: 'noref', shown: 'middle' },
  { decoded: 'default', shown: 'middle' },
];

type StoryboardOptions = { signal?: AbortSignal | undefined; overlay?: DrawnOverlay | null };

/**
 * Makes small pictures of a whole video on sheets, with an overlay as renditions have it. Each tile
 * shows a frame from within half an interval of its middle, or the one still shown then: key frames
 * where they come often enough, so that little is decoded. Null without video, or when it can't be
 * decoded. Rejects only when aborted or when no process can be started.
 */
export async function makeStoryboard(
  tools: MediaTools,
  path: string,
  plan: StoryboardSource,
  options: StoryboardOptions = {},
): Promise<StoryboardSheets | null> {
  const source = plan.video?.source;
  if (!source) return null;
  const display = { width: source.displayWidth, height: source.displayHeight };
  const storyboard = layOutStoryboard(plan.durationMs, display);
  const track = {
    startMs: (source.startSeconds - plan.originSeconds) * 1000,
    endMs: (source.endSeconds - plan.originSeconds) * 1000,
  };
  let keyTimes: TileTimes | null = null;
  for (const method of METHODS) {
    // The key frames' times are known from the method before.
    if (method.shown === 'end' && !keyTimes?.areOwn('end', track)) continue;
    const { sheets, times } = await drawSheets(
      tools,
      path,
      plan,
      { source, storyboard, method },
      options,
    );
    const isWhole = sheets.length === countSheets(storyboard);
    const isRight = method.decoded === 'default' || times.areOwn(method.shown, track);
    if (isWhole && isRight) return { storyboard, sheets };
    keyTimes = times;
  }
  return null;
}

type Wanted = { source: FrameSource; storyboard: Storyboard; method: Method };

async function drawSheets(
  tools: MediaTools,
  path: string,
  plan: StoryboardSource,
  wanted: Wanted,
  { overlay = null, signal }: StoryboardOptions,
): Promise<{ sheets: Buffer[]; times: TileTimes }> {
  const { source, storyboard, method } = wanted;
  const { imageWidth = 0, imageHeight = 0 } = overlay?.place ?? {};
  const pixels = source.codedWidth * source.codedHeight + imageWidth * imageHeight;
  const secondsToDecode = (plan.durationMs / 1000) * (method.decoded === 'nokey' ? 1 : 20);
  const started = await startCaged(tools, {
    program: 'ffmpeg',
    args: (inputUrl) => buildStoryboardArguments(tools, plan, wanted, overlay?.place, inputUrl),
    inputPath: path,
    pipes: overlay ? 3 : 2,
    limits: {
      ...getMemoryLimits(pixels, availableParallelism()),
      cpuSeconds: 300 + secondsToDecode,
    },
    // No viewer waits for it. With 19 a busy machine would give it one part in seventy, and its
    // video would have no storyboard for hours; with 10 it is one in ten.
    niceness: 10,
    signal,
  });
  const times = createTileTimes(storyboard);
  const chunks: Buffer[] = [];
  const stalled = setTimeout(started.kill, 600_000 + plan.durationMs);
  try {
    started.stdout.resume();
    if (overlay) feedPipe(started.pipes[2], overlay.png);
    started.pipes[0]?.on('data', (chunk: Buffer) => chunks.push(chunk));
    started.pipes[1]?.on('data', (chunk: Buffer) => {
      stalled.refresh();
      times.read(chunk);
    });
    await started.exit;
  } finally {
    clearTimeout(stalled);
  }
  signal?.throwIfAborted();
  return { sheets: splitJpegs(Buffer.concat(chunks)), times };
}

function buildStoryboardArguments(
  tools: MediaTools,
  plan: StoryboardSource,
  { source, storyboard, method }: Wanted,
  overlay: Overlay | undefined,
  inputUrl: string,
): string[] {
  const { columns, rows, tileWidth, tileHeight, intervalMs, tiles } = storyboard;
  const tile = { width: tileWidth, height: tileHeight };
  // The last frame before the middle is the last one that is rounded to this interval.
  const round = method.shown === 'middle' ? 'near' : 'down';
  const clock = `setpts=round(PTS-(${plan.originSeconds.toFixed(9)})/TB),split[p][t]`;
  const chain = [
    `fps=fps=1000/${intervalMs}:start_time=0:round=${round}:eof_action=pass`,
    'tpad=stop_mode=clone:stop=-1',
    `trim=end_frame=${tiles}`,
    // Neighbouring key frames are no fields of one another; at this size combs aren't visible
    // either.
    ...buildNormalisingFilters({ ...source, interlaced: false }, tools.canToneMap, tile),
    `scale=${tileWidth}:${tileHeight}:flags=area:${overlay ? SD_COLOUR : JPEG_COLOUR}`,
    'setsar=1',
  ];
  const drawing = overlay && [
    'format=yuv420p[b]',
    splitOverlay('1:0', `${intervalMs}/1000`, 1),
    buildOverlayGraph(
      overlay,
      { ...tile, matrix: 'smpte170m' },
      { image: 'i0', base: 'b', out: 'd' },
    ),
    `[d]scale=${SD_TO_JPEG},format=yuvj420p`,
  ];
  const drawn = drawing ? drawing.join(';') : 'format=yuvj420p';
  const graph = [
    `[0:${source.streamIndex}]${clock}`,
    `[p]${chain.join(',')},${drawn},tile=${columns}x${rows}[sheets]`,
    '[t]scale=2:2:flags=neighbor[times]',
  ];
  return [
    '-hide_banner',
    '-loglevel',
    'error',
    '-nostats',
    '-nostdin',
    '-y',
    ...(plan.keepsClock ? ['-copyts'] : []),
    '-reinit_filter',
    '0',
    '-skip_frame',
    method.decoded,
    ...buildDecoderArguments(source),
    ...buildInputArguments(plan.kind, inputUrl),
    ...(overlay ? buildOverlayInput(5) : []),
    '-filter_complex',
    graph.join(';'),
    '-map',
    '[sheets]',
    '-fps_mode',
    'passthrough',
    '-c:v',
    'mjpeg',
    '-q:v',
    '5',
    '-map_metadata',
    '-1',
    '-fflags',
    '+bitexact',
    '-f',
    'image2pipe',
    'pipe:3',
    '-map',
    '[times]',
    '-fps_mode',
    'passthrough',
    '-c:v',
    'rawvideo',
    '-avoid_negative_ts',
    'disabled',
    '-flush_packets',
    '1',
    '-f',
    'mkvtimestamp_v2',
    'pipe:4',
  ];
}

const END_OF_IMAGE = Buffer.from([0xff, 0xd9]);

/** ITU-T T.81 §B.1.1.5: within the coded data FF is followed by 00, so FF D9 only ends an image. */
function splitJpegs(bytes: Buffer): Buffer[] {
  const images: Buffer[] = [];
  let start = 0;
  for (let end = bytes.indexOf(END_OF_IMAGE); end >= 0; end = bytes.indexOf(END_OF_IMAGE, start)) {
    images.push(bytes.subarray(start, end + 2));
    start = end + 2;
  }
  return images;
}

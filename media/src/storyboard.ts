import type { Storyboard } from '@kinora/contract/stream';
import { availableParallelism } from 'node:os';
import { startCaged } from './cage.ts';
import { inputArguments, memoryLimits } from './demux.ts';
import { normalisingFilters } from './filters.ts';
import {
  type DrawnOverlay,
  type Overlay,
  giveOverlay,
  overlayGraph,
  overlayInput,
  splitOverlay,
} from './overlay-filter.ts';
import type { SourceKind } from './sniff.ts';
import type { VideoSource } from './source-probe.ts';
import { sheetCount, storyboardLayout } from './storyboard-layout.ts';
import type { MediaTools } from './tools.ts';

type Pictures = Pick<
  VideoSource,
  | 'streamIndex'
  | 'codedWidth'
  | 'codedHeight'
  | 'rotation'
  | 'displayWidth'
  | 'displayHeight'
  | 'interlaced'
  | 'transfer'
>;

/** What of a plan a storyboard is made by: an EncodingPlan is one. */
export type StoryboardSource = {
  kind: SourceKind;
  originSeconds: number;
  keepsClock: boolean;
  durationMs: number;
  video: { source: Pictures } | null;
};

/** Sheets as JPEG, in the order of their numbers. */
export type StoryboardSheets = { storyboard: Storyboard; sheets: Buffer[] };

/**
 * Small pictures of a whole video on sheets: of its key frames alone, so that little is decoded. A
 * tile shows the last key frame before the middle of its interval, and an overlay as renditions do.
 * Null without pictures, or when they can't be decoded. Rejects only when aborted or when no process
 * can be started.
 */
export async function makeStoryboard(
  tools: MediaTools,
  path: string,
  plan: StoryboardSource,
  options: { signal?: AbortSignal | undefined; overlay?: DrawnOverlay | null } = {},
): Promise<StoryboardSheets | null> {
  const source = plan.video?.source;
  if (!source) return null;
  const display = { width: source.displayWidth, height: source.displayHeight };
  const storyboard = storyboardLayout(plan.durationMs, display);
  const seconds = plan.durationMs / 1000;
  const { overlay = null } = options;
  const { imageWidth = 0, imageHeight = 0 } = overlay?.place ?? {};
  const pixels = source.codedWidth * source.codedHeight + imageWidth * imageHeight;
  const started = await startCaged(tools, {
    program: 'ffmpeg',
    args: (inputUrl) =>
      storyboardArguments(tools, plan, { source, storyboard, overlay: overlay?.place }, inputUrl),
    inputPath: path,
    pipes: overlay ? 2 : 1,
    limits: { ...memoryLimits(pixels, availableParallelism()), cpuSeconds: 300 + seconds },
    signal: options.signal,
  });
  const chunks: Buffer[] = [];
  const timer = setTimeout(started.kill, 600_000 + plan.durationMs);
  try {
    started.stdout.resume();
    if (overlay) giveOverlay(started.pipes[1], overlay.png);
    started.pipes[0]?.on('data', (chunk: Buffer) => chunks.push(chunk));
    await started.exit;
  } finally {
    clearTimeout(timer);
  }
  options.signal?.throwIfAborted();
  const sheets = splitJpegs(Buffer.concat(chunks));
  return sheets.length === sheetCount(storyboard) ? { storyboard, sheets } : null;
}

function storyboardArguments(
  tools: MediaTools,
  plan: StoryboardSource,
  wanted: { source: Pictures; storyboard: Storyboard; overlay: Overlay | undefined },
  inputUrl: string,
): string[] {
  const { source, overlay } = wanted;
  const { columns, rows, tileWidth, tileHeight, intervalMs, tiles } = wanted.storyboard;
  const tile = { width: tileWidth, height: tileHeight };
  const chain = [
    // Neighbouring key frames are no fields of one another; so small, combs are not seen either.
    ...normalisingFilters({ ...source, interlaced: false }, tools.canToneMap, tile),
    `setpts=round(PTS-(${plan.originSeconds.toFixed(9)})/TB)`,
    // Each interval gets the last picture before its middle, or the one that was last seen.
    `fps=fps=1000/${intervalMs}:start_time=0:round=near:eof_action=pass`,
    'tpad=stop_mode=clone:stop=-1',
    `trim=end_frame=${tiles}`,
    `scale=${tileWidth}:${tileHeight}:flags=area`,
    'setsar=1',
  ];
  const drawing = overlay && [
    'format=yuv420p[b]',
    splitOverlay('1:0', `${intervalMs}/1000`, 1),
    `${overlayGraph(overlay, tile, { image: 'i0', base: 'b', out: 'd' })};[d]format=yuvj420p`,
  ];
  const drawn = drawing ? drawing.join(';') : 'format=yuvj420p';
  const graph = `[0:${source.streamIndex}]${chain.join(',')},${drawn},tile=${columns}x${rows}[sheets]`;
  return [
    ...['-hide_banner', '-loglevel', 'error', '-nostats', '-nostdin', '-y'],
    ...(plan.keepsClock ? ['-copyts'] : []),
    ...['-reinit_filter', '0', '-skip_frame', 'nokey'],
    ...inputArguments(plan.kind, inputUrl),
    ...(overlay ? overlayInput(4) : []),
    ...['-filter_complex', graph],
    ...['-map', '[sheets]', '-fps_mode', 'passthrough', '-c:v', 'mjpeg', '-q:v', '5'],
    ...['-map_metadata', '-1', '-fflags', '+bitexact', '-f', 'image2pipe', 'pipe:3'],
  ];
}

const END_OF_IMAGE = Buffer.from([0xff, 0xd9]);

/** ITU-T T.81 §B.1.1.5: within the coded data FF is followed by 00, so FF D9 ends a picture only. */
function splitJpegs(bytes: Buffer): Buffer[] {
  const pictures: Buffer[] = [];
  let start = 0;
  for (let end = bytes.indexOf(END_OF_IMAGE); end >= 0; end = bytes.indexOf(END_OF_IMAGE, start)) {
    pictures.push(bytes.subarray(start, end + 2));
    start = end + 2;
  }
  return pictures;
}

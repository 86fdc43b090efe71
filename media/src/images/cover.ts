import { availableParallelism } from 'node:os';
import { feedPipe, startCaged } from '../cage/cage.ts';
import { buildDecoderArguments, buildInputArguments, getMemoryLimits } from '../probe/demux.ts';
import { JPEG_COLOUR, SD_COLOUR, SD_TO_JPEG, buildNormalisingFilters } from '../encode/filters.ts';
import {
  type DrawnOverlay,
  type Overlay,
  buildOverlayGraph,
  buildOverlayInput,
  splitOverlay,
} from '../encode/overlay-filter.ts';
import type { SourceProbe, VideoSource } from '../probe/source-probe.ts';
import type { MediaTools } from '../cage/tools.ts';
import { type RawPicture, drawWaveform } from './waveform.ts';

export type Cover = { width: number; height: number; jpeg: Buffer };

const WIDTHS = [320, 640, 1280];
/** Places to look for a picture, as shares of the duration, the likeliest first. */
const PLACES = [0.12, 0.35, 0.6, 0.02];
const PLACE_SECONDS = 12;
// A small grey copy of the frame shows whether there is anything to see.
const SAMPLE_SIDE = 16;
const TIMEOUT_MS = 60_000;

/** The parts of a probe that a cover is made from. */
export type CoverSource = Pick<SourceProbe, 'kind' | 'picture' | 'audio' | 'durationMs'> & {
  video: Omit<VideoSource, 'frames'> | null;
};

type CoverOptions = { signal?: AbortSignal | undefined; overlay?: DrawnOverlay | null };
type Picture = { covers: Cover[]; brightness: number; contrast: number };
type Look = {
  before: string[];
  chain: string[];
  stream: number;
  sizes: Size[];
  /** shown instead of the source */
  drawn?: RawPicture;
};
type Size = { width: number; height: number };

/**
 * Extracts cover images of a source as JPEG, 320, 640 and 1280 px wide but never wider than the
 * source: a frame that is neither black nor of one colour where the source has one; for an audio file
 * the picture attached to it, else its waveform. An overlay is drawn on frames, as on renditions.
 * Empty when nothing can be decoded. Rejects only when aborted or when no process can be started.
 */
export async function extractCover(
  tools: MediaTools,
  path: string,
  probe: CoverSource,
  options: CoverOptions = {},
): Promise<Cover[]> {
  let best: Picture | null = null;
  for (const look of listLooks(tools, probe)) {
    const picture = await takePicture(tools, path, probe, look, options);
    if (!picture) continue;
    if (!best || picture.contrast > best.contrast) best = picture;
    if (isTelling(picture)) break;
  }
  if (best || probe.video) return best?.covers ?? [];
  const drawn = await drawWaveform(tools, path, probe, options.signal);
  if (!drawn) return [];
  const look = { before: [], chain: [], stream: 0, sizes: listCoverSizes(drawn), drawn };
  return (await takePicture(tools, path, probe, look, options))?.covers ?? [];
}

function isTelling({ brightness, contrast }: Picture): boolean {
  return brightness > 24 && brightness < 245 && contrast > 8;
}

function listLooks(tools: MediaTools, probe: CoverSource): Look[] {
  const { video, picture } = probe;
  if (!video)
    return picture
      ? [{ before: [], chain: [], stream: picture.streamIndex, sizes: listCoverSizes(picture) }]
      : [];
  const sizes = listCoverSizes({ width: video.displayWidth, height: video.displayHeight });
  const largest = sizes.at(-1) ?? { width: 2, height: 2 };
  const keyFrames = ['-skip_frame', 'nokey', '-noaccurate_seek'];
  const places = listPlaces(video).map((seconds) => ({
    // Only key frames near are decoded: a handful, wherever in a long film they lie.
    before: [...keyFrames, '-ss', seconds.toFixed(3), '-t', String(PLACE_SECONDS)],
    chain: [...buildNormalisingFilters(video, tools.canToneMap, largest), 'thumbnail=n=6'],
    stream: video.streamIndex,
    sizes,
  }));
  // Sources without key frames, or that can't be seeked in, use their first frame.
  const first = { before: [], chain: buildNormalisingFilters(video, tools.canToneMap, largest) };
  return [...places, { ...first, stream: video.streamIndex, sizes }];
}

type Times = Pick<VideoSource, 'startSeconds' | 'endSeconds' | 'keyLeadSeconds'>;

/**
 * Lists where reading begins, in seconds behind the start. MP4 is sought by decode times: a key frame
 * that is decoded before its place may be shown its lead later, where other slides stand.
 */
function listPlaces({ startSeconds, endSeconds, keyLeadSeconds }: Times): number[] {
  const seconds = endSeconds - startSeconds;
  return PLACES.map((share) => Math.max(0, seconds * share - keyLeadSeconds));
}

/** Lists the spans that may be read, in seconds of the source's clock. */
export function listCoverSpans(video: Times): { from: number; until: number }[] {
  const { keyLeadSeconds } = video;
  // Files count from whichever of their tracks begins first, and time from the first frame read.
  return listPlaces(video).map((place) => ({
    from: Math.min(0, video.startSeconds) + place,
    until: Math.max(0, video.startSeconds) + place + keyLeadSeconds + PLACE_SECONDS,
  }));
}

/**
 * Lists sizes with the source's aspect, even, ascending; the source's own when it is smaller than
 * all.
 */
function listCoverSizes(source: Size): Size[] {
  const widths = WIDTHS.filter((width) => width <= source.width);
  const even = (value: number): number => Math.max(2, 2 * Math.round(value / 2));
  return (widths.length > 0 ? widths : [even(source.width)]).map((width) => ({
    width,
    // A strip a hundred times as high as wide is cut to a size that image viewers can show.
    height: Math.min(8192, even((source.height * width) / source.width)),
  }));
}

async function takePicture(
  tools: MediaTools,
  path: string,
  probe: CoverSource,
  look: Look,
  { signal, overlay }: CoverOptions,
): Promise<Picture | null> {
  const laid = probe.video && overlay ? overlay : null;
  const fed = look.drawn?.pixels ?? laid?.png;
  const { imageWidth = 0, imageHeight = 0 } = laid?.place ?? {};
  const pixels =
    (probe.video?.codedWidth ?? 4096) * (probe.video?.codedHeight ?? 4096) +
    imageWidth * imageHeight;
  const chunks: Buffer[][] = [...look.sizes, null].map(() => []);
  const started = await startCaged(tools, {
    program: 'ffmpeg',
    args: (inputUrl) => buildCoverArguments(probe, look, inputUrl, laid?.place ?? null),
    inputPath: look.drawn ? null : path,
    pipes: chunks.length + (fed ? 1 : 0),
    limits: { ...getMemoryLimits(pixels, availableParallelism()), cpuSeconds: 120 },
    signal,
  });
  const timer = setTimeout(started.kill, TIMEOUT_MS);
  try {
    started.stdout.resume();
    if (fed) feedPipe(started.pipes.at(-1), fed);
    for (const [n, pipe] of started.pipes.slice(0, chunks.length).entries())
      pipe.on('data', (chunk: Buffer) => chunks[n]?.push(chunk));
    await started.exit;
  } finally {
    clearTimeout(timer);
  }
  signal?.throwIfAborted();
  const [sample, ...jpegs] = chunks.map((parts) => Buffer.concat(parts));
  if (!sample || sample.length < SAMPLE_SIDE ** 2 || jpegs.some((jpeg) => jpeg.length === 0))
    return null;
  const covers = look.sizes.map((size, n) => ({ ...size, jpeg: jpegs[n] ?? Buffer.alloc(0) }));
  return { covers, ...measureSample(sample) };
}

const ONE = ['-frames:v', '1', '-fps_mode', 'passthrough'];

function buildCoverArguments(
  probe: CoverSource,
  look: Look,
  inputUrl: string,
  overlay: Overlay | null,
): string[] {
  const fedFd = 4 + look.sizes.length;
  const labels = look.sizes.map((_, n) => `[s${n}]`).join('');
  // The frame may lie before the seeked place, and would be dropped for its negative time.
  const head = [...look.chain, 'setpts=N', `split=${look.sizes.length + 1}`].join(',');
  const graph = [
    `[0:${look.stream}]${head}[s]${labels}`,
    `[s]scale=${SAMPLE_SIDE}:${SAMPLE_SIDE}:flags=area,format=gray[g]`,
    ...(overlay ? [splitOverlay('1:0', '1/1000', look.sizes.length)] : []),
    ...look.sizes.map(({ width, height }, n) => {
      const scale = `[s${n}]scale=${width}:${height}:flags=bicubic`;
      if (!overlay) return `${scale}:${JPEG_COLOUR},setsar=1,format=yuvj420p[c${n}]`;
      const labels = { image: `i${n}`, base: `b${n}`, out: `d${n}` };
      const drawing = buildOverlayGraph(overlay, { width, height, matrix: 'smpte170m' }, labels);
      const base = `${scale}:${SD_COLOUR},setsar=1,format=yuv420p[b${n}]`;
      return `${base};${drawing};[d${n}]scale=${SD_TO_JPEG},format=yuvj420p[c${n}]`;
    }),
  ];
  return [
    '-hide_banner',
    '-loglevel',
    'error',
    '-nostats',
    '-nostdin',
    '-y',
    '-reinit_filter',
    '0',
    ...look.before,
    ...(look.drawn
      ? buildDrawnInput(look.drawn, fedFd)
      : [...buildDecoderArguments(probe.video), ...buildInputArguments(probe.kind, inputUrl)]),
    ...(overlay ? buildOverlayInput(fedFd) : []),
    '-filter_complex',
    graph.join(';'),
    '-map',
    '[g]',
    ...ONE,
    '-c:v',
    'rawvideo',
    '-f',
    'rawvideo',
    'pipe:3',
    ...look.sizes.flatMap((_, n) => [
      '-map',
      `[c${n}]`,
      ...ONE,
      '-c:v',
      'mjpeg',
      '-q:v',
      '4',
      '-map_metadata',
      '-1',
      '-fflags',
      '+bitexact',
      '-f',
      'image2pipe',
      `pipe:${4 + n}`,
    ]),
  ];
}

/** Builds arguments of ffmpeg's input for the picture, which is written to the pipe `fd`. */
function buildDrawnInput({ width, height }: RawPicture, fd: number): string[] {
  const raw = 'rawvideo';
  return [
    '-protocol_whitelist',
    'pipe',
    '-format_whitelist',
    raw,
    '-codec_whitelist',
    raw,
    '-f',
    raw,
    '-pixel_format',
    'rgb24',
    '-video_size',
    `${width}x${height}`,
    '-i',
    `pipe:${fd}`,
  ];
}

/** Measures mean and standard deviation of grey values. */
function measureSample(sample: Buffer): { brightness: number; contrast: number } {
  const brightness = sample.reduce((sum, value) => sum + value, 0) / sample.length;
  const squares = sample.reduce((sum, value) => sum + (value - brightness) ** 2, 0);
  return { brightness, contrast: Math.sqrt(squares / sample.length) };
}

import { ProbeError } from '../cage/errors.ts';
import { listAvcSizes } from '../mp4/avc-sizes.ts';
import { openByteSource } from '../mp4/mp4-file.ts';
import type { Mp4Index } from '../mp4/mp4-index.ts';
import { createProbeReader } from './probe-reader.ts';
import { type Reading, runFfprobe } from './probe-run.ts';
import { MAX_SIDE } from './probe-streams.ts';
import type { SourceKind } from './sniff.ts';
import type { VideoSource } from './source-probe.ts';

// Calls change the size of their video as the line allows, and phones are turned: within this many
// seconds it is looked for. Key frames of H.264 come often, and each is decoded.
const SECONDS_BY_CODEC: ReadonlyMap<string, number> = new Map([
  ['vp8', 3600],
  ['vp9', 1800],
  ['av1', 1800],
  ['h264', 300],
]);
// Longer transport streams are copied into an MP4 and probed there again, which costs less.
const TRANSPORT_SECONDS = 30;

type Size = Pick<VideoSource, 'codedWidth' | 'codedHeight'>;

/** The index of an MP4, and the bytes that have arrived. */
export type Indexed = { index: Mp4Index; arrivedBytes: number };

/**
 * Looks at the key frames of a recording's video, and returns it with the size of the largest, into
 * which all others are fitted; as it was where all have the size that its file states.
 */
export async function withLargestSize(
  reading: Reading,
  video: VideoSource,
  indexed: Indexed | null,
): Promise<VideoSource> {
  const sizes = indexed
    ? await readIndexedSizes(reading, video, indexed)
    : await decodeSizes(reading, video);
  const changes = sizes.some(
    ({ codedWidth, codedHeight }) =>
      codedWidth !== video.codedWidth || codedHeight !== video.codedHeight,
  );
  if (!changes) return video;
  const largest = sizes.reduce((best, size) =>
    size.codedWidth * size.codedHeight > best.codedWidth * best.codedHeight ? size : best,
  );
  const { codedWidth, codedHeight } = largest;
  if (codedWidth * codedHeight > reading.maxPixels || Math.max(codedWidth, codedHeight) > MAX_SIDE)
    throw new ProbeError('too_large', `${codedWidth}x${codedHeight}`);
  // The canvas has square pixels.
  const [displayWidth, displayHeight] =
    video.rotation % 180 === 0 ? [codedWidth, codedHeight] : [codedHeight, codedWidth];
  return { ...video, ...largest, displayWidth, displayHeight, changesSize: true };
}

function getDecodedSeconds(kind: SourceKind, codec: string): number {
  const seconds = SECONDS_BY_CODEC.get(codec) ?? 0;
  if (kind === 'matroska') return seconds;
  if (codec !== 'h264') return 0;
  // A file without an index is a recording in fragments.
  if (kind === 'mov') return seconds;
  return kind === 'mpegts' ? TRANSPORT_SECONDS : 0;
}

async function decodeSizes(reading: Reading, video: VideoSource): Promise<Size[]> {
  const seconds = getDecodedSeconds(reading.kind, video.codec);
  if (seconds === 0) return [];
  const { sections, push } = createProbeReader();
  const show = [
    '-select_streams',
    String(video.streamIndex),
    '-skip_frame',
    'nokey',
    '-read_intervals',
    `%+${seconds}`,
    '-show_entries',
    'frame=width,height',
  ];
  await runFfprobe(reading, show, push).catch((error: unknown) => {
    // The sections read until then count, so that a slow machine refuses no film.
    if (!(error instanceof ProbeError && error.reason === 'probe_timeout')) throw error;
  });
  return sections.flatMap(({ name, fields }): Size[] => {
    const size = {
      codedWidth: Number(fields.get('width')),
      codedHeight: Number(fields.get('height')),
    };
    return name === 'frame' && size.codedWidth > 0 && size.codedHeight > 0 ? [size] : [];
  });
}

/** Reads sizes without decoding; none where all parameter sets state the same. */
async function readIndexedSizes(
  { path, sizeBytes }: Reading,
  { trackId }: VideoSource,
  { index, arrivedBytes }: Indexed,
): Promise<Size[]> {
  const track = index.tracks.find(({ id }) => id === trackId);
  if (!track) return [];
  await using source = await openByteSource(path, sizeBytes);
  const sizes = await listAvcSizes(source, track, arrivedBytes).catch((error: unknown) => {
    // A damaged parameter set proves nothing; only decoding shows whether frames can be decoded.
    if (error instanceof RangeError) return [];
    throw error;
  });
  if (sizes.length < 2) return [];
  return sizes.map(({ width, height }) => ({ codedWidth: width, codedHeight: height }));
}

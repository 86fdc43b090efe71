import { ProbeError } from '../cage/errors.ts';
import { createProbeReader } from './probe-reader.ts';
import { type Reading, runFfprobe } from './probe-run.ts';
import type { VideoSource } from './source-probe.ts';

// Calls change the size of their video as the line allows, and phones are turned: within this many
// seconds it is looked for. Key frames of H.264 come often, and each is decoded.
const SECONDS_BY_CODEC: ReadonlyMap<string, number> = new Map([
  ['vp8', 3600],
  ['vp9', 1800],
  ['av1', 1800],
  ['h264', 300],
]);

type Size = Pick<VideoSource, 'codedWidth' | 'codedHeight'>;

/**
 * Looks at the key frames of a recording's video, and returns it with the size of the largest, into
 * which all others are fitted; as it was where all have the size that its file states.
 */
export async function withLargestSize(reading: Reading, video: VideoSource): Promise<VideoSource> {
  const seconds = SECONDS_BY_CODEC.get(video.codec);
  if (reading.kind !== 'matroska' || seconds === undefined) return video;
  const { sections, push } = createProbeReader();
  const show = [
    ...['-select_streams', String(video.streamIndex), '-skip_frame', 'nokey'],
    ...['-read_intervals', `%+${seconds}`, '-show_entries', 'frame=width,height'],
  ];
  await runFfprobe(reading, show, push).catch((error: unknown) => {
    // What was read until then counts; a slow machine refuses no film for it.
    if (!(error instanceof ProbeError && error.reason === 'probe_timeout')) throw error;
  });
  const sizes = sections.flatMap(({ name, fields }): Size[] => {
    const size = {
      codedWidth: Number(fields.get('width')),
      codedHeight: Number(fields.get('height')),
    };
    return name === 'frame' && size.codedWidth > 0 && size.codedHeight > 0 ? [size] : [];
  });
  const changes = sizes.some(
    ({ codedWidth, codedHeight }) =>
      codedWidth !== video.codedWidth || codedHeight !== video.codedHeight,
  );
  if (!changes) return video;
  const largest = sizes.reduce((best, size) =>
    size.codedWidth * size.codedHeight > best.codedWidth * best.codedHeight ? size : best,
  );
  const { codedWidth, codedHeight } = largest;
  // The canvas has square pixels.
  const [displayWidth, displayHeight] =
    video.rotation % 180 === 0 ? [codedWidth, codedHeight] : [codedHeight, codedWidth];
  return { ...video, ...largest, displayWidth, displayHeight, changesSize: true };
}

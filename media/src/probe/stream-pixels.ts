import { MAX_PIXELS } from './demux.ts';
import type { Mp4Index } from '../mp4/mp4-index.ts';
import { openByteSource } from '../mp4/mp4-file.ts';
import { createProbeReader } from './probe-reader.ts';
import { runFfprobe, type Reading } from './probe-run.ts';

/** All video streams together may have this: ffmpeg opens each of them before one is chosen. */
const MAX_TOTAL_PIXELS = 2 * MAX_PIXELS;

/**
 * Returns the max pixels of a frame of each stream. They follow from the number of streams, not
 * from the sizes that the file states, as decoders take memory for what the streams themselves
 * state.
 */
export async function getMaxStreamPixels(
  reading: Reading,
  index: Mp4Index | null,
): Promise<number> {
  const count = index ? await countIndexed(reading, index) : null;
  const streams = count ?? (await countListed(reading));
  return Math.min(MAX_PIXELS, Math.floor(MAX_TOTAL_PIXELS / Math.max(1, streams)));
}

/** Null when there are images besides the tracks as well: covers in the metadata. */
async function countIndexed({ path, sizeBytes }: Reading, index: Mp4Index): Promise<number | null> {
  await using source = await openByteSource(path, sizeBytes);
  const moov = await source.read(index.moov.start, index.moov.end);
  return moov.includes('covr')
    ? null
    : index.tracks.filter(({ handler }) => handler === 'vide').length;
}

/** Counts the video streams that the container names: nothing is decoded for this. */
async function countListed(reading: Reading): Promise<number> {
  const { sections, push } = createProbeReader();
  const show = ['-nofind_stream_info', '-show_entries', 'stream=index,codec_type'];
  await runFfprobe({ ...reading, maxPixels: MAX_PIXELS }, show, push);
  return sections.filter(({ fields }) => fields.get('codec_type') === 'video').length;
}

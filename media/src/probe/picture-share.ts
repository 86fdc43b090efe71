import { MAX_PIXELS } from './demux.ts';
import type { Mp4Index } from '../mp4/mp4-index.ts';
import { openByteSource } from '../mp4/mp4-file.ts';
import { createProbeReader } from './probe-reader.ts';
import { ffprobe, type Reading } from './probe-run.ts';

/** What all streams of pictures may have together: ffmpeg opens each of them before one is chosen. */
const MAX_PIXELS_TOGETHER = 2 * MAX_PIXELS;

/**
 * Pixels that a picture of each stream may have. By their number and not by the sizes that the file
 * states, as decoders take memory for what the streams say themselves.
 */
export async function pixelsOfEach(reading: Reading, index: Mp4Index | null): Promise<number> {
  const count = index ? await countIndexed(reading, index) : null;
  const streams = count ?? (await countListed(reading));
  return Math.min(MAX_PIXELS, Math.floor(MAX_PIXELS_TOGETHER / Math.max(1, streams)));
}

/** Null when there are pictures beside the tracks as well: covers in the metadata. */
async function countIndexed({ path, sizeBytes }: Reading, index: Mp4Index): Promise<number | null> {
  await using source = await openByteSource(path, sizeBytes);
  const moov = await source.read(index.moov.start, index.moov.end);
  return moov.includes('covr')
    ? null
    : index.tracks.filter(({ handler }) => handler === 'vide').length;
}

/** What the container names: nothing is decoded for this. */
async function countListed(reading: Reading): Promise<number> {
  const { sections, push } = createProbeReader();
  const show = ['-nofind_stream_info', '-show_entries', 'stream=index,codec_type'];
  await ffprobe({ ...reading, maxPixels: MAX_PIXELS }, show, push);
  return sections.filter(({ fields }) => fields.get('codec_type') === 'video').length;
}

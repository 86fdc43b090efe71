import { stat } from 'node:fs/promises';
import { MAX_PIXELS } from './demux.ts';
import { ProbeError } from '../cage/errors.ts';
import { type Indexed, withLargestSize } from './frame-sizes.ts';
import { getMediaEnd, getProbeNeededBytes } from './index-needs.ts';
import { readIndexedTimes } from './index-times.ts';
import { findFalseClaim } from '../mp4/mp4-claims.ts';
import { readStatedLanguages, withoutAssumed } from './matroska-languages.ts';
import { openByteSource } from '../mp4/mp4-file.ts';
import { type Mp4Index, readMp4Index } from '../mp4/mp4-index.ts';
import { getMaxStreamPixels } from './stream-pixels.ts';
import { canDecode, readLeftOut } from './left-out.ts';
import {
  getFrameSeconds,
  toContinuousPackets,
  readAudioSource,
  readAttachedPicture,
  readVideoSource,
} from './probe-streams.ts';
import {
  type PacketTimes,
  type Section,
  completeTimes,
  createProbeReader,
} from './probe-reader.ts';
import {
  FRAMES,
  type Reading,
  getErrorCode,
  runFfprobe,
  lacksMemoryFor,
  toMemoryReason,
  toProbeError,
} from './probe-run.ts';
import { sniffFile } from './sniff.ts';
import type { SourceProbe } from './source-probe.ts';
import type { MediaTools } from '../cage/tools.ts';

const PACKETS = 'packet=stream_index,pts,dts,duration,flags';
// In other containers the id is something else.
const TRACKS = 'stream=id';
const STREAMS = [
  'stream=index,codec_type,codec_name,codec_tag_string,profile,width,height,pix_fmt,sample_aspect_ratio,' +
    'r_frame_rate,avg_frame_rate,time_base,field_order,color_range,color_space,color_transfer,color_primaries,channels,channel_layout,' +
    'sample_rate,duration_ts',
  'stream_tags=language,title,alpha_mode',
  'stream_disposition=default,attached_pic,timed_thumbnails',
  'stream_side_data=rotation',
  'format=duration,start_time',
].join(':');

// This counts all streams together; where video packets are few among them, video is decoded by
// itself.
const FIRST_PACKETS = 32;

const MAX_SECONDS = 24 * 3600;
// An edit list may cut a longer one short, but ffmpeg's encoder gets all of it, and its MP4 has no frame of
// more than 2^31 ticks, which are 6.6 hours at 90 kHz.
const MAX_FRAME_SECONDS = 6 * 3600;

type ProbeOptions = { signal?: AbortSignal | undefined };

/** The output of ffprobe, or the same from the index. */
type Found = { sections: Section[]; packets: Map<number, PacketTimes>; stderr: string };

/**
 * Reads a file's streams, the time of every packet, and whether its first video or audio frames can
 * be decoded. The times come from the index of an MP4 or MOV, so that its media are not read; else
 * from ffprobe. Ends in bounded time (one minute, and one second per 10 MB).
 * Throws ProbeError, or the signal's reason when aborted.
 */
export async function probeSource(
  tools: MediaTools,
  path: string,
  options: ProbeOptions = {},
): Promise<SourceProbe> {
  const { reading, index } = await openReading(tools, path, options);
  const isWhole = index !== null && getMediaEnd(index) <= reading.sizeBytes;
  const found = isWhole ? await readIndexed(reading, index) : null;
  const indexed = index && { index, arrivedBytes: Infinity };
  return concludeProbe(reading, found ?? (await scanPackets(reading)), indexed);
}

/** Does the same with times read from every packet of the file, whatever its index says. */
export async function scanSource(
  tools: MediaTools,
  path: string,
  options: ProbeOptions = {},
): Promise<SourceProbe> {
  const { reading } = await openReading(tools, path, options);
  return concludeProbe(reading, await scanPackets(reading));
}

/**
 * Probes an MP4 or MOV whose beginning has arrived: all bytes below `arrivedBytes`, and its index, wherever
 * it is. Returns null when the whole file is needed, as to refuse a source.
 */
export async function probeArriving(
  tools: MediaTools,
  path: string,
  arriving: ProbeOptions & { arrivedBytes: number; totalBytes: number },
): Promise<SourceProbe | null> {
  try {
    const identified = await identifySource(tools, path, arriving);
    const arrived = { ...identified, sizeBytes: arriving.totalBytes };
    const index = await readIndex(arrived);
    if (!index || getProbeNeededBytes(index) > arriving.arrivedBytes) return null;
    if (getMediaEnd(index) > arrived.sizeBytes) return null;
    const reading = { ...arrived, maxPixels: await getMaxStreamPixels(arrived, index) };
    const found = await readIndexed(reading, index);
    const indexed = { index, arrivedBytes: arriving.arrivedBytes };
    return found && (await concludeProbe(reading, found, indexed));
  } catch (error) {
    if (error instanceof ProbeError) return null;
    throw error;
  }
}

async function concludeProbe(
  reading: Reading,
  found: Found,
  indexed: Indexed | null = null,
): Promise<SourceProbe> {
  const { sections, packets, stderr } = found;
  const listed = sections.filter((section) => section.name === 'stream');
  const stated = reading.kind === 'matroska' ? await readStatedLanguages(reading.path) : null;
  const streams = withoutAssumed(listed, stated);
  const leftOut = readLeftOut(streams, packets, reading.undecoded);
  const usable = streams.filter((stream) => canDecode(stream, reading.undecoded));
  const picture = readAttachedPicture(usable);
  const format = sections.find(({ name }) => name === 'format');
  const start = Number(format?.fields.get('start_time'));
  const continuous = toContinuousPackets(streams, packets, Number.isFinite(start) ? start : 0);
  const read = readVideoSource(usable, continuous ?? packets, stderr);
  const video = read && (await withLargestSize(reading, read, indexed));
  const audio = readAudioSource(usable, continuous ?? packets);
  // A film without its pictures is no audio file.
  if (!video && leftOut.some(({ type }) => type === 'video'))
    throw new ProbeError('unsupported_codec', stderr);
  const first = video?.streamIndex ?? audio[0]?.streamIndex;
  if (first === undefined) throw toUnplayableError(streams, stderr);
  const interlaced =
    showsInterlaced(sections, first) ?? (await tryDecoding(reading, { first, video, stderr }));
  if (video && interlaced) video.interlaced = true;
  const starts = [video, ...audio].flatMap((source) => (source ? [source.startSeconds] : []));
  const ends = [video, ...audio].flatMap((source) => (source ? [source.endSeconds] : []));
  const seconds = Math.max(...ends) - Math.min(...starts);
  if (!(seconds > 0)) throw new ProbeError('no_frames', stderr);
  if (seconds > MAX_SECONDS) throw new ProbeError('too_long', `${Math.round(seconds)} seconds`);
  const frameSeconds = video ? getFrameSeconds(usable, video.streamIndex) : 0;
  if (frameSeconds > MAX_FRAME_SECONDS)
    throw new ProbeError('damaged', `${Math.round(frameSeconds)} seconds a frame`);
  const statedSeconds = Number(format?.fields.get('duration'));
  return {
    kind: reading.kind,
    sizeBytes: reading.sizeBytes,
    durationMs: Math.round(seconds * 1000),
    video,
    audio,
    picture,
    ...(leftOut.length > 0 ? { leftOut } : {}),
    clockJumps: continuous !== null,
    truncated: /partial file|truncat/i.test(stderr) && statedSeconds > seconds + 0.5,
  };
}

async function openReading(
  tools: MediaTools,
  path: string,
  options: ProbeOptions,
): Promise<{ reading: Reading; index: Mp4Index | null }> {
  const identified = await identifySource(tools, path, options);
  const index = await readIndex(identified);
  const maxPixels = await getMaxStreamPixels(identified, index);
  return { reading: { ...identified, maxPixels }, index };
}

async function identifySource(
  tools: MediaTools,
  path: string,
  { signal }: ProbeOptions,
): Promise<Reading> {
  try {
    const { size } = await stat(path);
    if (size === 0) throw new ProbeError('empty');
    const kind = await sniffFile(path);
    if (!kind) throw new ProbeError('not_media', 'the first bytes are of no known container');
    return {
      tools,
      path,
      kind,
      sizeBytes: size,
      maxPixels: MAX_PIXELS,
      undecoded: new Set(),
      signal,
    };
  } catch (cause) {
    if (cause instanceof ProbeError) throw cause;
    throw new ProbeError('unreadable', getErrorCode(cause), { cause });
  }
}

/**
 * Null where there is no index that we read. Throws ProbeError when the file states more than it
 * can contain.
 */
async function readIndex({ kind, path, sizeBytes }: Reading): Promise<Mp4Index | null> {
  if (kind !== 'mov') return null;
  try {
    await using source = await openByteSource(path, sizeBytes);
    const claim = await findFalseClaim(source);
    if (claim) throw new ProbeError(claim.isCutOff ? 'truncated' : 'damaged', claim.claim);
    return await readMp4Index(source);
  } catch (cause) {
    if (cause instanceof ProbeError) throw cause;
    throw new ProbeError('unreadable', getErrorCode(cause), { cause });
  }
}

/** Reads streams by ffprobe and times from the index; null when these do not match. */
async function readIndexed(reading: Reading, index: Mp4Index): Promise<Found | null> {
  const reader = createProbeReader();
  // One process reads streams and first frames: starting and opening are most of the work.
  const show = [
    '-read_intervals',
    `%+#${FIRST_PACKETS}`,
    '-show_entries',
    `${TRACKS}:${STREAMS}:${FRAMES}`,
  ];
  const exit = await runFfprobe(reading, show, reader.push);
  const streams = reader.sections.filter(({ name }) => name === 'stream');
  if (streams.length === 0) throw toProbeError(reading, exit);
  const packets = new Map<number, PacketTimes>();
  for (const { fields } of streams) {
    if (!/^(?:video|audio)$/.test(fields.get('codec_type') ?? '')) continue;
    if (fields.get('disposition:attached_pic') === '1') continue;
    const same = index.tracks.filter(({ id }) => id === Number(fields.get('id')));
    const [track] = same;
    if (!track || same.length > 1 || fields.get('time_base') !== `1/${track.timescale}`)
      return null;
    const times = readIndexedTimes(index, track);
    if (!times) return null;
    if (times.ticks.length > 0) packets.set(Number(fields.get('index')), times);
  }
  return { sections: reader.sections, packets, stderr: exit.stderr };
}

async function scanPackets(reading: Reading): Promise<Found> {
  // ffmpeg corrects the clocks of these formats while it decodes.
  const keepDecoding = reading.kind === 'mpegts' || reading.kind === 'mpeg';
  const reader = createProbeReader({ keepDecoding, isMov: reading.kind === 'mov' });
  const entries = [PACKETS, ...(reading.kind === 'mov' ? [TRACKS] : []), STREAMS];
  const exit = await runFfprobe(reading, ['-show_entries', entries.join(':')], reader.push);
  if (reader.hasTooMany()) throw new ProbeError('too_long', 'more packets than a day of video');
  if (!reader.sections.some(({ name }) => name === 'stream')) throw toProbeError(reading, exit);
  const packets = new Map<number, PacketTimes>();
  for (const [index, times] of reader.packets) packets.set(index, completeTimes(times));
  return { sections: reader.sections, packets, stderr: exit.stderr };
}

/** Derives why none of the found streams can be played. */
function toUnplayableError(streams: Section[], stderr: string): ProbeError {
  const media = streams.filter(
    ({ fields }) =>
      /^(?:video|audio)$/.test(fields.get('codec_type') ?? '') &&
      fields.get('disposition:attached_pic') !== '1',
  );
  if (media.length === 0) return new ProbeError('no_streams', stderr);
  const known = media.filter(({ fields }) => (fields.get('codec_name') ?? 'unknown') !== 'unknown');
  if (known.length === 0 || /not on whitelist/.test(stderr))
    return new ProbeError('unsupported_codec', stderr);
  return new ProbeError(/partial file/.test(stderr) ? 'truncated' : 'no_frames', stderr);
}

/** True when decoded frames of a stream are interlaced; null when there are none. */
function showsInterlaced(sections: readonly Section[], stream: number): boolean | null {
  const frames = sections.filter(
    ({ name, fields }) => name === 'frame' && fields.get('stream_index') === String(stream),
  );
  if (frames.length === 0) return null;
  return frames.some(({ fields }) => fields.get('interlaced_frame') === '1');
}

type Opened = { first: number; video: SourceProbe['video']; stderr: string };

/** Decodes the beginning of one stream; true when its frames are interlaced. */
async function tryDecoding(
  reading: Reading,
  { first: stream, video, stderr: earlier }: Opened,
): Promise<boolean> {
  let stderr = '';
  for (const packets of [24, 400]) {
    const reader = createProbeReader();
    const show = [
      '-select_streams',
      String(stream),
      '-read_intervals',
      `%+#${packets}`,
      '-show_entries',
      FRAMES,
    ];
    const exit = await runFfprobe(reading, show, reader.push);
    const interlaced = showsInterlaced(reader.sections, stream);
    if (interlaced !== null) return interlaced;
    stderr = exit.stderr;
  }
  const words = `${earlier}\n${stderr}`;
  if (/not on whitelist|Unsupported codec|Decoder .{0,80} not found/i.test(words))
    throw new ProbeError('unsupported_codec', words);
  if (/Cannot allocate memory/.test(words)) throw new ProbeError(toMemoryReason(reading), words);
  if (video && lacksMemoryFor(reading.tools, video.codedWidth * video.codedHeight))
    throw new ProbeError('out_of_memory', words);
  throw new ProbeError(/partial file/.test(words) ? 'truncated' : 'no_frames', words);
}

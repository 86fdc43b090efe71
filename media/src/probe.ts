import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { type CagedExit, runCaged } from './cage.ts';
import { inputArguments, memoryLimit } from './demux.ts';
import { ProbeError } from './errors.ts';
import {
  continuousPackets,
  readAudioSource,
  readPicture,
  readVideoSource,
} from './probe-streams.ts';
import { type PacketTimes, type Section, createProbeReader } from './probe-reader.ts';
import { type SourceKind, sniffFile } from './sniff.ts';
import type { SourceProbe } from './source-probe.ts';
import type { MediaTools } from './tools.ts';

const ENTRIES = [
  'packet=stream_index,pts,dts,duration,flags',
  'stream=index,codec_type,codec_name,profile,width,height,pix_fmt,sample_aspect_ratio,' +
    'r_frame_rate,avg_frame_rate,time_base,field_order,color_transfer,channels,channel_layout,' +
    'sample_rate,duration_ts',
  'stream_tags=language,title',
  'stream_disposition=default,attached_pic,timed_thumbnails',
  'stream_side_data=rotation',
  'format=duration,start_time',
].join(':');

const MAX_SECONDS = 24 * 3600;

/**
 * Reads what a file holds: its streams, the time of every packet, and whether its first pictures
 * or sounds can be decoded. Ends in bounded time (one minute, and one second per 10 MB).
 * Throws ProbeError, or the signal's reason when aborted.
 */
export async function probeSource(
  tools: MediaTools,
  path: string,
  options: { signal?: AbortSignal | undefined } = {},
): Promise<SourceProbe> {
  const { kind, sizeBytes } = await identify(path);
  const reading: Reading = { tools, path, kind, sizeBytes, signal: options.signal };
  const { sections, packets, stderr } = await readStreams(reading);
  const streams = sections.filter((section) => section.name === 'stream');
  const picture = readPicture(streams);
  const format = sections.find(({ name }) => name === 'format');
  const start = Number(format?.fields.get('start_time'));
  const continuous = continuousPackets(streams, packets, Number.isFinite(start) ? start : 0);
  const video = readVideoSource(streams, continuous ?? packets, stderr);
  const audio = readAudioSource(streams, continuous ?? packets);
  const first = video?.streamIndex ?? audio[0]?.streamIndex;
  if (first === undefined) throw nothingToPlay(streams, stderr);
  const interlaced = await tryDecoding(reading, first, stderr);
  if (video && interlaced) video.interlaced = true;
  const starts = [video, ...audio].flatMap((source) => (source ? [source.startSeconds] : []));
  const ends = [video, ...audio].flatMap((source) => (source ? [source.endSeconds] : []));
  const seconds = Math.max(...ends) - Math.min(...starts);
  if (!(seconds > 0)) throw new ProbeError('no_frames', stderr);
  if (seconds > MAX_SECONDS) throw new ProbeError('too_long', `${Math.round(seconds)} seconds`);
  const stated = Number(format?.fields.get('duration'));
  return {
    kind,
    sizeBytes,
    durationMs: Math.round(seconds * 1000),
    video,
    audio,
    picture,
    clockJumps: continuous !== null,
    truncated: /partial file|truncat/i.test(stderr) && stated > seconds + 0.5,
  };
}

type Reading = {
  tools: MediaTools;
  path: string;
  kind: SourceKind;
  sizeBytes: number;
  signal: AbortSignal | undefined;
};

async function identify(path: string): Promise<{ kind: SourceKind; sizeBytes: number }> {
  try {
    const { size } = await stat(path);
    if (size === 0) throw new ProbeError('empty');
    const kind = await sniffFile(path);
    if (!kind) throw new ProbeError('not_media', 'the first bytes are of no known container');
    return { kind, sizeBytes: size };
  } catch (cause) {
    if (cause instanceof ProbeError) throw cause;
    throw new ProbeError('unreadable', errorCode(cause), { cause });
  }
}

function errorCode(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'read failed';
}

async function readStreams(
  reading: Reading,
): Promise<{ sections: Section[]; packets: Map<number, PacketTimes>; stderr: string }> {
  // The formats whose clocks ffmpeg mends while it decodes.
  const keepDecoding = reading.kind === 'mpegts' || reading.kind === 'mpeg';
  const reader = createProbeReader({ keepDecoding });
  const exit = await ffprobe(reading, ['-show_entries', ENTRIES], reader.push);
  if (reader.tooMany()) throw new ProbeError('too_long', 'more packets than a day of video');
  if (!reader.sections.some(({ name }) => name === 'stream')) throw refused(exit);
  return { sections: reader.sections, packets: reader.packets, stderr: exit.stderr };
}

async function ffprobe(
  { tools, path, kind, sizeBytes, signal }: Reading,
  show: string[],
  onText: (text: string) => void,
): Promise<CagedExit> {
  const seconds = 60 + sizeBytes / 10_000_000;
  const limits = {
    memoryBytes: memoryLimit(8192 * 4320, availableParallelism()),
    cpuSeconds: 2 * seconds,
  };
  const args = (inputUrl: string): string[] => [
    ...['-v', 'error', '-hide_banner', ...show, '-of', 'compact'],
    ...inputArguments(kind, inputUrl),
  ];
  const job = { program: 'ffprobe', args, inputPath: path, pipes: 0, limits, signal } as const;
  const exit = await runCaged(tools, job, seconds * 1000, onText).catch((cause: unknown) => {
    if (signal?.aborted) throw cause;
    throw new ProbeError('tool_failed', errorCode(cause), { cause });
  });
  // 152: SIGXCPU as bubblewrap reports it.
  if (exit.timedOut || exit.signal === 'SIGXCPU' || exit.code === 152)
    throw new ProbeError('probe_timeout', exit.stderr);
  if (exit.signal || exit.code === 137) throw new ProbeError('tool_failed', exit.stderr);
  return exit;
}

function refused({ stderr }: CagedExit): ProbeError {
  if (/not on whitelist/.test(stderr)) return new ProbeError('unsupported_codec', stderr);
  if (/moov atom not found|partial file|truncat|End of file/i.test(stderr))
    return new ProbeError('truncated', stderr);
  if (/Cannot allocate memory/.test(stderr)) return new ProbeError('out_of_memory', stderr);
  if (/Input\/output error/.test(stderr)) return new ProbeError('unreadable', stderr);
  if (/bwrap|unshare|prlimit|setpriv/.test(stderr)) return new ProbeError('tool_failed', stderr);
  return new ProbeError('damaged', stderr);
}

/** Why streams that were found give neither picture nor sound. */
function nothingToPlay(streams: Section[], stderr: string): ProbeError {
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

/** Decodes the beginning of one stream; true when its pictures are interlaced. */
async function tryDecoding(reading: Reading, stream: number, earlier: string): Promise<boolean> {
  let stderr = '';
  for (const packets of [24, 400]) {
    const reader = createProbeReader();
    const show = [
      ...['-select_streams', String(stream), '-read_intervals', `%+#${packets}`],
      ...['-show_entries', 'frame=media_type,interlaced_frame'],
    ];
    const exit = await ffprobe(reading, show, reader.push);
    const frames = reader.sections.filter(({ name }) => name === 'frame');
    if (frames.length > 0)
      return frames.some(({ fields }) => fields.get('interlaced_frame') === '1');
    stderr = exit.stderr;
  }
  const words = `${earlier}\n${stderr}`;
  if (/not on whitelist|Unsupported codec|Decoder .* not found/i.test(words))
    throw new ProbeError('unsupported_codec', words);
  if (/Cannot allocate memory/.test(words)) throw new ProbeError('out_of_memory', words);
  throw new ProbeError(/partial file/.test(words) ? 'truncated' : 'no_frames', words);
}

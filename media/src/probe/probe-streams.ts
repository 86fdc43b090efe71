import { type LabelledTrack, joinMonoTracks } from './audio-channels.ts';
import { decideColour } from './colour.ts';
import { bridgeJumps, moveTimes } from './clock-jumps.ts';
import { MAX_PIXELS } from './demux.ts';
import { ProbeError, type ProbeReason } from '../cage/errors.ts';
import { findConstantRate, measurePeakRate, toFramesPerSecond, parseRate } from './frame-rate.ts';
import type { PacketTimes, Section } from './probe-reader.ts';
import type {
  AudioSource,
  Fraction,
  FrameTimes,
  SourceProbe,
  VideoSource,
} from './source-probe.ts';

type Packets = ReadonlyMap<number, PacketTimes>;

export const MAX_SIDE = 16384;
const MAX_TITLE_LENGTH = 200;

function listStreams(streams: readonly Section[], type: 'video' | 'audio'): Section[] {
  return streams.filter(({ fields }) => fields.get('codec_type') === type);
}

/** True for a cover or thumbnail beside the media. */
export function isAttachedPicture({ fields }: Section): boolean {
  return (
    fields.get('disposition:attached_pic') === '1' ||
    fields.get('disposition:timed_thumbnails') === '1'
  );
}

function readNumber(section: Section, name: string): number {
  const value = Number(section.fields.get(name));
  return Number.isFinite(value) ? value : 0;
}

function readTimeBase(section: Section): Fraction {
  const [numerator = 1, denominator = 1000] = (section.fields.get('time_base') ?? '')
    .split('/')
    .map(Number);
  return { numerator: numerator || 1, denominator: denominator || 1000 };
}

/** ffprobe's `id` is the track_ID of an MP4 or MOV; in other containers it is something else. */
function readTrackId(stream: Section): { trackId?: number } {
  const id = stream.fields.get('id');
  return id === undefined || !/^0x[0-9a-f]+$/i.test(id) ? {} : { trackId: Number(id) };
}

/**
 * Puts the packets' times on one continuous clock from `startSeconds`, the file's start, when the
 * clock of any stream jumps; else null.
 */
export function toContinuousPackets(
  streams: readonly Section[],
  packets: Packets,
  startSeconds: number,
): Packets | null {
  let jumps = false;
  const moved = new Map<number, PacketTimes>();
  for (const stream of streams) {
    const index = readNumber(stream, 'index');
    const times = packets.get(index);
    if (!times) continue;
    const base = readTimeBase(stream);
    const tick = base.numerator / base.denominator;
    const bridged = times.decoding.length > 0 ? bridgeJumps(times, tick) : null;
    jumps ||= bridged !== null;
    moved.set(index, moveTimes(bridged ?? times, -Math.round(startSeconds / tick)));
  }
  return jumps ? moved : null;
}

/** Reads the attached cover picture of a music file, or null. */
export function readAttachedPicture(streams: readonly Section[]): SourceProbe['picture'] {
  const stream = listStreams(streams, 'video').find(isAttachedPicture);
  if (!stream) return null;
  const [width, height] = [readNumber(stream, 'width'), readNumber(stream, 'height')];
  if (width < 1 || height < 1 || width * height > MAX_PIXELS) return null;
  return { streamIndex: readNumber(stream, 'index'), width, height };
}

/**
 * Reads the video stream to encode: the default one, or the first, that has packets. Null when
 * there is none. Throws ProbeError when its frames are too large or have no size; `stderr` is
 * ffprobe's output.
 */
export function readVideoSource(
  streams: readonly Section[],
  packets: Packets,
  stderr: string,
): VideoSource | null {
  const usable = listStreams(streams, 'video').filter(
    (stream) => !isAttachedPicture(stream) && countPackets(stream, packets) > 0,
  );
  // A preview of one frame may stand before the film, enabled as it is.
  const moving = usable.filter((one) => countPackets(one, packets) > 1);
  const candidates = moving.length > 0 ? moving : usable;
  const stream =
    candidates.find(({ fields }) => fields.get('disposition:default') === '1') ?? candidates[0];
  const times = stream && packets.get(readNumber(stream, 'index'));
  if (!stream || !times) return null;
  const [codedWidth, codedHeight] = [readNumber(stream, 'width'), readNumber(stream, 'height')];
  if (codedWidth * codedHeight > MAX_PIXELS || Math.max(codedWidth, codedHeight) > MAX_SIDE)
    throw new ProbeError('too_large', `${codedWidth}x${codedHeight}`);
  // A stream without a size is never taken for an audio file, though there may be audio.
  if (codedWidth < 1 || codedHeight < 1) throw new ProbeError(toUnsizedReason(stderr), stderr);
  const interlaced = /^(?:tt|bb|tb|bt)$/.test(stream.fields.get('field_order') ?? '');
  const frames = readFrameTimes(stream, times);
  const tick = frames.timeBase.numerator / frames.timeBase.denominator;
  return {
    streamIndex: readNumber(stream, 'index'),
    ...readTrackId(stream),
    codec: stream.fields.get('codec_name') ?? 'unknown',
    profile: readKnown(stream, 'profile'),
    ...readPixelFormat(stream),
    codedWidth,
    codedHeight,
    ...readDisplaySize(stream, codedWidth, codedHeight),
    ...readFrameRate(stream, frames, interlaced),
    interlaced,
    transfer: readTransfer(stream.fields.get('color_transfer')),
    colour: decideColour({
      matrix: readKnown(stream, 'color_space'),
      primaries: readKnown(stream, 'color_primaries'),
      transfer: readKnown(stream, 'color_transfer'),
      range: readKnown(stream, 'color_range'),
      pixelFormat: stream.fields.get('pix_fmt') ?? 'unknown',
      codedHeight,
    }),
    startSeconds: (frames.ticks[0] ?? 0) * tick,
    endSeconds: ((frames.ticks.at(-1) ?? 0) + frames.lastTicks) * tick,
    keyLeadSeconds: times.keyLeadTicks * tick,
    frames,
  };
}

function countPackets(stream: Section, packets: Packets): number {
  return packets.get(readNumber(stream, 'index'))?.ticks.length ?? 0;
}

const ALPHA_DECODERS: Readonly<Record<string, VideoSource['decoder']>> = {
  vp8: 'libvpx',
  vp9: 'libvpx-vp9',
};

/** WebM has transparency beside the frames, which ffmpeg's own decoders leave out. */
function readPixelFormat(stream: Section): Pick<VideoSource, 'pixelFormat' | 'decoder'> {
  const decoder = ALPHA_DECODERS[stream.fields.get('codec_name') ?? ''];
  const hasAlpha = stream.fields.get('tag:alpha_mode') === '1';
  if (hasAlpha && decoder) return { pixelFormat: 'yuva420p', decoder };
  return { pixelFormat: stream.fields.get('pix_fmt') ?? 'unknown' };
}

function toUnsizedReason(stderr: string): ProbeReason {
  return /exceeds specified max pixel count|Picture size \d+x\d+ is invalid/.test(stderr)
    ? 'too_large'
    : 'no_frames';
}

/** Reads a field that says something; null where ffprobe doesn't know. */
export function readKnown(stream: Section, name: string): string | null {
  const value = stream.fields.get(name)?.trim();
  return value && value !== 'unknown' && value !== 'N/A' ? value : null;
}

/** Returns the seconds of one frame at the average rate that ffmpeg reads of a stream, however absurd; else 0. */
export function getFrameSeconds(streams: readonly Section[], streamIndex: number): number {
  const stream = streams.find((one) => readNumber(one, 'index') === streamIndex);
  const rate = /^(\d+)\/(\d+)$/.exec(stream?.fields.get('avg_frame_rate') ?? '');
  const [frames, seconds] = [Number(rate?.[1] ?? 0), Number(rate?.[2] ?? 0)];
  return frames > 0 ? seconds / frames : 0;
}

function readFrameTimes(stream: Section, times: PacketTimes): FrameTimes {
  const base = readTimeBase(stream);
  const claimed = parseRate(stream.fields.get('avg_frame_rate'));
  const claimedTicks = claimed
    ? base.denominator / base.numerator / toFramesPerSecond(claimed)
    : (base.denominator / base.numerator) * 0.04;
  return {
    timeBase: base,
    ticks: Float64Array.from(times.ticks).sort(),
    lastTicks: times.lastTicks > 0 ? times.lastTicks : Math.max(1, Math.round(claimedTicks)),
    exact: times.exact,
  };
}

function readFrameRate(
  stream: Section,
  frames: FrameTimes,
  interlaced: boolean,
): Pick<VideoSource, 'frameRate' | 'variableFrameRate'> {
  const claims = ['avg_frame_rate', 'r_frame_rate'].map((name) =>
    parseRate(stream.fields.get(name)),
  );
  const constant = findConstantRate(frames, claims);
  const claimed = claims.find((claim) => claim !== null);
  const { numerator, denominator } =
    constant ??
    (frames.exact ? measurePeakRate(frames) : (claimed ?? { numerator: 25, denominator: 1 }));
  // Streams with each field in a packet of its own count double.
  const fields = interlaced && numerator / denominator > 31 ? 2 : 1;
  return {
    frameRate: { numerator, denominator: denominator * fields },
    variableFrameRate: constant === null && frames.exact,
  };
}

function readDisplaySize(
  stream: Section,
  width: number,
  height: number,
): Pick<VideoSource, 'rotation' | 'displayWidth' | 'displayHeight'> {
  // ffprobe counts counter-clockwise and from -180 to 180.
  const turned = -Math.round(readNumber(stream, 'rotation') / 90) * 90;
  const rotation = ((turned % 360) + 360) % 360;
  const [across = 1, down = 1] = (stream.fields.get('sample_aspect_ratio') ?? '1:1')
    .split(':')
    .map(Number);
  const aspect = across / down;
  const stretched = Math.round(width * (aspect >= 0.1 && aspect <= 10 ? aspect : 1));
  return rotation % 180 === 0
    ? { rotation, displayWidth: stretched, displayHeight: height }
    : { rotation, displayWidth: height, displayHeight: stretched };
}

function readTransfer(name: string | undefined): VideoSource['transfer'] {
  if (name === 'smpte2084') return 'pq';
  return name === 'arib-std-b67' ? 'hlg' : 'sdr';
}

/**
 * Reads all audio streams with packets and a known codec, in file order; left and right in streams
 * of their own are one.
 */
export function readAudioSource(streams: readonly Section[], packets: Packets): AudioSource[] {
  return joinMonoTracks(readTracks(streams, packets));
}

function readTracks(streams: readonly Section[], packets: Packets): LabelledTrack[] {
  return listStreams(streams, 'audio').flatMap((stream) => {
    const streamIndex = readNumber(stream, 'index');
    const times = packets.get(streamIndex);
    const base = readTimeBase(stream);
    const codec = readKnown(stream, 'codec_name');
    if (!times?.ticks.length || !codec || readNumber(stream, 'channels') < 1) return [];
    const tick = base.numerator / base.denominator;
    const track: AudioSource = {
      streamIndex,
      ...readTrackId(stream),
      codec,
      channels: readNumber(stream, 'channels'),
      channelLayout: readChannelLayout(stream),
      sampleRate: readNumber(stream, 'sample_rate'),
      language: readKnown(stream, 'tag:language'),
      // A file states any length; the title is sent to every player.
      title: readKnown(stream, 'tag:title')?.slice(0, MAX_TITLE_LENGTH) ?? null,
      isDefault: stream.fields.get('disposition:default') === '1',
      startSeconds: times.ticks.reduce((min, at) => Math.min(min, at), Infinity) * tick,
      endSeconds: times.endTicks * tick,
    };
    return [{ track, label: readPlace(stream) }];
  });
}

/** Reads the place of a single channel, as `FL`; a plain mono track has none. */
function readPlace(stream: Section): string | null {
  const layout = readKnown(stream, 'channel_layout') ?? '';
  return /^(?:1 channels \()?([A-Z]{2,3})\)?$/.exec(layout)?.[1] ?? null;
}

function readChannelLayout(stream: Section): string | null {
  const name = readKnown(stream, 'channel_layout');
  return name && !/channels/.test(name) ? name : null;
}

import type { PacketTimes, Section } from './probe-reader.ts';
import { isAttachedPicture, readKnown } from './probe-streams.ts';
import type { LeftOutStream } from './source-probe.ts';

// A file names hundreds of streams; these are told to people.
const MAX_TOLD = 16;

/** True unless a stream's codec is unknown, or among those that are not decoded here. */
export function canDecode(stream: Section, undecoded: ReadonlySet<string>): boolean {
  const codec = readKnown(stream, 'codec_name');
  return codec !== null && !undecoded.has(codec) && !undecoded.has(DECODERS[codec] ?? codec);
}

// ffmpeg's decoders that are not called as their codec is.
const DECODERS: Readonly<Record<string, string>> = {
  mp4als: 'als',
  ra_144: 'real_144',
  ra_288: 'real_288',
  mp3adu: 'mp3adufloat',
  mp3on4: 'mp3on4float',
};

/** Lists the media of a file that can't be decoded; streams without packets are none. */
export function readLeftOut(
  streams: readonly Section[],
  packets: ReadonlyMap<number, PacketTimes>,
  undecoded: ReadonlySet<string>,
): LeftOutStream[] {
  return streams
    .flatMap((stream): LeftOutStream[] => {
      const type = readType(stream);
      if (!type || canDecode(stream, undecoded)) return [];
      const times = packets.get(Number(stream.fields.get('index')));
      if (type !== 'picture' && !times?.ticks.length) return [];
      const codec = readKnown(stream, 'codec_name');
      if (codec) return [{ type, codec, reason: 'unsupported' }];
      const tag = readKnown(stream, 'codec_tag_string');
      const isName = tag !== null && /^[\w.-]{2,8}$/.test(tag);
      return [{ type, codec: isName ? tag : null, reason: 'unknown' }];
    })
    .slice(0, MAX_TOLD);
}

function readType(stream: Section): LeftOutStream['type'] | null {
  const type = stream.fields.get('codec_type');
  if (type !== 'video' && type !== 'audio') return null;
  return type === 'video' && isAttachedPicture(stream) ? 'picture' : type;
}

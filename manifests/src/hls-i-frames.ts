import type { KeyFrames, StreamDescription, VideoRendition } from '@kinora/contract/stream';
import { type Addresses, createAddresses } from './addresses.ts';
import { formatAttributes, quote } from './hls-attributes.ts';
import { writeKeyLines } from './hls-keys.ts';
import { formatSeconds, getFirstMediaSequence, HEADER_LINES, joinLines } from './hls-lines.ts';
import { isListed } from './listed.ts';
import { listSegmentMicroseconds, getTargetDurationSec } from './segment-durations.ts';

/**
 * Writes the EXT-X-I-FRAME-STREAM-INF lines. AES-128 has none: a range of a file that is encrypted as
 * one can't be decrypted.
 */
export function writeIFrameVariants(
  stream: StreamDescription,
  video: VideoRendition[],
  addresses: Addresses,
): string[] {
  if (stream.encryption?.method === 'aes-128') return [];
  return video.flatMap((rendition) => {
    if (!rendition.iFrames) return [];
    return `#EXT-X-I-FRAME-STREAM-INF:${formatAttributes({
      BANDWIDTH: rendition.iFrames.peakBps,
      'AVERAGE-BANDWIDTH': rendition.iFrames.averageBps,
      CODECS: quote(rendition.codec),
      RESOLUTION: `${rendition.width}x${rendition.height}`,
      'VIDEO-RANGE': 'SDR',
      URI: quote(addresses.fromVideo({ kind: 'iFramePlaylist', renditionId: rendition.id })),
    })}`;
  });
}

/** True when a rendition has an I-frame playlist, which needs its `key-frames.json`. */
export function hasIFramePlaylist(stream: StreamDescription, renditionId: string): boolean {
  return findWithFrames(stream, renditionId) !== undefined;
}

function findWithFrames(stream: StreamDescription, renditionId: string) {
  if (stream.encryption?.method === 'aes-128' || !stream.videoSegments) return undefined;
  return stream.video.find(
    (video) => video.id === renditionId && video.iFrames !== null && isListed(stream, video),
  );
}

/**
 * Writes the I-frame playlist of one video rendition (RFC 8216 §4.3.3.6), with URIs as in its media
 * playlist. Null when the rendition has none.
 */
export function writeIFramePlaylist(
  stream: StreamDescription,
  renditionId: string,
  keyFrames: KeyFrames,
  addresses = createAddresses(stream),
): string | null {
  const rendition = findWithFrames(stream, renditionId);
  if (!rendition || !stream.videoSegments) return null;
  const frames = keyFrames.segments.flatMap((segment, index) =>
    segment.map(([offset, length, ticks]) => ({ number: index + 1, offset, length, ticks })),
  );
  if (frames.length === 0) return null;
  const segment = (number: number) => addresses.fromPlan({ kind: 'segment', renditionId, number });
  const durations = listSegmentMicroseconds({
    timescale: stream.videoSegments.timescale,
    runs: frames.map(({ ticks }) => ({ count: 1, ticks })),
  });
  return joinLines([
    ...HEADER_LINES,
    `#EXT-X-TARGETDURATION:${getTargetDurationSec(stream)}`,
    `#EXT-X-MEDIA-SEQUENCE:${getFirstMediaSequence(stream)}`,
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-I-FRAMES-ONLY',
    `#EXT-X-MAP:URI=${quote(segment(0))}`,
    ...writeKeyLines(stream, rendition),
    ...frames.flatMap(({ number, offset, length }, index) => [
      // RFC 8216 §4.3.3.6: the time until the next I-frame or the end.
      `#EXTINF:${formatSeconds(durations[index] ?? 0)},`,
      `#EXT-X-BYTERANGE:${length}@${offset}`,
      segment(number),
    ]),
    '#EXT-X-ENDLIST',
  ]);
}

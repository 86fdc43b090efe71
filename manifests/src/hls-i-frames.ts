import type { KeyFrames, StreamDescription, VideoRendition } from '@kinora/contract/stream';
import { type Addresses, addressesOf } from './addresses.ts';
import { attributeList, quoted } from './hls-attributes.ts';
import { keyLines } from './hls-keys.ts';
import { HEAD, lines, secondsText } from './hls-lines.ts';
import { isListed } from './listed.ts';
import { segmentMicroseconds, targetDurationSeconds } from './segment-durations.ts';

/**
 * The EXT-X-I-FRAME-STREAM-INF lines. None with AES-128: a range of a file that is encrypted as
 * one can't be decrypted.
 */
export function iFrameVariants(
  stream: StreamDescription,
  video: VideoRendition[],
  addresses: Addresses,
): string[] {
  if (stream.encryption?.method === 'aes-128') return [];
  return video.flatMap((rendition) => {
    if (!rendition.iFrames) return [];
    return `#EXT-X-I-FRAME-STREAM-INF:${attributeList({
      BANDWIDTH: rendition.iFrames.peakBps,
      'AVERAGE-BANDWIDTH': rendition.iFrames.averageBps,
      CODECS: quoted(rendition.codec),
      RESOLUTION: `${rendition.width}x${rendition.height}`,
      'VIDEO-RANGE': 'SDR',
      URI: quoted(addresses.fromVideo({ kind: 'iFramePlaylist', renditionId: rendition.id })),
    })}`;
  });
}

/** Whether a rendition has an I-frame playlist, for which its `key-frames.json` is needed. */
export function hasIFramePlaylist(stream: StreamDescription, renditionId: string): boolean {
  if (stream.encryption?.method === 'aes-128' || !stream.videoSegments) return false;
  return stream.video.some(
    (video) => video.id === renditionId && video.iFrames !== null && isListed(stream, video),
  );
}

/**
 * The I-frame playlist of one video rendition (RFC 8216 §4.3.3.6), with URIs as in its media
 * playlist. Null when the rendition has none.
 */
export function iFramePlaylist(
  stream: StreamDescription,
  renditionId: string,
  keyFrames: KeyFrames,
  addresses = addressesOf(stream),
): string | null {
  if (!hasIFramePlaylist(stream, renditionId) || !stream.videoSegments) return null;
  const pictures = keyFrames.segments.flatMap((segment, index) =>
    segment.map(([offset, length, ticks]) => ({ number: index + 1, offset, length, ticks })),
  );
  if (pictures.length === 0) return null;
  const segment = (number: number) => addresses.fromPlan({ kind: 'segment', renditionId, number });
  const durations = segmentMicroseconds({
    timescale: stream.videoSegments.timescale,
    runs: pictures.map(({ ticks }) => ({ count: 1, ticks })),
  });
  return lines([
    ...HEAD,
    `#EXT-X-TARGETDURATION:${targetDurationSeconds(stream)}`,
    '#EXT-X-MEDIA-SEQUENCE:1',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-I-FRAMES-ONLY',
    `#EXT-X-MAP:URI=${quoted(segment(0))}`,
    ...keyLines(stream.encryption, 'video'),
    ...pictures.flatMap(({ number, offset, length }, index) => [
      // RFC 8216 §4.3.3.6: the time until the next I-frame or the end.
      `#EXTINF:${secondsText(durations[index] ?? 0)},`,
      `#EXT-X-BYTERANGE:${length}@${offset}`,
      segment(number),
    ]),
    '#EXT-X-ENDLIST',
  ]);
}

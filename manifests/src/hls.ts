import type { StreamDescription } from '@kinora/contract/stream';
import { addressesOf } from './addresses.ts';
import { quoted } from './hls-attributes.ts';
import { audioGroups, audioMedia, groupsOfPictures } from './hls-audio.ts';
import { iFrameVariants } from './hls-i-frames.ts';
import { keyLines, sessionKeyLines } from './hls-keys.ts';
import { HEAD, lines, secondsText } from './hls-lines.ts';
import { variantLines } from './hls-variants.ts';
import { isListed, listedRenditions } from './listed.ts';
import { segmentMicroseconds, targetDurationSeconds } from './segment-durations.ts';

/**
 * The HLS multivariant playlist, with URIs `{folder}/{renditionId}.m3u8` relative to
 * `/streams/{videoKey}/`. Renditions are in it that are whole, or all of an open stream.
 * Null while there is nothing to play: each media type that the stream describes needs one
 * rendition that is listed.
 */
export function multivariantPlaylist(
  stream: StreamDescription,
  addresses = addressesOf(stream),
): string | null {
  const listed = listedRenditions(stream);
  if (!listed) return null;
  const { video, audio } = listed;
  const sounds = video.length > 0 ? groupsOfPictures(video, audio) : [audioGroups(audio)];
  const groups = [...new Set(sounds.flat())];
  // The only sound of an audio-only stream is the variant itself.
  const choices = groups.filter(({ members }) => video.length > 0 || members.length > 1);
  return lines([
    ...HEAD,
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...sessionKeyLines(stream.encryption),
    ...choices.flatMap((group) => audioMedia(group, addresses)),
    ...variantLines(stream, video, sounds, addresses),
    ...iFrameVariants(stream, video, addresses),
  ]);
}

/**
 * The media playlist of one rendition, with URIs `{renditionId}/…` relative to
 * `/streams/{videoKey}/{folder}/`. Null when the stream lists no such rendition.
 */
export function mediaPlaylist(
  stream: StreamDescription,
  renditionId: string,
  addresses = addressesOf(stream),
): string | null {
  const isThis = (rendition: { id: string; ready: boolean }) =>
    rendition.id === renditionId && isListed(stream, rendition);
  const isVideo = stream.video.some(isThis);
  const timeline = isVideo ? stream.videoSegments : stream.audio.find(isThis)?.segments;
  if (!timeline || timeline.runs.length === 0) return null;
  const segment = (number: number) => addresses.fromPlan({ kind: 'segment', renditionId, number });

  return lines([
    ...HEAD,
    `#EXT-X-TARGETDURATION:${targetDurationSeconds(stream)}`,
    // Segments are numbered from 1 in their names, so a player's log names the file.
    '#EXT-X-MEDIA-SEQUENCE:1',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    `#EXT-X-MAP:URI=${quoted(segment(0))}`,
    ...keyLines(stream.encryption, isVideo ? 'video' : 'audio'),
    ...segmentMicroseconds(timeline).flatMap((micros, index) => [
      `#EXTINF:${secondsText(micros)},`,
      segment(index + 1),
    ]),
    '#EXT-X-ENDLIST',
  ]);
}

import type { StreamDescription } from '@kinora/contract/stream';
import { createAddresses } from './addresses.ts';
import { quote } from './hls-attributes.ts';
import { createAudioGroups, writeAudioMedia, createGroupsByVideo } from './hls-audio.ts';
import { writeIFrameVariants } from './hls-i-frames.ts';
import { writeKeyLines, writeLicenceLines, writeSessionKeyLines } from './hls-keys.ts';
import { formatSeconds, getFirstMediaSequence, HEADER_LINES, joinLines } from './hls-lines.ts';
import { writeVariantLines } from './hls-variants.ts';
import { isListed, listedRenditions } from './listed.ts';
import { listSegmentMicroseconds, getTargetDurationSec } from './segment-durations.ts';

/**
 * Writes the HLS multivariant playlist, with URIs `{folder}/{renditionId}.m3u8` relative to
 * `/streams/{videoKey}/`. Renditions are in it that are whole, or all of an open stream.
 * Null while there is nothing to play: each media type that the stream describes needs one
 * rendition that is listed.
 */
export function writeMultivariantPlaylist(
  stream: StreamDescription,
  addresses = createAddresses(stream),
): string | null {
  const listed = listedRenditions(stream);
  if (!listed) return null;
  const { video, audio } = listed;
  const groupsByVideo =
    video.length > 0 ? createGroupsByVideo(video, audio) : [createAudioGroups(audio)];
  const groups = [...new Set(groupsByVideo.flat())];
  // The only rendition of an audio-only stream is the variant itself.
  const choices = groups.filter(({ members }) => video.length > 0 || members.length > 1);
  return joinLines([
    ...HEADER_LINES,
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...writeSessionKeyLines(stream),
    ...writeLicenceLines(stream, addresses),
    ...choices.flatMap((group) => writeAudioMedia(group, addresses)),
    ...writeVariantLines(stream, video, groupsByVideo, addresses),
    ...writeIFrameVariants(stream, video, addresses),
  ]);
}

/**
 * Writes the media playlist of one rendition, with URIs `{renditionId}/…` relative to
 * `/streams/{videoKey}/{folder}/`. Null when the stream lists no such rendition.
 */
export function writeMediaPlaylist(
  stream: StreamDescription,
  renditionId: string,
  addresses = createAddresses(stream),
): string | null {
  const isThis = (rendition: { id: string; ready: boolean }) =>
    rendition.id === renditionId && isListed(stream, rendition);
  const rendition = stream.video.find(isThis) ?? stream.audio.find(isThis);
  if (!rendition) return null;
  const timeline = 'segments' in rendition ? rendition.segments : stream.videoSegments;
  if (!timeline || timeline.runs.length === 0) return null;
  const segment = (number: number) => addresses.fromPlan({ kind: 'segment', renditionId, number });

  return joinLines([
    ...HEADER_LINES,
    `#EXT-X-TARGETDURATION:${getTargetDurationSec(stream)}`,
    `#EXT-X-MEDIA-SEQUENCE:${getFirstMediaSequence(stream)}`,
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    `#EXT-X-MAP:URI=${quote(segment(0))}`,
    ...writeKeyLines(stream, rendition),
    ...listSegmentMicroseconds(timeline).flatMap((micros, index) => [
      `#EXTINF:${formatSeconds(micros)},`,
      segment(index + 1),
    ]),
    '#EXT-X-ENDLIST',
  ]);
}

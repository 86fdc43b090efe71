import type { AudioRendition, StreamDescription, VideoRendition } from '@kinora/contract/stream';
import type { Addresses } from './addresses.ts';
import { formatAttributes, quote } from './hls-attributes.ts';
import type { AudioGroup } from './hls-audio.ts';
import { getCodecFamily } from './listed.ts';

/** Apple HLS authoring, "Video": the default variant on Wi-Fi is the 2000 kbit/s one. */
const FIRST_VARIANT_BPS = 2_000_000;
/** Every player decodes this codec, so a playlist begins with it. */
const EVERYWHERE = 'avc1';

type Attributes = Record<string, string | number | undefined>;

type Variant = {
  renditionId: string;
  codecFamily: string;
  peakBps: number;
  averageBps: number;
  attributes: Attributes;
};

/**
 * Writes the EXT-X-STREAM-INF lines with their URIs: each video rendition with each of its audio groups,
 * or the groups alone. Players begin with the first: `stream.firstRenditionId`, else the one nearest
 * to 2 Mbit/s; neither a long wait nor a blurred start. The others rise from the lowest.
 */
export function writeVariantLines(
  stream: StreamDescription,
  video: VideoRendition[],
  groupsByVideo: AudioGroup[][],
  addresses: Addresses,
): string[] {
  const variants =
    video.length > 0
      ? createVideoVariants(video, groupsByVideo)
      : groupsByVideo.flat().map(createAudioVariant);
  const rising = variants.toSorted((a, b) => a.peakBps - b.peakBps);
  // Found among the first group's variants, which stand first among equals.
  const first =
    variants.find(({ renditionId }) => renditionId === stream.firstRenditionId) ??
    findQuickestStart(variants.slice(0, Math.max(1, video.length)));
  const ordered = first ? [first, ...rising.filter((variant) => variant !== first)] : rising;
  return ordered.flatMap(({ peakBps, averageBps, attributes, renditionId }) => [
    `#EXT-X-STREAM-INF:${formatAttributes({
      // RFC 8216 §4.3.4.2: the largest sum over any playable combination of renditions.
      BANDWIDTH: peakBps,
      'AVERAGE-BANDWIDTH': averageBps,
      ...attributes,
      // Without it Shaka fetches three segments to look for captions in them.
      'CLOSED-CAPTIONS': 'NONE',
    })}`,
    addresses.fromVideo({ kind: 'mediaPlaylist', renditionId }),
  ]);
}

/** Each video rendition comes with the first of its groups before any with its second. */
function createVideoVariants(video: VideoRendition[], groupsByVideo: AudioGroup[][]): Variant[] {
  const maxGroups = Math.max(1, ...groupsByVideo.map((groups) => groups.length));
  return Array.from({ length: maxGroups }, (_, n) => n).flatMap((n) =>
    video.flatMap((rendition, index) => {
      const group = groupsByVideo[index]?.[n] ?? null;
      return n === 0 || group ? [createVideoVariant(rendition, group)] : [];
    }),
  );
}

function createVideoVariant(video: VideoRendition, group: AudioGroup | null): Variant {
  const { numerator, denominator } = video.frameRate;
  const audio = group?.members ?? [];
  return {
    renditionId: video.id,
    codecFamily: getCodecFamily(video),
    peakBps: video.bandwidth.peakBps + getMaxBitrate(audio, 'peakBps'),
    averageBps: video.bandwidth.averageBps + getMaxBitrate(audio, 'averageBps'),
    attributes: {
      CODECS: quote([video.codec, ...listCodecs(audio)].join(',')),
      RESOLUTION: `${video.width}x${video.height}`,
      'FRAME-RATE': (numerator / denominator).toFixed(3),
      // Sources of a higher range are mapped down when they are encoded.
      'VIDEO-RANGE': 'SDR',
      AUDIO: group ? quote(group.id) : undefined,
    },
  };
}

/** Audio alone: one variant for the whole group, since variants must carry the same content. */
function createAudioVariant({ id, members }: AudioGroup): Variant {
  return {
    renditionId: members[0]?.id ?? '',
    codecFamily: '',
    peakBps: getMaxBitrate(members, 'peakBps'),
    averageBps: getMaxBitrate(members, 'averageBps'),
    attributes: {
      CODECS: quote(listCodecs(members).join(',')),
      AUDIO: members.length > 1 ? quote(id) : undefined,
    },
  };
}

function getMaxBitrate(audio: AudioRendition[], figure: 'peakBps' | 'averageBps'): number {
  return Math.max(0, ...audio.map((rendition) => rendition.bandwidth[figure]));
}

function listCodecs(audio: AudioRendition[]): string[] {
  return [...new Set(audio.map((rendition) => rendition.codec))];
}

function findQuickestStart(variants: Variant[]): Variant | undefined {
  const plain = variants.filter((variant) => variant.codecFamily === EVERYWHERE);
  const distance = (variant: Variant) => Math.abs(variant.averageBps - FIRST_VARIANT_BPS);
  return (plain.length > 0 ? plain : variants)
    .toSorted((a, b) => a.peakBps - b.peakBps)
    .reduce<Variant | undefined>(
      (best, variant) => (best && distance(best) <= distance(variant) ? best : variant),
      undefined,
    );
}

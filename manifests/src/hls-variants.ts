import type { AudioRendition, StreamDescription, VideoRendition } from '@kinora/contract/stream';
import type { Addresses } from './addresses.ts';
import { attributeList, quoted } from './hls-attributes.ts';
import type { AudioGroup } from './hls-audio.ts';
import { codecFamily } from './listed.ts';

/** Apple HLS authoring, "Video": the default variant on Wi-Fi is the 2000 kbit/s one. */
const FIRST_VARIANT_BPS = 2_000_000;
/** What every player decodes, so what a playlist begins with. */
const EVERYWHERE = 'avc1';

type Attributes = Record<string, string | number | undefined>;

interface Variant {
  renditionId: string;
  codecFamily: string;
  peakBps: number;
  averageBps: number;
  attributes: Attributes;
}

/**
 * The EXT-X-STREAM-INF lines with their URIs: each video rendition with each of its audio groups, or
 * the groups alone. Players begin with the first: `stream.firstRenditionId`, else the one nearest
 * to 2 Mbit/s; neither a long wait nor a blurred start. The others rise from the lowest.
 */
export function variantLines(
  stream: StreamDescription,
  video: VideoRendition[],
  sounds: AudioGroup[][],
  addresses: Addresses,
): string[] {
  const variants =
    video.length > 0 ? videoVariants(video, sounds) : sounds.flat().map(audioVariant);
  const rising = variants.toSorted((a, b) => a.peakBps - b.peakBps);
  // Found among the first group's variants, which stand first among equals.
  const first =
    variants.find(({ renditionId }) => renditionId === stream.firstRenditionId) ??
    quickestStart(variants.slice(0, Math.max(1, video.length)));
  const ordered = first ? [first, ...rising.filter((variant) => variant !== first)] : rising;
  return ordered.flatMap(({ peakBps, averageBps, attributes, renditionId }) => [
    `#EXT-X-STREAM-INF:${attributeList({
      // RFC 8216 §4.3.4.2: the largest sum over any playable combination of renditions.
      BANDWIDTH: peakBps,
      'AVERAGE-BANDWIDTH': averageBps,
      ...attributes,
      // Else Shaka fetches three segments to look for captions in them.
      'CLOSED-CAPTIONS': 'NONE',
    })}`,
    addresses.fromVideo({ kind: 'mediaPlaylist', renditionId }),
  ]);
}

/** First each with the first of its groups. */
function videoVariants(video: VideoRendition[], sounds: AudioGroup[][]): Variant[] {
  const most = Math.max(1, ...sounds.map((groups) => groups.length));
  return Array.from({ length: most }, (_, n) => n).flatMap((n) =>
    video.flatMap((rendition, index) => {
      const group = sounds[index]?.[n] ?? null;
      return n === 0 || group ? [videoVariant(rendition, group)] : [];
    }),
  );
}

function videoVariant(video: VideoRendition, group: AudioGroup | null): Variant {
  const { numerator, denominator } = video.frameRate;
  const audio = group?.members ?? [];
  return {
    renditionId: video.id,
    codecFamily: codecFamily(video),
    peakBps: video.bandwidth.peakBps + greatest(audio, 'peakBps'),
    averageBps: video.bandwidth.averageBps + greatest(audio, 'averageBps'),
    attributes: {
      CODECS: quoted([video.codec, ...codecsOf(audio)].join(',')),
      RESOLUTION: `${video.width}x${video.height}`,
      'FRAME-RATE': (numerator / denominator).toFixed(3),
      // Sources of a higher range are mapped down when they are encoded.
      'VIDEO-RANGE': 'SDR',
      AUDIO: group ? quoted(group.id) : undefined,
    },
  };
}

/** Audio alone: one variant for the whole group, since variants must carry the same content. */
function audioVariant({ id, members }: AudioGroup): Variant {
  return {
    renditionId: members[0]?.id ?? '',
    codecFamily: '',
    peakBps: greatest(members, 'peakBps'),
    averageBps: greatest(members, 'averageBps'),
    attributes: {
      CODECS: quoted(codecsOf(members).join(',')),
      AUDIO: members.length > 1 ? quoted(id) : undefined,
    },
  };
}

function greatest(audio: AudioRendition[], figure: 'peakBps' | 'averageBps'): number {
  return Math.max(0, ...audio.map((rendition) => rendition.bandwidth[figure]));
}

function codecsOf(audio: AudioRendition[]): string[] {
  return [...new Set(audio.map((rendition) => rendition.codec))];
}

function quickestStart(variants: Variant[]): Variant | undefined {
  const plain = variants.filter((variant) => variant.codecFamily === EVERYWHERE);
  const distance = (variant: Variant) => Math.abs(variant.averageBps - FIRST_VARIANT_BPS);
  return (plain.length > 0 ? plain : variants)
    .toSorted((a, b) => a.peakBps - b.peakBps)
    .reduce<Variant | undefined>(
      (best, variant) => (best && distance(best) <= distance(variant) ? best : variant),
      undefined,
    );
}

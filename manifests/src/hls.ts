import type { AudioRendition, StreamDescription, VideoRendition } from '@kinora/contract/stream';
import { attributeList, quoted } from './hls-attributes.ts';
import { segmentMicroseconds, targetDurationSeconds } from './segment-durations.ts';

// 7 is what EXT-X-MAP outside I-frame playlists and CHANNELS need (RFC 8216 §7).
const HEAD = ['#EXTM3U', '#EXT-X-VERSION:7'];
const AUDIO_GROUP = 'audio';
/** Apple HLS authoring, "Video": the default variant on Wi-Fi is the 2000 kbit/s one. */
const FIRST_VARIANT_BPS = 2_000_000;

interface Variant {
  renditionId: string;
  peakBps: number;
  averageBps: number;
  attributes: Record<string, string | number | undefined>;
}

/**
 * The HLS multivariant playlist, with URIs `{revisionKey}/{renditionId}.m3u8` relative to
 * `/streams/{videoKey}/`. Only whole renditions are in it.
 * Null while there is nothing to play: each media type that the stream describes needs one
 * rendition that is ready.
 */
export function multivariantPlaylist(stream: StreamDescription): string | null {
  const video = stream.video.filter((rendition) => rendition.ready);
  const audio = stream.audio.filter((rendition) => rendition.ready);
  if (video.length === 0 && (stream.video.length > 0 || audio.length === 0)) return null;
  if (audio.length === 0 && stream.audio.length > 0) return null;

  const variants =
    video.length > 0
      ? video.map((rendition) => videoVariant(rendition, audio))
      : [audioVariant(audio)];
  const grouped = video.length > 0 || audio.length > 1 ? audio : [];
  return lines([
    ...HEAD,
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...audioGroup(grouped, stream.revisionKey),
    ...quickStartOrder(variants).flatMap((variant) => [
      `#EXT-X-STREAM-INF:${attributeList({
        // RFC 8216 §4.3.4.2: the largest sum over any playable combination of renditions.
        BANDWIDTH: variant.peakBps,
        'AVERAGE-BANDWIDTH': variant.averageBps,
        ...variant.attributes,
        AUDIO: grouped.length > 0 ? quoted(AUDIO_GROUP) : undefined,
        'CLOSED-CAPTIONS': 'NONE',
      })}`,
      `${stream.revisionKey}/${variant.renditionId}.m3u8`,
    ]),
  ]);
}

/**
 * The media playlist of one rendition, with URIs `{renditionId}/…` relative to
 * `/streams/{videoKey}/{revisionKey}/`. Null when the stream has no such rendition that is ready.
 */
export function mediaPlaylist(stream: StreamDescription, renditionId: string): string | null {
  const isThis = (rendition: { id: string; ready: boolean }) =>
    rendition.id === renditionId && rendition.ready;
  const timeline = stream.video.some(isThis)
    ? stream.videoSegments
    : stream.audio.find(isThis)?.segments;
  if (!timeline || timeline.runs.length === 0) return null;

  return lines([
    ...HEAD,
    `#EXT-X-TARGETDURATION:${targetDurationSeconds(stream)}`,
    // Segments are numbered from 1 in their names, so a player's log names the file.
    '#EXT-X-MEDIA-SEQUENCE:1',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    `#EXT-X-MAP:URI=${quoted(`${renditionId}/init.mp4`)}`,
    ...segmentMicroseconds(timeline).flatMap((micros, index) => [
      `#EXTINF:${secondsText(micros)},`,
      `${renditionId}/${index + 1}.m4s`,
    ]),
    '#EXT-X-ENDLIST',
  ]);
}

function videoVariant(video: VideoRendition, audio: AudioRendition[]): Variant {
  const { numerator, denominator } = video.frameRate;
  return {
    renditionId: video.id,
    peakBps: video.bandwidth.peakBps + greatest(audio, 'peakBps'),
    averageBps: video.bandwidth.averageBps + greatest(audio, 'averageBps'),
    attributes: {
      CODECS: quoted([video.codec, ...codecsOf(audio)].join(',')),
      RESOLUTION: `${video.width}x${video.height}`,
      'FRAME-RATE': (numerator / denominator).toFixed(3),
    },
  };
}

/** Audio alone: one variant for the whole group, since variants must carry the same content. */
function audioVariant(audio: AudioRendition[]): Variant {
  return {
    renditionId: audio[0]?.id ?? '',
    peakBps: greatest(audio, 'peakBps'),
    averageBps: greatest(audio, 'averageBps'),
    attributes: { CODECS: quoted(codecsOf(audio).join(',')) },
  };
}

function greatest(audio: AudioRendition[], figure: 'peakBps' | 'averageBps'): number {
  return Math.max(0, ...audio.map((rendition) => rendition.bandwidth[figure]));
}

function codecsOf(audio: AudioRendition[]): string[] {
  return [...new Set(audio.map((rendition) => rendition.codec))];
}

function audioGroup(audio: AudioRendition[], revisionKey: string): string[] {
  const names = new Set<string>();
  const languages = new Set<string>();
  return audio.map((rendition, index) => {
    const language = languageTag(rendition.languageCode);
    // RFC 8216 §4.3.4.1: members that may be chosen automatically differ in their language.
    const autoselect = index === 0 || !languages.has(language ?? '');
    languages.add(language ?? '');
    return `#EXT-X-MEDIA:${attributeList({
      TYPE: 'AUDIO',
      'GROUP-ID': quoted(AUDIO_GROUP),
      NAME: quoted(uniqueName(rendition, language, names)),
      LANGUAGE: language === null ? undefined : quoted(language),
      DEFAULT: index === 0 ? 'YES' : 'NO',
      AUTOSELECT: autoselect ? 'YES' : 'NO',
      CHANNELS: quoted(String(rendition.channels)),
      URI: quoted(`${revisionKey}/${rendition.id}.m3u8`),
    })}`;
  });
}

/** RFC 5646 asks for the shortest code: `tha` → `th`. Null when the language is not known. */
function languageTag(code: string): string | null {
  if (code === 'und') return null;
  try {
    return Intl.getCanonicalLocales(code)[0] ?? null;
  } catch {
    return null;
  }
}

/** RFC 8216 §4.3.4.1.1: all members of a group have different names. */
function uniqueName(rendition: AudioRendition, language: string | null, taken: Set<string>) {
  const wanted = rendition.name.trim() || language || rendition.id;
  let name = wanted;
  for (let count = 2; taken.has(quoted(name)); count += 1) name = `${wanted} (${count})`;
  taken.add(quoted(name));
  return name;
}

/**
 * Players begin with the variant that stands first, so that is the one nearest to
 * 2 Mbit/s: neither a long wait nor a blurred start. The others rise from the lowest.
 */
function quickStartOrder(variants: Variant[]): Variant[] {
  const rising = variants.toSorted((a, b) => a.peakBps - b.peakBps);
  const distance = (variant: Variant) => Math.abs(variant.averageBps - FIRST_VARIANT_BPS);
  const first = rising.reduce<Variant | undefined>(
    (best, variant) => (best && distance(best) <= distance(variant) ? best : variant),
    undefined,
  );
  return first ? [first, ...rising.filter((variant) => variant !== first)] : rising;
}

function secondsText(micros: number): string {
  const whole = Math.floor(micros / 1_000_000);
  return `${whole}.${String(micros % 1_000_000).padStart(6, '0')}`;
}

function lines(texts: string[]): string {
  return `${texts.join('\n')}\n`;
}

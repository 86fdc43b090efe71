import type { Limits } from '../cage/cage-arguments.ts';
import type { SourceKind } from './sniff.ts';

// Decoders for untrusted files: the codecs of cameras, phones, editors and archives. Rare ones with
// a record of memory faults are left out.
const VIDEO_DECODERS = [
  'h264',
  'hevc',
  'av1',
  'libdav1d',
  'libaom-av1',
  'vp8',
  'vp9',
  'libvpx',
  'libvpx-vp9',
  'mpeg1video',
  'mpeg2video',
  'mpeg4',
  'msmpeg4v1',
  'msmpeg4v2',
  'msmpeg4',
  'h263',
  'h263p',
  'flv',
  'vp6',
  'vp6f',
  'vp6a',
  'theora',
  'prores',
  'dnxhd',
  'mjpeg',
  'wmv1',
  'wmv2',
  'wmv3',
  'vc1',
  'dvvideo',
  'rawvideo',
  'v210',
  'huffyuv',
  'ffvhuff',
  'ffv1',
  'utvideo',
  'cinepak',
  'svq1',
  'svq3',
  'qtrle',
  'png',
  'jpeg2000',
  'libopenjpeg',
  'cfhd',
  'bmp',
];
const AUDIO_DECODERS = [
  'aac',
  'aac_latm',
  'mp3',
  'mp3float',
  'mp2',
  'mp2float',
  'mp1',
  'mp1float',
  'ac3',
  'eac3',
  'ac3_fixed',
  'dca',
  'truehd',
  'mlp',
  'flac',
  'alac',
  'vorbis',
  'libvorbis',
  'opus',
  'libopus',
  'wmav1',
  'wmav2',
  'wmapro',
  'wmalossless',
  'amrnb',
  'amrwb',
  'gsm',
  'gsm_ms',
  'speex',
  'libspeex',
  'nellymoser',
  'adpcm_ms',
  'adpcm_ima_wav',
  'adpcm_ima_qt',
  'adpcm_swf',
  'adpcm_g726',
  'pcm_alaw',
  'pcm_mulaw',
  'pcm_s8',
  'pcm_u8',
  'pcm_s16le',
  'pcm_s16be',
  'pcm_s24le',
  'pcm_s24be',
  'pcm_s32le',
  'pcm_s32be',
  'pcm_f32le',
  'pcm_f32be',
  'pcm_f64le',
  'pcm_f64be',
  'pcm_bluray',
  'pcm_dvd',
  'pcm_u16le',
  'pcm_u16be',
];

// Subtitles are never decoded, but ffprobe opens a decoder for every stream and fails when one is
// forbidden.
const SUBTITLE_DECODERS = [
  'subrip',
  'srt',
  'ass',
  'ssa',
  'mov_text',
  'webvtt',
  'text',
  'dvbsub',
  'dvdsub',
  'pgssub',
  'xsub',
  'cc_dec',
  'libzvbi_teletextdec',
];

/** Largest frame that is opened: 8192 × 8192. */
export const MAX_PIXELS = 8192 * 8192;

// Each stream costs memory before anything is known of it; broadcasts carry some 80.
const MAX_STREAMS = 256;

const DECODERS = [...VIDEO_DECODERS, ...AUDIO_DECODERS, ...SUBTITLE_DECODERS];

/** Decoders that ffprobe may open besides ours, and the stream that it decodes, which has one of ours. */
type Undecoded = { decoders: readonly string[]; selected: string | null };

/**
 * Builds options that let ffprobe open further decoders for streams, though not while it looks into
 * a file, which would decode frames by them, nor for the selected stream. The later option holds.
 */
function buildOpenArguments({ decoders, selected }: Undecoded): string[] {
  if (decoders.length === 0) return [];
  const all = [...DECODERS, ...decoders].join(',');
  return [
    ...['v', 'a', 's', 'd', 't'].flatMap((type) => [`-codec_whitelist:${type}`, all]),
    ...(selected === null ? [] : [`-codec_whitelist:${selected}`, DECODERS.join(',')]),
  ];
}

/**
 * Builds options in front of `-i` that restrict ffmpeg and ffprobe to one container, local reads
 * and known decoders, and give both the same stream numbers. `maxPixels` limits one frame;
 * `undecoded` are decoders that ffprobe opens and decodes nothing with.
 */
export function buildInputArguments(
  kind: SourceKind,
  inputUrl: string,
  maxPixels: number = MAX_PIXELS,
  undecoded: Undecoded = { decoders: [], selected: null },
): string[] {
  return [
    '-protocol_whitelist',
    'file',
    '-format_whitelist',
    kind,
    '-codec_whitelist',
    DECODERS.join(','),
    ...buildOpenArguments(undecoded),
    '-max_pixels',
    String(maxPixels),
    '-max_streams',
    String(MAX_STREAMS),
    '-probesize',
    '20M',
    '-analyzeduration',
    '10M',
    // Beyond a hole of 64 KiB ffmpeg would read on and ffprobe would see the end of the file.
    ...(kind === 'mpegts' ? ['-resync_size', String(2 ** 31 - 1)] : []),
    '-f',
    kind,
    '-i',
    inputUrl,
  ];
}

/** Builds options in front of an input that say which decoder reads its video; mostly ffmpeg's own. */
export function buildDecoderArguments(
  video: { streamIndex: number; decoder?: string | undefined } | null | undefined,
): string[] {
  return video?.decoder ? [`-c:${video.streamIndex}`, video.decoder] : [];
}

/**
 * Returns the memory for decoding frames of this size, in addition to a fixed share for programs and threads.
 */
export function getMemoryLimits(
  pixels: number,
  cpus: number,
): Required<Pick<Limits, 'memoryBytes' | 'pixels'>> {
  const GIB = 2 ** 30;
  // Reference frames, threads and filters keep some 60 frames of at most 6 bytes a pixel.
  return { memoryBytes: 3 * GIB + cpus * 0.375 * GIB + pixels * 6 * 60, pixels };
}

// RFC 6381: what stands before the first dot names the coding format. A source's is ffmpeg's name.
const NAMES: Readonly<Record<string, string>> = {
  avc1: 'H.264',
  avc3: 'H.264',
  hvc1: 'HEVC',
  hev1: 'HEVC',
  av01: 'AV1',
  vp09: 'VP9',
  mp4a: 'AAC',
  opus: 'Opus',
  'ac-3': 'AC-3',
  'ec-3': 'E-AC-3',
  h264: 'H.264',
  hevc: 'HEVC',
  av1: 'AV1',
  vp8: 'VP8',
  vp9: 'VP9',
  prores: 'ProRes',
  dnxhd: 'DNxHD',
  mpeg2video: 'MPEG-2',
  mpeg4: 'MPEG-4',
  mjpeg: 'Motion JPEG',
  aac: 'AAC',
  mp3: 'MP3',
  ac3: 'AC-3',
  eac3: 'E-AC-3',
  flac: 'FLAC',
  vorbis: 'Vorbis',
  wavpack: 'WavPack',
  gif: 'GIF',
  tiff: 'TIFF',
  tta: 'TTA',
  ape: 'APE',
  s302m: 'SMPTE 302M',
};

/** Turns `avc1.64001f` or `h264` into its common name; unknown codecs stay as they are. */
export function nameCodec(codec: string): string {
  const [format = ''] = codec.split('.');
  if (format.startsWith('pcm_')) return 'PCM';
  return NAMES[format.toLowerCase()] ?? codec;
}

/** Names of dynamic ranges, the same in both languages; the transfer tells the kinds of HDR apart. */
export const DYNAMIC_RANGES = { sdr: 'SDR', pq: 'HDR (PQ)', hlg: 'HDR (HLG)' };

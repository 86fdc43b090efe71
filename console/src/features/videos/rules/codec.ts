// RFC 6381: what stands before the first dot names the coding format.
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
};

/** `avc1.64001f` as people call it, or as it stands where nobody does. */
export function nameCodec(codec: string): string {
  const [format = ''] = codec.split('.');
  return NAMES[format.toLowerCase()] ?? codec;
}

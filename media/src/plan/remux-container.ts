// libavformat carries these from one container to another without loss. MP4 keeps the 90 kHz clock
// of transport streams; Matroska rounds to milliseconds but takes nearly everything.
const MP4_VIDEO = new Set(['h264', 'hevc', 'mpeg1video', 'mpeg2video', 'mpeg4']);
const MP4_AUDIO = new Set(['aac', 'mp2', 'mp3', 'ac3', 'eac3']);
const MATROSKA_VIDEO = new Set([
  ...MP4_VIDEO,
  'av1',
  'vp8',
  'vp9',
  'vc1',
  'wmv1',
  'wmv2',
  'wmv3',
  'theora',
  'flv1',
  'vp6f',
  'mjpeg',
  'msmpeg4v2',
  'msmpeg4v3',
  'dvvideo',
  'prores',
]);
const MATROSKA_AUDIO = new Set([
  ...MP4_AUDIO,
  'dts',
  'flac',
  'vorbis',
  'opus',
  'truehd',
  'wmav1',
  'wmav2',
  'pcm_s16le',
  'pcm_s24le',
]);

/** Chooses the container into which these streams can be copied as they are, or null. */
export function chooseRemuxContainer(
  video: string,
  audio: readonly string[],
): 'mp4' | 'matroska' | null {
  if (MP4_VIDEO.has(video) && audio.every((codec) => MP4_AUDIO.has(codec))) return 'mp4';
  if (MATROSKA_VIDEO.has(video) && audio.every((codec) => MATROSKA_AUDIO.has(codec)))
    return 'matroska';
  return null;
}

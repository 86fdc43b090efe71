// The kinds of files that are taken, and those that are known and are not. Plain data, without zod.

/** By ffmpeg's demuxer: extensions that such files have, each with the type that is declared for it. */
export const MEDIA_KINDS = {
  mov: {
    mp4: 'video/mp4',
    m4v: 'video/x-m4v',
    mov: 'video/quicktime',
    '3gp': 'video/3gpp',
    '3g2': 'video/3gpp2',
    f4v: 'video/x-f4v',
    m4a: 'audio/mp4',
  },
  matroska: {
    mkv: 'video/x-matroska',
    mka: 'audio/x-matroska',
    webm: 'video/webm',
    weba: 'audio/webm',
  },
  mpegts: { ts: 'video/mp2t', m2ts: 'video/mp2t', mts: 'video/mp2t', m2t: 'video/mp2t' },
  mpeg: { mpg: 'video/mpeg', mpeg: 'video/mpeg', vob: 'video/mpeg' },
  mpegvideo: { m2v: 'video/mpeg', m1v: 'video/mpeg' },
  avi: { avi: 'video/x-msvideo' },
  flv: { flv: 'video/x-flv' },
  mxf: { mxf: 'application/mxf' },
  asf: { asf: 'video/x-ms-asf', wmv: 'video/x-ms-wmv', wma: 'audio/x-ms-wma' },
  ogg: { ogv: 'video/ogg', ogg: 'audio/ogg', oga: 'audio/ogg', opus: 'audio/ogg' },
  dv: { dv: 'video/x-dv' },
  wav: { wav: 'audio/wav', bwf: 'audio/wav' },
  w64: { w64: 'audio/x-w64' },
  aiff: { aif: 'audio/aiff', aiff: 'audio/aiff', aifc: 'audio/aiff' },
  caf: { caf: 'audio/x-caf' },
  au: { au: 'audio/basic', snd: 'audio/basic' },
  mp3: { mp3: 'audio/mpeg', mp2: 'audio/mpeg' },
  aac: { aac: 'audio/aac' },
  ac3: { ac3: 'audio/ac3' },
  flac: { flac: 'audio/flac' },
  amr: { amr: 'audio/amr', awb: 'audio/amr-wb' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

/** ffmpeg's demuxer for a container that is taken. Nothing else is ever opened. */
export type MediaKind = keyof typeof MEDIA_KINDS;

/** The type to declare for an extension that is taken. */
export const TYPES_BY_EXTENSION: ReadonlyMap<string, string> = new Map(
  Object.values(MEDIA_KINDS).flatMap((kind) => Object.entries(kind)),
);

/** Extensions that are taken, for people: `MP4, M4V, …`. */
export const TAKEN_KINDS = [...TYPES_BY_EXTENSION.keys()].join(', ').toUpperCase();

// Browsers and systems take these for video or audio as well.
const REFUSED_EXTENSIONS: ReadonlySet<string> = new Set(
  (
    'rm rmvb ra ram wv ape tta mpc mid midi kar rmi mod xm s3m it m3u m3u8 pls asx wax wvx mpd ism ' +
    'h264 264 avc h265 265 hevc obu ivf y4m yuv swf fli flc gif mng wtv nsv'
  ).split(' '),
);

const REFUSED_TYPES: ReadonlySet<string> = new Set([
  'video/x-realvideo',
  'video/vnd.rn-realvideo',
  'audio/x-realaudio',
  'audio/vnd.rn-realaudio',
  'audio/x-pn-realaudio',
  'audio/x-wavpack',
  'audio/x-ape',
  'audio/x-tta',
  'audio/x-musepack',
  'audio/midi',
  'audio/x-midi',
  'audio/x-mpegurl',
  'audio/mpegurl',
  'video/x-mpegurl',
  'audio/x-scpls',
  'video/x-ms-asx',
  'video/x-ms-wvx',
  'video/x-ms-wax',
  'video/h264',
  'video/h265',
]);

/** A media type in lower case, without its parameters: `video/webm` of `Video/WebM;codecs=vp8,opus`. */
export function toBareType(type: string): string {
  const [bare = ''] = type.split(';', 1);
  return bare.trim().toLowerCase();
}

/** Returns the extension in lower case and without its dot; empty when there is none. */
export function getExtension(fileName: string): string {
  return /\.([^./\\]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
}

/** True for a file that is known beforehand not to be taken, by its extension, or else its type. */
export function isRefusedKind(fileName: string, type: string): boolean {
  const extension = getExtension(fileName);
  if (TYPES_BY_EXTENSION.has(extension)) return false;
  return REFUSED_EXTENSIONS.has(extension) || REFUSED_TYPES.has(toBareType(type));
}

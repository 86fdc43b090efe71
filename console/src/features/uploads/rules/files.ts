import { titleLetters } from '@kinora/contract/bounds';
import { graphemeCount } from '@kinora/contract/field-rules';
import { normalText } from '@kinora/contract/normal-text';
import { cutGraphemes } from '../../../base/i18n/graphemes.ts';

/** Largest file in bytes, as `POST /videos` takes them (1 TiB). */
export const mostBytes = 1_099_511_627_776;
/** Longest title, as `POST /videos` takes it. */
const mostFileName = 255;

// As `UploadSource` of the contract has it, which would bring zod along.
const accepted = /^((video|audio)\/[\w.+-]{1,140}|application\/mxf)$/;

// Browsers know few of these by themselves, and take .ts and .mts for program text.
const typesByExtension: Readonly<Record<string, string>> = {
  '3g2': 'video/3gpp2',
  '3gp': 'video/3gpp',
  aac: 'audio/aac',
  ac3: 'audio/ac3',
  aif: 'audio/aiff',
  aiff: 'audio/aiff',
  amr: 'audio/amr',
  asf: 'video/x-ms-asf',
  avi: 'video/x-msvideo',
  dv: 'video/x-dv',
  f4v: 'video/x-f4v',
  flac: 'audio/flac',
  flv: 'video/x-flv',
  m2t: 'video/mp2t',
  m2ts: 'video/mp2t',
  m2v: 'video/mpeg',
  m4a: 'audio/mp4',
  m4v: 'video/x-m4v',
  mka: 'audio/x-matroska',
  mkv: 'video/x-matroska',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  mpeg: 'video/mpeg',
  mpg: 'video/mpeg',
  mts: 'video/mp2t',
  mxf: 'application/mxf',
  oga: 'audio/ogg',
  ogg: 'audio/ogg',
  ogv: 'video/ogg',
  opus: 'audio/ogg',
  rm: 'video/x-realvideo',
  rmvb: 'video/x-realvideo',
  ts: 'video/mp2t',
  vob: 'video/mpeg',
  wav: 'audio/wav',
  weba: 'audio/webm',
  webm: 'video/webm',
  wma: 'audio/x-ms-wma',
  wmv: 'video/x-ms-wmv',
};

/** A file chooser offers these first. */
export const acceptAttribute = [
  'video/*',
  'audio/*',
  'application/mxf',
  ...Object.keys(typesByExtension).map((extension) => `.${extension}`),
].join(',');

function extensionOf(name: string): string {
  return /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}

/** The type to declare: the browser's if it is one of ours, else by extension; null is neither. */
export function mediaType(name: string, browserType: string): string | null {
  if (accepted.test(browserType)) return browserType;
  return typesByExtension[extensionOf(name)] ?? null;
}

export type FileProblem = 'empty' | 'type' | 'tooLarge';

/** Why a file can't be uploaded, or null (specification 2, section 5). */
export function fileProblem(file: {
  name: string;
  size: number;
  type: string;
}): FileProblem | null {
  if (mediaType(file.name, file.type) === null) return 'type';
  if (file.size <= 0) return 'empty';
  return file.size > mostBytes ? 'tooLarge' : null;
}

const systemNames = /^(thumbs\.db|ehthumbs\.db|desktop\.ini|icon\r|\$recycle\.bin)$/i;

/** Why a file of a chosen folder is left out without asking: computers put it there, not people. */
export function skipReason(path: string): 'system' | 'hidden' | null {
  const parts = path.split('/').filter((part) => part !== '');
  const name = parts.at(-1) ?? '';
  if (systemNames.test(name) || parts.includes('__MACOSX') || name.startsWith('._')) {
    return 'system';
  }
  if (name === '.DS_Store') return 'system';
  return parts.some((part) => part.startsWith('.')) ? 'hidden' : null;
}

// Controls, bidi overrides and lone surrogates, which the contract refuses in a name.
const unprintable =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]|\p{Cs}/gu;

/** Counting graphemes is slow, and a text never has more of them than code units. */
const isWithin = (text: string, most: number) => text.length <= most || graphemeCount(text) <= most;

function fitted(text: string, most: number): string {
  const clean = normalText(text).replace(unprintable, '').trim();
  if (isWithin(clean, most)) return clean;
  return cutGraphemes(clean, most - 4);
}

/** The file's name as the server takes it. */
export function sentFileName(name: string): string {
  return fitted(name, mostFileName) || 'file';
}

/** A title to begin with: the file's name without its extension. */
export function defaultTitle(name: string): string {
  const bare = name.replace(/\.[^./\\]+$/, '');
  return fitted(bare, titleLetters.most) || sentFileName(name);
}

/** Why a typed title is refused, or null. An empty one becomes the file's name. */
export function titleProblem(title: string): 'tooLong' | null {
  return isWithin(title.trim(), titleLetters.most) ? null : 'tooLong';
}

type KnownFile = { fileName: string; sizeBytes: number; lastModified: number };

/** Two files are the same one to a person by name, size and time of the last change. */
export function sameFileKey({ fileName, sizeBytes, lastModified }: KnownFile): string {
  return `${sizeBytes} ${lastModified} ${normalText(fileName)}`;
}

import { TITLE_LETTERS } from '@kinora/contract/bounds';
import { countGraphemes } from '@kinora/contract/field-rules';
import {
  TYPES_BY_EXTENSION,
  getExtension,
  isRefusedKind,
  toBareType,
} from '@kinora/contract/media-kinds';
import { normaliseText } from '@kinora/contract/normalise-text';
import { cutGraphemes } from '../../../base/i18n/graphemes.ts';

/** Largest file in bytes, as `POST /videos` takes them (1 TiB). */
export const MAX_FILE_BYTES = 1_099_511_627_776;
/** Longest title, as `POST /videos` takes it. */
const MAX_FILE_NAME_LETTERS = 255;

// As `UploadSource` of the contract has it, which would bring zod along.
const ACCEPTED = /^((video|audio)\/[\w.+-]{1,140}|application\/mxf)$/;

/** A file chooser offers these first. */
export const acceptAttribute = [
  'video/*',
  'audio/*',
  'application/mxf',
  ...[...TYPES_BY_EXTENSION.keys()].map((extension) => `.${extension}`),
].join(',');

/**
 * The type to declare: the browser's if it is one of ours, else by extension, as browsers take .ts
 * for program text; null is neither, or a kind that is known not to be taken.
 */
export function findMediaType(name: string, browserType: string): string | null {
  const type = toBareType(browserType);
  if (isRefusedKind(name, type)) return null;
  return ACCEPTED.test(type) ? type : (TYPES_BY_EXTENSION.get(getExtension(name)) ?? null);
}

export type FileProblem = 'empty' | 'type' | 'tooLarge';

/** Says why a file can't be uploaded, or null (specification 2, section 5). */
export function findFileProblem(file: {
  name: string;
  size: number;
  type: string;
}): FileProblem | null {
  if (findMediaType(file.name, file.type) === null) return 'type';
  if (file.size <= 0) return 'empty';
  return file.size > MAX_FILE_BYTES ? 'tooLarge' : null;
}

const SYSTEM_NAMES = /^(thumbs\.db|ehthumbs\.db|desktop\.ini|icon\r|\$recycle\.bin)$/i;

/** Says why a file of a chosen folder is left out without asking: computers put it there, not people. */
export function findSkipReason(path: string): 'system' | 'hidden' | null {
  const parts = path.split('/').filter((part) => part !== '');
  const name = parts.at(-1) ?? '';
  if (SYSTEM_NAMES.test(name) || parts.includes('__MACOSX') || name.startsWith('._')) {
    return 'system';
  }
  if (name === '.DS_Store') return 'system';
  return parts.some((part) => part.startsWith('.')) ? 'hidden' : null;
}

// Controls, bidi overrides and lone surrogates, which the contract refuses in a name.
const UNPRINTABLE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]|\p{Cs}/gu;

/** Counting graphemes is slow, and a text never has more of them than code units. */
const isWithin = (text: string, max: number) => text.length <= max || countGraphemes(text) <= max;

function fitText(text: string, max: number): string {
  const clean = normaliseText(text).replace(UNPRINTABLE, '').trim();
  if (isWithin(clean, max)) return clean;
  return cutGraphemes(clean, max - 4);
}

/** The file's name as the server takes it. */
export function toSentFileName(name: string): string {
  return fitText(name, MAX_FILE_NAME_LETTERS) || 'file';
}

/** A title to begin with: the file's name without its extension. */
export function toDefaultTitle(name: string): string {
  const bare = name.replace(/\.[^./\\]+$/, '');
  return fitText(bare, TITLE_LETTERS.max) || toSentFileName(name);
}

/** Says why a typed title is refused, or null. An empty one becomes the file's name. */
export function findTitleProblem(title: string): 'tooLong' | null {
  return isWithin(title.trim(), TITLE_LETTERS.max) ? null : 'tooLong';
}

type KnownFile = { fileName: string; sizeBytes: number; lastModified: number };

/** Two files are the same one to a person by name, size and time of the last change. */
export function getFileKey({ fileName, sizeBytes, lastModified }: KnownFile): string {
  return `${sizeBytes} ${lastModified} ${normaliseText(fileName)}`;
}

import { truncateForIndex, toSearchText } from '../../../base/search.ts';

const MAX_BYTES = 2000;
/** Random characters of a video key: 71 bits, so that keys can't be guessed or met twice. */
export const VIDEO_KEY_LENGTH = 12;

/**
 * Keywords are looked for in this text of lines: the title, each tag behind a tab, the name of the file,
 * and the key. A long text loses what stands before its key.
 */
export function toVideoSearch(video: {
  key: string;
  title: string;
  fileName: string;
  tags: readonly string[];
}): string {
  const { key, title, fileName, tags } = video;
  const text = [
    toSearchText(title),
    ...tags.map((tag) => `\t${toSearchText(tag)}`),
    toSearchText(fileName),
  ].join('\n');
  const own = `\n${key.toLowerCase()}`;
  return truncateForIndex(text, MAX_BYTES - 3 * own.length) + own;
}

export type Search = {
  /** Each must be found; Thai is written without spaces, so that a phrase is one word. */
  words: string[];
  /** As it was typed, and as one that is found best has it in its title, or as a tag. */
  phrase: string;
};

/** Null when nothing is looked for. */
export function toSearch(typed: string | undefined): Search | null {
  const phrase = toSearchText(typed ?? '');
  if (phrase === '') return null;
  return { words: phrase.split(' ').slice(0, 10), phrase };
}

/** One or two letters are in nearly every key, so searching keys for them helps no one. */
export function isFoundInKeys(word: string): boolean {
  return word.length > 2 || /[^a-z\d]/.test(word);
}

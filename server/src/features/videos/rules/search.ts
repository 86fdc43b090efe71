import { truncateForIndex, toSearchText } from '../../../base/search.ts';

const mostBytes = 2000;

/** What a keyword is looked for in. The key stands first: of a long text only the end is left out. */
export function searchOf(video: {
  key: string;
  title: string;
  fileName: string;
  tags: string[];
}): string {
  const { key, title, fileName, tags } = video;
  return truncateForIndex(toSearchText(key, title, fileName, ...tags), mostBytes);
}

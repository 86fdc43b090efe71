import { truncateForIndex, toSearchText } from '../../../base/search.ts';

const MAX_BYTES = 2000;

/** Keywords are looked for in this text. The key stands first: a long text loses only its end. */
export function toVideoSearch(video: {
  key: string;
  title: string;
  fileName: string;
  tags: string[];
}): string {
  const { key, title, fileName, tags } = video;
  return truncateForIndex(toSearchText(key, title, fileName, ...tags), MAX_BYTES);
}

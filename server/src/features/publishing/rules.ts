import type { ChangeList } from '@kinora/contract/published';
import {
  type DocumentName,
  getPublished,
  type PublishedDocuments,
} from '../../base/published-documents.ts';

/** One list names so many; it has some 20 KB then. */
export const MAX_LISTED = 300;

export type ListedChange = DocumentName & {
  /** The number of the list that named it first. */
  sequence: number;
  isRecent: boolean;
};

/** @param changes newest first, and one more than a list takes if there are so many */
export function toChangeList(
  documents: PublishedDocuments,
  sequence: number,
  changes: readonly ListedChange[],
): ChangeList {
  const leftOut = changes.find(({ isRecent }, at) => !isRecent || at === MAX_LISTED);
  const since = leftOut?.sequence ?? 0;
  const named: ChangeList['changes'] = {};
  for (const { kind, key, ...change } of changes) {
    if (change.sequence <= since) continue;
    named[getPublished(documents, kind).getStorageKey(key)] ??= change.sequence;
  }
  return { version: 1, sequence, since, changes: named };
}

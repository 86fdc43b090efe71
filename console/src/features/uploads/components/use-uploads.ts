import { useSyncExternalStore } from 'react';
import { useStore } from '../../../base/store.ts';
import { getTargetDraft, draftStore, type Draft } from '../data/draft.ts';
import { getUploads, subscribeUploads, type UploadItem } from '../data/store.ts';

export function useUploads(): readonly UploadItem[] {
  return useSyncExternalStore(subscribeUploads, getUploads);
}

export function useDraft(target: string): Draft {
  useStore(draftStore);
  return getTargetDraft(target);
}

import { useSyncExternalStore } from 'react';
import { findUpload, subscribeUploads } from '../data/store.ts';
import { tabId } from '../data/tabs.ts';
import { countSecondsUntil } from '../rules/queue.ts';
import { getRowKind, type RowKind } from '../rules/row.ts';
import { useNow, useOnline } from './use-line.ts';

/** Tells other places that show a video's state how the upload panel shows it. */
export type ShownUpload = {
  kind: RowKind;
  sentBytes: number;
  sizeBytes: number;
  secondsToRetry: number | null;
};

/** The upload of a video in this browser; undefined when there is none. */
export function useOwnUpload(key: string): ShownUpload | undefined {
  const item = useSyncExternalStore(subscribeUploads, () => findUpload(key));
  const isOnline = useOnline();
  const kind = item && getRowKind(item, item.owner === tabId, isOnline);
  const retryAt = kind === 'retry' ? item?.retryAt : kind === 'waiting' ? item?.waitingUntil : null;
  const now = useNow(typeof retryAt === 'number');
  if (item === undefined || kind === undefined) return undefined;
  const { sentBytes, sizeBytes } = item;
  const secondsToRetry = typeof retryAt === 'number' ? countSecondsUntil(retryAt, now) : null;
  return { kind, sentBytes, sizeBytes, secondsToRetry };
}

import { createApi } from '../../../base/api-client.ts';
import { toApiError } from '../../../base/api-error.ts';
import { retryNow } from '../rules/queue.ts';
import { stopCheck } from './file-check.ts';
import { deleteRecord, readRecord } from './records.ts';
import { changeUpload, getUploads, findUpload, patchUpload, removeUploads } from './store.ts';
import type { UploadItem } from './store.ts';
import { notifyTabs, tabId } from './tabs.ts';
import { dropFile, isMine, schedule, stopTransfer } from './transfers.ts';
import { endUpload } from './transport.ts';

// A person does this with the queue. Only this tab's uploads follow.

const findMine = (key: string): UploadItem | undefined => {
  const item = findUpload(key);
  return item !== undefined && isMine(item) ? item : undefined;
};

const canPause = (item: UploadItem) => ['queued', 'uploading', 'retry'].includes(item.state);

export function pauseUpload(key: string): void {
  const item = findMine(key);
  if (item === undefined || !canPause(item)) return;
  stopTransfer(key);
  patchUpload(key, { state: 'paused', retryAt: null });
  schedule();
}

export function pauseAll(): void {
  // Together, so that none starts because another one stops.
  const keys = getUploads().filter((item) => isMine(item) && canPause(item));
  for (const { key } of keys) patchUpload(key, { state: 'paused', retryAt: null });
  for (const { key } of keys) stopTransfer(key);
}

/** Back into the queue: after a pause, a failure, or instead of waiting for the countdown. */
export function retryUpload(key: string): void {
  const item = findMine(key);
  if (item === undefined || item.state === 'uploaded') return;
  stopTransfer(key);
  changeUpload(key, retryNow);
  schedule();
}

export function retryFailed(): void {
  for (const item of getUploads()) if (item.state === 'failed') retryUpload(item.key);
}

export function resumeAll(): void {
  for (const item of getUploads()) if (item.state === 'paused') retryUpload(item.key);
}

/**
 * Ends an upload and deletes the video that waits for it. Rejects with an ApiError when the server
 * can't be asked; the upload is paused then.
 */
export async function cancelUpload(key: string): Promise<void> {
  const item = findUpload(key);
  if (item === undefined) return;
  stopTransfer(key);
  patchUpload(key, { state: item.state === 'interrupted' ? 'interrupted' : 'paused' });
  schedule();
  const record = await readRecord(key);
  if (record?.uploadUrl) {
    await endUpload(record.uploadUrl, item.teamName);
  }
  await createApi(item.teamName)
    .videos.delete({ id: key })
    .catch((thrown: unknown) => {
      const { status } = toApiError(thrown);
      if (status !== 404 && status !== 410) throw thrown;
    });
  await forgetUploads([key]);
}

/** Takes rows out of the list, here and in other tabs. */
export async function forgetUploads(keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    dropFile(key);
    stopCheck(key);
  }
  removeUploads(new Set(keys));
  notifyTabs({ kind: 'gone', from: tabId, keys: [...keys] });
  for (const key of keys) await deleteRecord(key);
}

/** Finished rows of this tab leave the list; files that are still checked or at fault stay. */
export async function clearFinished(): Promise<void> {
  await forgetUploads(
    getUploads()
      .filter((item) => isMine(item) && isFinished(item))
      .map((item) => item.key),
  );
}

/** The server has the file, and nothing is left to be known or done. */
export function isFinished({ state, check }: UploadItem): boolean {
  return state === 'uploaded' && (check?.state === 'complete' || check?.state === 'overtime');
}

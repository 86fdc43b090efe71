import { FILE_CHECK_POLL_MS } from '@kinora/contract/uploads';
import { createApi } from '../../../base/api-client.ts';
import { toApiError } from '../../../base/api-error.ts';
import { NOT_YET_CHECKED, toCheck, toUnansweredCheck } from '../rules/check.ts';
import { deleteRecord } from './records.ts';
import { findUpload, patchUpload, removeUploads, type UploadItem } from './store.ts';

const timers = new Map<string, ReturnType<typeof setTimeout>>();

/** Asks for the video now and every 20 s, until its state is final or its row is gone. */
export function followCheck(key: string): void {
  clearTimeout(timers.get(key));
  void look(key);
}

export function stopCheck(key: string): void {
  clearTimeout(timers.get(key));
  timers.delete(key);
}

async function look(key: string): Promise<void> {
  const item = findUpload(key);
  if (item === undefined) return stopCheck(key);
  const check = await ask(item);
  // Cleared meanwhile, or the video was deleted.
  if (check === null || findUpload(key) === undefined) return forget(key);
  patchUpload(key, { check });
  if (check.isFinal) {
    stopCheck(key);
    // A file at fault is shown until the person takes its row away, also on later pages.
    if (check.state !== 'error') await deleteRecord(key);
    return;
  }
  timers.set(
    key,
    setTimeout(() => void look(key), FILE_CHECK_POLL_MS),
  );
}

async function forget(key: string): Promise<void> {
  stopCheck(key);
  removeUploads(new Set([key]));
  await deleteRecord(key);
}

/** Null when there is no such video any more. */
async function ask(item: UploadItem) {
  const uploadedAt = item.uploadedAt ?? Date.now();
  try {
    const video = await createApi(item.teamName).videos.get({ id: item.key });
    return toCheck(video, uploadedAt, Date.now());
  } catch (thrown) {
    const { status } = toApiError(thrown);
    if (status === 404 || status === 410) return null;
    return toUnansweredCheck(item.check ?? NOT_YET_CHECKED, uploadedAt, Date.now());
  }
}

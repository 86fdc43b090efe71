import { findMismatch, type Mismatch } from '../rules/resume.ts';
import { retryNow } from '../rules/queue.ts';
import { hashHead } from './hash-head.ts';
import type { PickedFile } from './pick-files.ts';
import { claimRecord, patchRecord, readRecord, type UploadRecord } from './records.ts';
import { changeUpload, findUpload } from './store.ts';
import { tabId } from './tabs.ts';
import { keepFile, schedule } from './transfers.ts';

/** `another`: not that file; `denied`: the browser may not open it, or it is not there any more. */
export type ContinueProblem = Mismatch | 'unreadable' | 'denied' | 'elsewhere';

type WithPermission = FileSystemFileHandle & {
  requestPermission?: (options: { mode: 'read' }) => Promise<PermissionState>;
};

/**
 * Goes on with an interrupted upload by the handle that the browser kept. To be called on a click:
 * the browser may ask the person. Null when it goes on.
 */
export async function continueByHandle(key: string): Promise<ContinueProblem | null> {
  const record = await readRecord(key);
  if (record === undefined) return 'elsewhere';
  const handle: WithPermission | null = record.handle;
  if (handle === null) return 'denied';
  try {
    const permission = (await handle.requestPermission?.({ mode: 'read' })) ?? 'granted';
    if (permission !== 'granted') return 'denied';
    return await goOn(record, { file: await handle.getFile(), handle });
  } catch {
    return 'denied';
  }
}

/** Goes on with an interrupted upload if `picked` is its file. Null when it goes on. */
export async function continueWith(
  key: string,
  picked: Pick<PickedFile, 'file' | 'handle'>,
): Promise<ContinueProblem | null> {
  const record = await readRecord(key);
  return record === undefined ? 'elsewhere' : goOn(record, picked);
}

async function goOn(
  record: UploadRecord,
  { file, handle }: Pick<PickedFile, 'file' | 'handle'>,
): Promise<ContinueProblem | null> {
  const hash = await hashHead(file).catch(() => null);
  if (hash === null) return 'unreadable';
  const { name, size, lastModified } = file;
  const difference = findMismatch(record, { name, size, lastModified, headHash: hash });
  if (difference !== null) return difference;
  const { key, owner } = record;
  const isFree = findUpload(key)?.state === 'interrupted';
  if (!isFree || !(await claimRecord(key, owner, tabId))) return 'elsewhere';
  await patchRecord(key, { headHash: hash, ...(handle && { handle }) });
  keepFile(key, file);
  changeUpload(key, (item) => ({ ...retryNow(item), owner: tabId }));
  schedule();
  return null;
}

import { FILE_CHECK_POLL_MS } from '@kinora/contract/uploads';
import type { QueryClient } from '@tanstack/react-query';
import { createApi } from '../../../base/api-client.ts';
import { toApiError } from '../../../base/api-error.ts';
import {
  type Check,
  type CheckedVideo,
  mergeCheck,
  NOT_YET_CHECKED,
  toCheck,
  toUnansweredCheck,
} from '../rules/check.ts';
import { uploadedVideoQuery } from './queries.ts';
import { deleteRecord } from './records.ts';
import { findUpload, patchUpload, removeUploads, type UploadItem } from './store.ts';

// The query cache holds all that is known of a video. The check takes what any page was answered, and
// looks itself when a change is announced; every 20 s where nothing says so.

/** When many videos change at once, so many are asked for at a time. */
const MAX_AT_ONCE = 4;

const timers = new Map<string, ReturnType<typeof setTimeout>>();
const due = new Set<string>();
let looking = 0;
let client: QueryClient | undefined;

/** Asks for the video now and every 20 s, until its state is final or its row is gone. */
export function followCheck(key: string): void {
  clearTimeout(timers.get(key));
  lookLater(key);
  lookSoon(key);
}

export function stopCheck(key: string): void {
  clearTimeout(timers.get(key));
  timers.delete(key);
  due.delete(key);
}

/** Takes the answers that pages get, and is told of changes. @returns a function that stops this */
export function listenToVideos(queryClient: QueryClient): () => void {
  client = queryClient;
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const [, teamName, kind, key] = event.query.queryKey as readonly unknown[];
    if (event.action.type === 'invalidate' && kind === 'video' && timers.has(String(key))) {
      lookSoon(String(key));
    }
    if (event.action.type !== 'success') return;
    const data: unknown = event.query.state.data;
    if (kind === 'video') take(teamName, data as NamedVideo);
    if (kind === 'videos')
      (data as { data: NamedVideo[] }).data.forEach((one) => take(teamName, one));
  });
}

type NamedVideo = CheckedVideo & { key: string };

function take(teamName: unknown, video: NamedVideo): void {
  const item = findUpload(video.key);
  if (item === undefined || item.teamName !== teamName || !timers.has(video.key)) return;
  const now = Date.now();
  setCheck(item, toCheck(video, item.uploadedAt ?? now, now));
}

function setCheck(item: UploadItem, found: Check): void {
  const check = mergeCheck(item.check, found);
  patchUpload(item.key, { check });
  if (!check.isFinal) return;
  stopCheck(item.key);
  // A file at fault is shown until the person takes its row away, also on later pages.
  if (check.state !== 'error') void deleteRecord(item.key);
}

function lookLater(key: string): void {
  clearTimeout(timers.get(key));
  timers.set(
    key,
    setTimeout(() => lookSoon(key), FILE_CHECK_POLL_MS),
  );
}

function lookSoon(key: string): void {
  due.add(key);
  void lookAtNext();
}

async function lookAtNext(): Promise<void> {
  const [key] = due;
  if (key === undefined || looking >= MAX_AT_ONCE) return;
  due.delete(key);
  looking += 1;
  await look(key);
  looking -= 1;
  void lookAtNext();
}

async function look(key: string): Promise<void> {
  const item = findUpload(key);
  if (item === undefined || client === undefined) return stopCheck(key);
  lookLater(key);
  const { teamName } = item;
  const query = uploadedVideoQuery({ teamName, api: createApi(teamName) }, key);
  try {
    // Its answer is taken when the cache says that it came.
    await client.fetchQuery({ ...query, staleTime: 0 });
  } catch (thrown) {
    const { status } = toApiError(thrown);
    if (status === 404 || status === 410) return forget(key);
    const now = findUpload(key);
    if (now === undefined || !timers.has(key)) return;
    const last = now.check ?? NOT_YET_CHECKED;
    setCheck(now, toUnansweredCheck(last, now.uploadedAt ?? Date.now(), Date.now()));
  }
}

/** Forgets an upload that was cleared, or whose video was deleted. */
async function forget(key: string): Promise<void> {
  stopCheck(key);
  removeUploads(new Set([key]));
  await deleteRecord(key);
}

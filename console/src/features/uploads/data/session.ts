import { NOT_YET_CHECKED } from '../rules/check.ts';
import { AT_REST } from './create.ts';
import { followCheck, stopCheck } from './file-check.ts';
import { fetchOffset } from './offset.ts';
import { claimRecord, listRecords, readRecord, type UploadRecord } from './records.ts';
import {
  changeUpload,
  findUpload,
  getUploads,
  patchUpload,
  removeUploads,
  setUploads,
  subscribeUploads,
  type UploadItem,
} from './store.ts';
import {
  joinTabs,
  listLivingTabs,
  notifyTabs,
  tabId,
  type TabMessage,
  waitForEnd,
} from './tabs.ts';
import { dropFile, isMine, schedule, setOpen, stopAll } from './transfers.ts';
import { watchWindow } from './window.ts';

/** How often other tabs are told of this one's queue. */
const SHARE_MS = 1000;
const MAX_SHARED = 500;

let account: string | null = null;
let sharing: ReturnType<typeof setTimeout> | undefined;
let isWatching = false;
const watchedTabs = new Set<string>();
/** Other tabs have heard of these; a change makes a new item. */
let shared = new WeakSet<UploadItem>();

/** Shows the queue of a signed-in person and lets it run. Another person's is put away. */
export async function openUploads(accountId: string): Promise<void> {
  setOpen(true);
  if (!isWatching) {
    isWatching = true;
    joinTabs(onMessage);
    watchWindow();
    subscribeUploads(shareSoon);
  }
  if (account === accountId) return schedule();
  if (account !== null) putAway();
  account = accountId;
  await restore(accountId);
}

/** Signed out, or no page of a team is open: nothing is sent. */
export function suspendUploads(): void {
  setOpen(false);
  stopAll();
}

function putAway(): void {
  for (const { key } of getUploads()) {
    dropFile(key);
    stopCheck(key);
  }
  setUploads([]);
}

async function restore(accountId: string): Promise<void> {
  const [records, living] = await Promise.all([listRecords(accountId), listLivingTabs()]);
  if (account !== accountId) return;
  // Files that this tab sent before another person signed in wait like those of a dead tab.
  living.delete(tabId);
  const known = new Set(getUploads().map((item) => item.key));
  const kept = records.filter((record) => !known.has(record.key));
  setUploads([...getUploads(), ...kept.map((record) => restoreItem(record, living))]);
  for (const record of kept) {
    if (living.has(record.owner)) watchTab(record.owner);
    else if (record.uploadedAt !== null) void adoptCheck(record);
    else void showOffset(record);
  }
  schedule();
}

/** Between two chunks only the server knows how much of an upload it has. */
async function showOffset({ key, uploadUrl, teamName }: UploadRecord): Promise<void> {
  if (uploadUrl === null) return;
  const offset = await fetchOffset(uploadUrl, teamName);
  if (offset === null || findUpload(key)?.state !== 'interrupted') return;
  patchUpload(key, { sentBytes: offset });
}

function restoreItem(record: UploadRecord, living: ReadonlySet<string>): UploadItem {
  const { headHash: _hash, uploadUrl: _url, layout: _layout, handle, ...known } = record;
  const isElsewhere = living.has(record.owner);
  const isUploaded = record.uploadedAt !== null;
  const waiting = isElsewhere ? 'queued' : 'interrupted';
  return {
    ...AT_REST,
    ...known,
    hasHandle: handle !== null,
    owner: isElsewhere ? record.owner : null,
    state: isUploaded ? 'uploaded' : waiting,
    sentBytes: isUploaded ? record.sizeBytes : record.sentBytes,
    check: isUploaded ? NOT_YET_CHECKED : null,
  };
}

/** The check of a file goes on in one tab, without being asked. */
async function adoptCheck({ key, owner }: UploadRecord): Promise<void> {
  if (!(await claimRecord(key, owner, tabId))) return;
  changeUpload(key, (item) => ({ ...item, owner: tabId }));
  followCheck(key);
}

/** When another tab ends, its uploads wait to be continued here. */
function watchTab(id: string): void {
  if (watchedTabs.has(id)) return;
  watchedTabs.add(id);
  void waitForEnd(id).then(() => inherit(id));
}

async function inherit(id: string): Promise<void> {
  watchedTabs.delete(id);
  for (const { key } of getUploads().filter((item) => item.owner === id)) {
    const record = await readRecord(key);
    if (record === undefined) {
      // Without a record the upload is complete, and its row stays as last announced.
      changeUpload(key, (item) => ({ ...item, owner: tabId }));
    } else if (record.owner === id) {
      changeUpload(key, () => restoreItem(record, new Set()));
      if (record.uploadedAt === null) await showOffset(record);
      else await adoptCheck(record);
    }
  }
}

function onMessage(message: TabMessage): void {
  if (message.from === tabId) return;
  if (message.kind === 'hello') {
    shared = new WeakSet();
    return shareChanges();
  }
  if (message.kind === 'gone') {
    const gone = new Set(message.keys);
    return removeUploads(
      new Set(
        getUploads()
          .filter((item) => gone.has(item.key) && !isMine(item))
          .map((item) => item.key),
      ),
    );
  }
  if (message.accountId !== account) return;
  watchTab(message.from);
  const theirs = new Set(message.items.map((item) => item.key));
  const rest = getUploads().filter((item) => !theirs.has(item.key));
  setUploads([...rest, ...message.items]);
}

function shareSoon(): void {
  sharing ??= setTimeout(shareChanges, SHARE_MS);
}

/** Announces what has changed since. Copying a message takes the page's time, so a long one waits. */
function shareChanges(): void {
  clearTimeout(sharing);
  sharing = undefined;
  if (account === null) return;
  const unshared = getUploads().filter((item) => isMine(item) && !shared.has(item));
  const items = unshared.slice(0, MAX_SHARED);
  for (const item of items) shared.add(item);
  if (items.length > 0) notifyTabs({ kind: 'queue', from: tabId, accountId: account, items });
  if (items.length < unshared.length) shareSoon();
}

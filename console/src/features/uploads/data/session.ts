import { notYetChecked } from '../rules/check.ts';
import { atRest } from './create.ts';
import { followCheck, stopCheck } from './file-check.ts';
import { offsetOnServer } from './offset.ts';
import { claimRecord, readRecord, recordsOf, type UploadRecord } from './records.ts';
import {
  changeUpload,
  currentUploads,
  findUpload,
  patchUpload,
  removeUploads,
  setUploads,
  subscribeUploads,
  type UploadItem,
} from './store.ts';
import { endOfTab, joinTabs, livingTabs, tabId, type TabMessage, tellTabs } from './tabs.ts';
import { dropFile, isMine, schedule, setOpen, stopAll } from './transfers.ts';
import { watchWindow } from './window.ts';

/** How often other tabs hear of this one's queue. */
const tellMs = 1000;
const mostTold = 500;

let account: string | null = null;
let telling: ReturnType<typeof setTimeout> | undefined;
let isWatching = false;
const watchedTabs = new Set<string>();
/** Other tabs have heard of these; a change makes a new item. */
let told = new WeakSet<UploadItem>();

/** Shows the queue of a signed-in person and lets it run. Another person's is put away. */
export async function openUploads(accountId: string): Promise<void> {
  setOpen(true);
  if (!isWatching) {
    isWatching = true;
    joinTabs(onMessage);
    watchWindow();
    subscribeUploads(tellSoon);
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
  for (const { key } of currentUploads()) {
    dropFile(key);
    stopCheck(key);
  }
  setUploads([]);
}

async function restore(accountId: string): Promise<void> {
  const [records, living] = await Promise.all([recordsOf(accountId), livingTabs()]);
  if (account !== accountId) return;
  // Files that this tab sent before another person signed in wait like those of a dead tab.
  living.delete(tabId);
  const known = new Set(currentUploads().map((item) => item.key));
  const kept = records.filter((record) => !known.has(record.key));
  setUploads([...currentUploads(), ...kept.map((record) => restored(record, living))]);
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
  const offset = await offsetOnServer(uploadUrl, teamName);
  if (offset === null || findUpload(key)?.state !== 'interrupted') return;
  patchUpload(key, { sentBytes: offset });
}

function restored(record: UploadRecord, living: ReadonlySet<string>): UploadItem {
  const { headHash: _hash, uploadUrl: _url, layout: _layout, handle, ...known } = record;
  const isElsewhere = living.has(record.owner);
  const isUploaded = record.uploadedAt !== null;
  const waiting = isElsewhere ? 'queued' : 'interrupted';
  return {
    ...atRest,
    ...known,
    hasHandle: handle !== null,
    owner: isElsewhere ? record.owner : null,
    state: isUploaded ? 'uploaded' : waiting,
    sentBytes: isUploaded ? record.sizeBytes : record.sentBytes,
    check: isUploaded ? notYetChecked : null,
  };
}

/** The check of a file goes on in one tab, without being asked. */
async function adoptCheck({ key, owner }: UploadRecord): Promise<void> {
  if (!(await claimRecord(key, owner, tabId))) return;
  changeUpload(key, (item) => ({ ...item, owner: tabId }));
  followCheck(key);
}

/** When another tab ends, what it was sending waits to be continued here. */
function watchTab(id: string): void {
  if (watchedTabs.has(id)) return;
  watchedTabs.add(id);
  void endOfTab(id).then(() => inherit(id));
}

async function inherit(id: string): Promise<void> {
  watchedTabs.delete(id);
  for (const { key } of currentUploads().filter((item) => item.owner === id)) {
    const record = await readRecord(key);
    if (record === undefined) {
      // It was through. The row stays as it was last told.
      changeUpload(key, (item) => ({ ...item, owner: tabId }));
    } else if (record.owner === id) {
      changeUpload(key, () => restored(record, new Set()));
      if (record.uploadedAt === null) await showOffset(record);
      else await adoptCheck(record);
    }
  }
}

function onMessage(message: TabMessage): void {
  if (message.from === tabId) return;
  if (message.kind === 'hello') {
    told = new WeakSet();
    return tell();
  }
  if (message.kind === 'gone') {
    const gone = new Set(message.keys);
    return removeUploads(
      new Set(
        currentUploads()
          .filter((item) => gone.has(item.key) && !isMine(item))
          .map((item) => item.key),
      ),
    );
  }
  if (message.accountId !== account) return;
  watchTab(message.from);
  const theirs = new Set(message.items.map((item) => item.key));
  const rest = currentUploads().filter((item) => !theirs.has(item.key));
  setUploads([...rest, ...message.items]);
}

function tellSoon(): void {
  telling ??= setTimeout(tell, tellMs);
}

/** Tells what has changed since. Copying a message takes the page's time, so a long one waits. */
function tell(): void {
  clearTimeout(telling);
  telling = undefined;
  if (account === null) return;
  const untold = currentUploads().filter((item) => isMine(item) && !told.has(item));
  const items = untold.slice(0, mostTold);
  for (const item of items) told.add(item);
  if (items.length > 0) tellTabs({ kind: 'queue', from: tabId, accountId: account, items });
  if (items.length < untold.length) tellSoon();
}

import {
  applyError,
  type Failure,
  failTheRest,
  listNextToStart,
  type QueueEntry,
  retryDue,
} from '../rules/queue.ts';
import { NOT_YET_CHECKED } from '../rules/check.ts';
import { getSpeed, measure, type Rate, startRate } from '../rules/rate.ts';
import { followCheck } from './file-check.ts';
import { hashHead, isReadable } from './hash-head.ts';
import { findLayout } from './layout.ts';
import { patchRecord, readRecord } from './records.ts';
import { changeUpload, getUploads, findUpload, patchUpload, setUploads } from './store.ts';
import type { UploadItem } from './store.ts';
import { tabId } from './tabs.ts';
import { startTransfer, type Transfer } from './transport.ts';

// Starts what may start, follows its bytes, and sorts out how it ended.

type Running = {
  transfer: Transfer | null;
  rate: Rate | null;
  sentBytes: number;
  isStopped: boolean;
};

const TICK_MS = 500;
/** A clock that jumps further than this has slept; hidden pages are slowed to once a minute. */
const SLEEP_MS = 90_000;
const WAKE_MS = 15_000;

const files = new Map<string, File>();
const running = new Map<string, Running>();
/** Uploads that are sent from their beginning, whatever their file is like. */
const plainOnly = new Set<string>();
const retryTimers = new Map<string, ReturnType<typeof setTimeout>>();
let ticking: ReturnType<typeof setInterval> | undefined;
let lastTick = 0;
let wokeAt: number | null = null;
let isOpen = false;

/** Gives the queue a file to send. */
export function keepFile(key: string, file: File): void {
  files.set(key, file);
}

export function isMine(item: { owner: string | null }): boolean {
  return item.owner === tabId;
}

export function setOpen(open: boolean): void {
  isOpen = open;
}

/** Starts queued uploads while fewer than three are running and the line is there. */
export function schedule(): void {
  if (!isOpen || !navigator.onLine) return;
  for (const item of listNextToStart(getUploads().filter(isMine))) start(item);
}

function start(item: UploadItem): void {
  const run: Running = {
    transfer: null,
    rate: null,
    sentBytes: item.sentBytes,
    isStopped: false,
  };
  running.set(item.key, run);
  patchUpload(item.key, { state: 'uploading', failure: null, retryAt: null, waitingUntil: null });
  startTicking();
  void open(item, run);
}

async function open(item: UploadItem, run: Running): Promise<void> {
  const { key, teamName, type } = item;
  const file = files.get(key);
  if (file === undefined || !(await isReadable(file))) return fail(key, run, 'fileUnreadable');
  const record = await readRecord(key);
  if (record?.headHash === null) await patchRecord(key, { headHash: await hashHead(file) });
  const uploadUrl = record?.uploadUrl ?? null;
  // An upload that was begun keeps its order.
  const begun = uploadUrl === null ? undefined : (record?.layout ?? null);
  const layout =
    begun === undefined && !plainOnly.has(key) ? await findLayout(file) : (begun ?? null);
  // The run may have been stopped, and restarted, while this was read.
  if (run.isStopped) return;
  run.transfer = startTransfer(
    { file, videoKey: key, type, teamName, uploadUrl, layout },
    {
      onUrl: (url) => void patchRecord(key, { uploadUrl: url, layout }),
      onBytes: (sent) => onBytes(run, sent),
      onAccepted: (sent) => {
        // Bytes were accepted, so any earlier trouble is over.
        patchUpload(key, { retryDelayMs: 0 });
        void patchRecord(key, { sentBytes: sent });
      },
      onWaiting: (failure, delayMs) => void onWaiting(key, file, run, failure, delayMs),
      onDone: () => finish(key, run),
      onUrlGone: () => void startOver(item, run),
      onLayoutRefused: () => {
        plainOnly.add(key);
        void startOver(item, run);
      },
      onError: (failure) => fail(key, run, failure),
    },
  );
}

function onBytes(run: Running, sent: number): void {
  const now = Date.now();
  run.sentBytes = sent;
  run.rate = run.rate === null ? startRate(sent, now) : measure(run.rate, sent, now);
}

async function onWaiting(
  key: string,
  file: File,
  run: Running,
  failure: Failure,
  delayMs: number,
): Promise<void> {
  patchUpload(key, { waitingUntil: Date.now() + delayMs, failure, bytesPerSecond: null });
  run.rate = null;
  // A file that was changed or taken away fails like a broken line does.
  if (!(await isReadable(file))) fail(key, run, 'fileUnreadable');
}

async function startOver(item: UploadItem, run: Running): Promise<void> {
  await patchRecord(item.key, { uploadUrl: null, sentBytes: 0 });
  if (run.isStopped) return;
  end(item.key, run);
  patchUpload(item.key, { state: 'queued', sentBytes: 0 });
  schedule();
}

function end(key: string, run: Running): void {
  run.isStopped = true;
  run.transfer?.stop();
  if (running.get(key) === run) running.delete(key);
}

/** Takes an upload off the line. Its state is the caller's to set. */
export function stopTransfer(key: string): void {
  const run = running.get(key);
  if (run !== undefined) end(key, run);
  clearTimeout(retryTimers.get(key));
  retryTimers.delete(key);
  patchUpload(key, { bytesPerSecond: null, isStalled: false, waitingUntil: null });
}

/** Takes every upload off the line and lets it wait: the line is gone, or the person is. */
export function stopAll(): void {
  for (const key of running.keys()) {
    stopTransfer(key);
    patchUpload(key, { state: 'queued' });
  }
}

/** Forgets a file that is not to be sent any more. */
export function dropFile(key: string): void {
  stopTransfer(key);
  files.delete(key);
  plainOnly.delete(key);
}

function fail(key: string, run: Running, failure: Failure): void {
  if (run.isStopped) return;
  end(key, run);
  const quiet = { bytesPerSecond: null, isStalled: false, waitingUntil: null };
  changeUpload(key, (item) => ({ ...applyError(item, failure, Date.now()), ...quiet }));
  const item = findUpload(key);
  if (item?.state === 'failed') setUploads(withMine(failTheRest));
  if (item?.state === 'retry') retryLater(item);
  schedule();
}

/** The queue with this tab's part changed by a rule. */
function withMine(
  rule: <T extends QueueEntry>(entries: readonly T[]) => T[],
): readonly UploadItem[] {
  const items = getUploads();
  const mine = new Map(rule(items.filter(isMine)).map((item) => [item.key, item]));
  return items.map((item) => mine.get(item.key) ?? item);
}

function retryLater({ key, retryAt }: UploadItem): void {
  const delay = Math.max(0, (retryAt ?? 0) - Date.now());
  const timer = setTimeout(() => {
    retryTimers.delete(key);
    changeUpload(key, (item) => (item.state === 'retry' ? retryDue(item) : item));
    schedule();
  }, delay);
  retryTimers.set(key, timer);
}

function finish(key: string, run: Running): void {
  if (run.isStopped) return;
  end(key, run);
  const uploadedAt = Date.now();
  changeUpload(key, (item) => ({
    ...item,
    state: 'uploaded',
    sentBytes: item.sizeBytes,
    bytesPerSecond: null,
    isStalled: false,
    waitingUntil: null,
    failure: null,
    uploadedAt,
    check: NOT_YET_CHECKED,
  }));
  void patchRecord(key, { uploadedAt });
  followCheck(key);
  schedule();
}

function startTicking(): void {
  if (ticking !== undefined) return;
  lastTick = Date.now();
  ticking = setInterval(tick, TICK_MS);
}

function tick(): void {
  const now = Date.now();
  if (now - lastTick > SLEEP_MS) wokeAt = now;
  lastTick = now;
  if (running.size === 0) {
    clearInterval(ticking);
    ticking = undefined;
    return;
  }
  for (const key of running.keys()) changeUpload(key, (item) => withSpeed(item, now));
  if (wokeAt !== null && now - wokeAt > WAKE_MS) wakeUp();
}

function withSpeed(item: UploadItem, now: number): UploadItem {
  const run = running.get(item.key);
  if (run === undefined || run.rate === null) return item;
  const isMoving = run.rate.lastByteAt > (item.waitingUntil ?? 0);
  return {
    ...item,
    ...getSpeed(run.rate, now),
    sentBytes: Math.min(run.sentBytes, item.sizeBytes),
    ...(isMoving && { waitingUntil: null, failure: null }),
  };
}

/** A connection from before the machine slept may hang for ever, so it is replaced. */
function wakeUp(): void {
  wokeAt = null;
  for (const item of getUploads()) {
    if (!running.has(item.key) || !item.isStalled) continue;
    stopTransfer(item.key);
    patchUpload(item.key, { state: 'queued' });
  }
  schedule();
}

import type { Check } from '../rules/check.ts';
import type { QueueEntry } from '../rules/queue.ts';

/** What a new try of the same file needs. */
export type UploadSettings = {
  title: string;
  tags: string[];
  presetId: string;
  /** What an earlier release remembered has none. */
  overlayPresetId?: string | null;
  ruleId: string;
};

export type UploadItem = QueueEntry & {
  /** The video's key. */
  key: string;
  accountId: string;
  /** The tab that sends it; null when none does. */
  owner: string | null;
  /** Position in the queue. */
  order: number;
  teamName: string;
  projectKey: string;
  settings: UploadSettings;
  fileName: string;
  type: string;
  sizeBytes: number;
  lastModified: number;
  /** The browser can open the file again by itself. */
  hasHandle: boolean;
  sentBytes: number;
  bytesPerSecond: number | null;
  isStalled: boolean;
  /** The transport waits until then after a failed request; ms since 1970. */
  waitingUntil: number | null;
  uploadedAt: number | null;
  check: Check | null;
};

let items: readonly UploadItem[] = [];
const listeners = new Set<() => void>();

/** The queue of this browser: what this tab sends, what others send, what waits to be continued. */
export function currentUploads(): readonly UploadItem[] {
  return items;
}

export function subscribeUploads(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function setUploads(next: readonly UploadItem[]): void {
  items = next.toSorted((one, other) => one.order - other.order);
  for (const listener of listeners) listener();
}

export function findUpload(key: string): UploadItem | undefined {
  return items.find((item) => item.key === key);
}

/** Replaces one item; nothing happens when it is gone. */
export function changeUpload(key: string, change: (item: UploadItem) => UploadItem): void {
  setUploads(items.map((item) => (item.key === key ? change(item) : item)));
}

export function patchUpload(key: string, patch: Partial<UploadItem>): void {
  changeUpload(key, (item) => ({ ...item, ...patch }));
}

export function removeUploads(keys: ReadonlySet<string>): void {
  setUploads(items.filter((item) => !keys.has(item.key)));
}

import type { GeoblockPolicyInput } from '@kinora/contract/geoblock-rules';
import type { Check } from '../rules/check.ts';
import type { QueueEntry } from '../rules/queue.ts';

/** A new try of the same file needs these. */
export type UploadSettings = {
  title: string;
  tags: string[];
  presetId: string;
  /** Records of an earlier release have none. */
  overlayPresetId?: string | null;
  geoblockPolicy?: GeoblockPolicyInput;
  /** Records of an earlier release say the policy by its rule; null is what the project has. */
  ruleId?: string | null;
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
  /** The page to send to a person. Records of an earlier release have none. */
  watchUrl?: string | undefined;
  check: Check | null;
};

/** Changes that come together are announced together, about as often as a screen draws. */
const NOTIFY_MS = 16;

/** In the order of the queue. */
let byKey = new Map<string, UploadItem>();
let snapshot: readonly UploadItem[] | null = [];
let notifying: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function announceChange(): void {
  snapshot = null;
  notifying ??= setTimeout(notifyListeners, NOTIFY_MS);
}

function notifyListeners(): void {
  notifying = undefined;
  for (const listener of listeners) listener();
}

/** The queue of this browser: uploads of this tab, of other tabs, and those that wait to be continued. */
export function getUploads(): readonly UploadItem[] {
  snapshot ??= [...byKey.values()];
  return snapshot;
}

export function subscribeUploads(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function setUploads(next: readonly UploadItem[]): void {
  const sorted = next.toSorted((one, other) => one.order - other.order);
  byKey = new Map(sorted.map((item) => [item.key, item]));
  announceChange();
}

export function findUpload(key: string): UploadItem | undefined {
  return byKey.get(key);
}

/** Replaces one item, which keeps its place; nothing happens when it is gone. */
export function changeUpload(key: string, change: (item: UploadItem) => UploadItem): void {
  const item = byKey.get(key);
  if (item === undefined) return;
  const next = change(item);
  if (next === item) return;
  byKey.set(key, next);
  announceChange();
}

export function patchUpload(key: string, patch: Partial<UploadItem>): void {
  changeUpload(key, (item) => ({ ...item, ...patch }));
}

export function removeUploads(keys: ReadonlySet<string>): void {
  for (const key of keys) byKey.delete(key);
  announceChange();
}

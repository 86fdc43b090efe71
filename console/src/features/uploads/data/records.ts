import type { UploadLayout } from '@kinora/contract/uploads';
import { keepUploadsFlag } from './presence.ts';
import type { UploadSettings } from './store.ts';

// The queue as it outlives the page, in IndexedDB. Where that is switched off, every call answers
// as if nothing were kept.

export type UploadRecord = {
  key: string;
  accountId: string;
  /** The tab that sends it; kept when the tab dies, see tabs.ts. */
  owner: string;
  order: number;
  teamName: string;
  projectKey: string;
  settings: UploadSettings;
  fileName: string;
  type: string;
  sizeBytes: number;
  lastModified: number;
  headHash: string | null;
  handle: FileSystemFileHandle | null;
  /** Address of the tus upload, once the server gave one. */
  uploadUrl: string | null;
  /** The order in which its bytes are sent; absent or null: from the beginning. */
  layout?: UploadLayout | null;
  /** As the server last acknowledged. */
  sentBytes: number;
  uploadedAt: number | null;
  /** Absent in records of an earlier release. */
  watchUrl?: string | undefined;
};

const STORE_NAME = 'uploads';
let opening: Promise<IDBDatabase | null> | undefined;

function openDatabase(): Promise<IDBDatabase | null> {
  opening ??= new Promise((resolve) => {
    try {
      const request = indexedDB.open('kinora', 1);
      request.onupgradeneeded = () =>
        request.result.createObjectStore(STORE_NAME, { keyPath: 'key' });
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve(null);
    } catch {
      resolve(null);
    }
  });
  return opening;
}

type Asked = {
  readonly result: unknown;
  readonly error: DOMException | null;
  addEventListener: (type: 'success' | 'error', listener: () => void) => void;
};

/** The DOM types say `any` of what is read; `T` is what was written. */
function awaitResult<T>(request: Asked): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result as T));
    request.addEventListener('error', () => {
      reject(request.error ?? new Error('IndexedDB failed'));
    });
  });
}

/** Runs `work` in one transaction; a failing database answers `fallback`. */
async function transact<T>(
  mode: IDBTransactionMode,
  fallback: T,
  work: (store: IDBObjectStore) => Promise<T>,
): Promise<T> {
  const database = await openDatabase();
  if (database === null) return fallback;
  try {
    return await work(database.transaction(STORE_NAME, mode).objectStore(STORE_NAME));
  } catch {
    return fallback;
  }
}

export async function addRecords(records: readonly UploadRecord[]): Promise<void> {
  await transact('readwrite', undefined, async (store) => {
    for (const record of records) await awaitResult(store.put(record));
    keepUploadsFlag(true);
    return undefined;
  });
}

/** Records of one person, in the order of the queue. */
export async function listRecords(accountId: string): Promise<UploadRecord[]> {
  const all = await transact<UploadRecord[]>('readonly', [], (store) =>
    awaitResult<UploadRecord[]>(store.getAll()),
  );
  return all
    .filter((record) => record.accountId === accountId)
    .toSorted((one, other) => one.order - other.order);
}

export async function readRecord(key: string): Promise<UploadRecord | undefined> {
  return transact<UploadRecord | undefined>('readonly', undefined, (store) =>
    awaitResult<UploadRecord | undefined>(store.get(key)),
  );
}

/** Changes a record that is there. */
export async function patchRecord(key: string, patch: Partial<UploadRecord>): Promise<void> {
  await transact('readwrite', undefined, async (store) => {
    const record = await awaitResult<UploadRecord | undefined>(store.get(key));
    if (record !== undefined) await awaitResult(store.put({ ...record, ...patch }));
    return undefined;
  });
}

/** Takes a record over if its owner still is `from`: of two tabs one gets it. */
export async function claimRecord(key: string, from: string, to: string): Promise<boolean> {
  return transact('readwrite', false, async (store) => {
    const record = await awaitResult<UploadRecord | undefined>(store.get(key));
    if (record?.owner !== from) return false;
    await awaitResult(store.put({ ...record, owner: to }));
    return true;
  });
}

export async function deleteRecord(key: string): Promise<void> {
  await transact('readwrite', undefined, async (store) => {
    await awaitResult(store.delete(key));
    if ((await awaitResult<number>(store.count())) === 0) keepUploadsFlag(false);
    return undefined;
  });
}

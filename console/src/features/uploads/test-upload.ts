import type { UploadItem } from './data/store.ts';

/** An upload for tests. */
export function createTestUpload(key: string, change: Partial<UploadItem> = {}): UploadItem {
  return {
    key,
    accountId: 'nok',
    owner: 'this tab',
    order: 0,
    teamName: 'studio',
    projectKey: 'market',
    settings: { title: key, tags: [], presetId: 'p', ruleId: 'r' },
    fileName: `${key}.mp4`,
    type: 'video/mp4',
    sizeBytes: 100,
    lastModified: 1,
    hasHandle: false,
    state: 'queued',
    retryDelayMs: 0,
    retryAt: null,
    failure: null,
    sentBytes: 0,
    bytesPerSecond: null,
    isStalled: false,
    waitingUntil: null,
    uploadedAt: null,
    check: null,
    ...change,
  };
}

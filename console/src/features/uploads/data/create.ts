import type { GeoblockPolicyInput } from '@kinora/contract/geoblock-rules';
import type { TeamScope } from '../../../base/team-scope.ts';
import { findMediaType, toSentFileName } from '../rules/files.ts';
import { hashHead } from './hash-head.ts';
import type { PickedFile } from './pick-files.ts';
import { showUploads } from './presence.ts';
import { addRecords, patchRecord, type UploadRecord } from './records.ts';
import { getUploads, setUploads, type UploadItem, type UploadSettings } from './store.ts';
import { tabId } from './tabs.ts';
import { keepFile, schedule } from './transfers.ts';

export type Planned = Pick<PickedFile, 'file' | 'handle'> & { title: string };

export type Plan = {
  projectKey: string;
  tags: string[];
  presetId: string;
  overlayPresetId: string | null;
  geoblockPolicy: GeoblockPolicyInput;
  files: Planned[];
};

/** `POST /videos` takes 500, but rendering so long an answer would block the page. */
const MAX_FILES_A_CALL = 100;

type Target = { scope: TeamScope; accountId: string };

/**
 * Creates the videos of all files, then puts them into the queue. Rejects with an ApiError; files created
 * until then are in the queue, and `onQueued` says how many.
 */
export async function createUploads(
  target: Target,
  plan: Plan,
  onQueued: (count: number) => void,
): Promise<void> {
  const ready: Created[] = [];
  try {
    for (let from = 0; from < plan.files.length; from += MAX_FILES_A_CALL) {
      const some = plan.files.slice(from, from + MAX_FILES_A_CALL);
      const videos = await target.scope.api.videos.create({
        projectKey: plan.projectKey,
        presetId: plan.presetId,
        overlayPresetId: plan.overlayPresetId,
        geoblockPolicy: plan.geoblockPolicy,
        videos: some.map(({ file, title }) => ({
          title,
          tags: plan.tags,
          source: {
            type: findMediaType(file.name, file.type) ?? file.type,
            size: file.size,
            fileName: toSentFileName(file.name),
          },
        })),
      });
      // In the order of the request.
      videos.forEach((video, at) => {
        const file = some[at];
        // One that has to be signed is made on the video's page.
        const watchUrl = video.requiresSignedUrl ? undefined : video.watchUrl;
        if (file !== undefined) ready.push({ ...file, key: video.key, watchUrl });
      });
    }
  } finally {
    if (ready.length > 0) await enqueue(target, plan, ready);
    onQueued(ready.length);
  }
}

/** A file whose video has been created. */
type Created = Planned & { key: string; watchUrl: string | undefined };

async function enqueue(target: Target, plan: Plan, ready: Created[]): Promise<void> {
  const first = Date.now() * 1000;
  const items = ready.map((created, at) => createItem(target, plan, created, first + at));
  for (const { key, file } of ready) keepFile(key, file);
  setUploads([...getUploads(), ...items]);
  showUploads();
  const handles = new Map(ready.map(({ key, handle }) => [key, handle]));
  await addRecords(items.map((item) => createRecord(item, handles.get(item.key) ?? null)));
  schedule();
  void rememberHeads(ready);
}

/** Reads the beginnings one after another, so that a reload knows files that wait, too. */
async function rememberHeads(ready: Created[]): Promise<void> {
  for (const { key, file } of ready) {
    const hash = await hashHead(file).catch(() => null);
    if (hash !== null) await patchRecord(key, { headHash: hash });
  }
}

function createItem(
  { scope, accountId }: Target,
  { projectKey, tags, presetId, overlayPresetId, geoblockPolicy }: Plan,
  { file, handle, title, key, watchUrl }: Created,
  order: number,
): UploadItem {
  const settings: UploadSettings = { title, tags, presetId, overlayPresetId, geoblockPolicy };
  return {
    key,
    accountId,
    owner: tabId,
    order,
    projectKey,
    settings,
    teamName: scope.teamName,
    fileName: file.name,
    type: findMediaType(file.name, file.type) ?? file.type,
    sizeBytes: file.size,
    lastModified: file.lastModified,
    hasHandle: handle !== null,
    watchUrl,
    ...AT_REST,
    state: 'queued',
  };
}

/** An upload that nothing has happened to. */
export const AT_REST = {
  retryDelayMs: 0,
  retryAt: null,
  failure: null,
  sentBytes: 0,
  bytesPerSecond: null,
  isStalled: false,
  waitingUntil: null,
  uploadedAt: null,
  check: null,
} as const satisfies Partial<UploadItem>;

function createRecord(item: UploadItem, handle: FileSystemFileHandle | null): UploadRecord {
  const { key, accountId, order, teamName, projectKey, settings } = item;
  const { fileName, type, sizeBytes, lastModified, watchUrl } = item;
  return {
    key,
    accountId,
    owner: tabId,
    order,
    teamName,
    projectKey,
    settings,
    fileName,
    type,
    sizeBytes,
    lastModified,
    handle,
    watchUrl,
    headHash: null,
    uploadUrl: null,
    layout: null,
    sentBytes: 0,
    uploadedAt: null,
  };
}

import { keepPage } from '../../../base/new-version.ts';
import { createStore } from '../../../base/store.ts';
import {
  type FileProblem,
  findFileProblem,
  findSkipReason,
  getFileKey,
  toDefaultTitle,
} from '../rules/files.ts';
import type { PickedFile } from './pick-files.ts';
import { waitForTask, workInSlices } from './slices.ts';
import { getUploads, type UploadItem } from './store.ts';

// The files that are chosen and not confirmed yet. A store, so that a drop anywhere in a project
// fills it before the upload page is there.

export type DraftFile = PickedFile & {
  id: number;
  title: string;
  problem: FileProblem | null;
  /** The same file is in the queue: `going` there, or waiting to be `interrupted`-continued. */
  twin: { key: string; state: 'going' | 'interrupted' } | null;
  /** The file is uploaded although it is already in the queue. */
  isForced: boolean;
};

type SkippedFile = { path: string; reason: 'system' | 'hidden' | 'repeated' };

export type Draft = {
  /** Team and project that the files are meant for. */
  target: string;
  files: readonly DraftFile[];
  skipped: readonly SkippedFile[];
};

const EMPTY_DRAFT: Draft = { target: '', files: [], skipped: [] };

export const draftStore = createStore(EMPTY_DRAFT);
keepPage(() => draftStore.get().files.length > 0);
let lastId = 0;

export function getDraftTarget(teamName: string, projectKey: string): string {
  return `${teamName}/${projectKey}`;
}

/** The draft of a project; empty when the files were meant for another one. */
export function getTargetDraft(target: string): Draft {
  const draft = draftStore.get();
  return draft.target === target ? draft : EMPTY_DRAFT;
}

let staging = Promise.resolve();

/** Adds chosen files, one choice after another. Files of another project are forgotten. */
export function stageFiles(target: string, picked: readonly PickedFile[]): Promise<void> {
  staging = staging.then(() => addFiles(target, picked));
  return staging;
}

async function addFiles(target: string, picked: readonly PickedFile[]): Promise<void> {
  const seen = new Set<string>();
  const twins = new Map<string, UploadItem>();
  await workInSlices(getTargetDraft(target).files, ({ file }) => seen.add(getKey(file)));
  await workInSlices(getUploads(), (item) => {
    const key = getFileKey(item);
    if (isTwinIn(target, item) && !twins.has(key)) twins.set(key, item);
  });
  const added: DraftFile[] = [];
  const left: SkippedFile[] = [];
  await workInSlices(picked, (one) => {
    const key = getKey(one.file);
    const reason = findSkipReason(one.path) ?? (seen.has(key) ? 'repeated' : null);
    if (reason !== null) return left.push({ path: one.path, reason });
    seen.add(key);
    return added.push(createDraftFile(one, twins.get(key)));
  });
  // The page is drawn in a task of its own.
  await waitForTask();
  const { files, skipped } = getTargetDraft(target);
  draftStore.set({ target, files: [...files, ...added], skipped: [...skipped, ...left] });
}

const getKey = ({ name, size, lastModified }: File) =>
  getFileKey({ fileName: name, sizeBytes: size, lastModified });

function createDraftFile(picked: PickedFile, twin: UploadItem | undefined): DraftFile {
  lastId += 1;
  return {
    ...picked,
    id: lastId,
    title: toDefaultTitle(picked.file.name),
    problem: findFileProblem(picked.file),
    twin: twin === undefined ? null : { key: twin.key, state: getTwinState(twin) },
    isForced: false,
  };
}

const getTwinState = ({ state }: UploadItem) =>
  state === 'interrupted' ? ('interrupted' as const) : ('going' as const);

/** Says whether an upload of the same file makes this one a duplicate. */
function isTwinIn(target: string, { state, check, teamName, projectKey }: UploadItem): boolean {
  const isAtFault = state === 'failed' || check?.state === 'error';
  return !isAtFault && getDraftTarget(teamName, projectKey) === target;
}

/** Says whether a file of the draft is uploaded when it is confirmed. */
export function isIncluded(file: DraftFile): boolean {
  return file.problem === null && (file.twin === null || file.isForced);
}

export function changeDraftFile(
  id: number,
  change: Partial<Pick<DraftFile, 'title' | 'isForced'>>,
): void {
  setFiles((files) => files.map((file) => (file.id === id ? { ...file, ...change } : file)));
}

export function removeDraftFiles(ids: ReadonlySet<number>): void {
  setFiles((files) => files.filter((file) => !ids.has(file.id)));
}

export function clearDraft(): void {
  draftStore.set(EMPTY_DRAFT);
}

function setFiles(change: (files: Draft['files']) => Draft['files']): void {
  const draft = draftStore.get();
  draftStore.set({ ...draft, files: change(draft.files) });
}

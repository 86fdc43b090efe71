import { keepPage } from '../../../base/new-version.ts';
import {
  defaultTitle,
  type FileProblem,
  fileProblem,
  isSameFile,
  skipReason,
} from '../rules/files.ts';
import type { PickedFile } from './pick-files.ts';
import { currentUploads } from './store.ts';

// The files that are chosen and not confirmed yet. A store, so that a drop anywhere in a project
// fills it before the upload page is there.

export type DraftFile = PickedFile & {
  id: number;
  title: string;
  problem: FileProblem | null;
  /** The same file is in the queue: `going` there, or waiting to be `interrupted`-continued. */
  twin: { key: string; state: 'going' | 'interrupted' } | null;
  /** To be uploaded although it is in the queue. */
  isForced: boolean;
};

export type Draft = {
  /** Team and project that the files are meant for. */
  target: string;
  files: readonly DraftFile[];
  skipped: readonly { path: string; reason: 'system' | 'hidden' | 'repeated' }[];
};

const nothing: Draft = { target: '', files: [], skipped: [] };

let draft = nothing;
keepPage(() => draft.files.length > 0);
let lastId = 0;
const listeners = new Set<() => void>();

function publish(next: Draft): void {
  draft = next;
  for (const listener of listeners) listener();
}

export function draftTarget(teamName: string, projectKey: string): string {
  return `${teamName}/${projectKey}`;
}

export function currentDraft(): Draft {
  return draft;
}

export function subscribeDraft(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The draft of a project; empty when the files were meant for another one. */
export function draftOf(target: string): Draft {
  return draft.target === target ? draft : nothing;
}

/** Adds chosen files. Files of another project are forgotten. */
export function stageFiles(target: string, picked: readonly PickedFile[]): void {
  const { files, skipped } = draftOf(target);
  const added: DraftFile[] = [];
  const left: { path: string; reason: 'system' | 'hidden' | 'repeated' }[] = [];
  for (const one of picked) {
    const reason = skipReason(one.path);
    const isRepeated = [...files, ...added].some(({ file }) =>
      isSameFile({ ...known(file), fileName: file.name }, one.file),
    );
    if (reason !== null || isRepeated) left.push({ path: one.path, reason: reason ?? 'repeated' });
    else added.push(newDraftFile(target, one));
  }
  publish({ target, files: [...files, ...added], skipped: [...skipped, ...left] });
}

const known = (file: File) => ({ sizeBytes: file.size, lastModified: file.lastModified });

function newDraftFile(target: string, picked: PickedFile): DraftFile {
  lastId += 1;
  return {
    ...picked,
    id: lastId,
    title: defaultTitle(picked.file.name),
    problem: fileProblem(picked.file),
    twin: twinOf(target, picked.file),
    isForced: false,
  };
}

function twinOf(target: string, file: File): DraftFile['twin'] {
  const found = currentUploads().find(
    (item) =>
      item.state !== 'failed' &&
      item.check?.state !== 'error' &&
      draftTarget(item.teamName, item.projectKey) === target &&
      isSameFile(item, file),
  );
  if (found === undefined) return null;
  return { key: found.key, state: found.state === 'interrupted' ? 'interrupted' : 'going' };
}

/** Whether a file of the draft is uploaded when it is confirmed. */
export function isIncluded(file: DraftFile): boolean {
  return file.problem === null && (file.twin === null || file.isForced);
}

export function changeDraftFile(
  id: number,
  change: Partial<Pick<DraftFile, 'title' | 'isForced'>>,
): void {
  publish({
    ...draft,
    files: draft.files.map((file) => (file.id === id ? { ...file, ...change } : file)),
  });
}

export function removeDraftFiles(ids: ReadonlySet<number>): void {
  publish({ ...draft, files: draft.files.filter((file) => !ids.has(file.id)) });
}

export function clearDraft(): void {
  publish(nothing);
}

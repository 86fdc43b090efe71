import type { Dropped } from './dropped.ts';

/** A chosen file; its handle opens it again after a reload, where the browser gives one. */
export type PickedFile = {
  file: File;
  /** With the folders it was chosen in: `clips/day 1/a.mp4`. */
  path: string;
  handle: FileSystemFileHandle | null;
};

/** Chromium's iteration of a folder, which the DOM types don't have everywhere. */
type IterableFolder = { values: () => AsyncIterable<FileSystemHandle> };
type PickerWindow = {
  showOpenFilePicker?: (options: { multiple: boolean }) => Promise<FileSystemFileHandle[]>;
};

/** All files of a drop, folders walked through. One that can't be read is left out. */
export async function listDroppedFiles(dropped: readonly Dropped[]): Promise<PickedFile[]> {
  const found: PickedFile[] = [];
  for (const { file, entry, handle } of dropped) {
    const given = await handle;
    if (given?.kind === 'directory') {
      await walkFolder(given as FileSystemDirectoryHandle, given.name, found);
    } else if (entry?.isDirectory) {
      await walkEntry(entry, found);
    } else if (file !== null) {
      const own = given?.kind === 'file' ? (given as FileSystemFileHandle) : null;
      found.push({ file, path: file.name, handle: own });
    }
  }
  return found;
}

async function walkFolder(
  folder: FileSystemDirectoryHandle,
  path: string,
  found: PickedFile[],
): Promise<void> {
  for await (const child of (folder as unknown as IterableFolder).values()) {
    const childPath = `${path}/${child.name}`;
    if (child.kind === 'directory') {
      await walkFolder(child as FileSystemDirectoryHandle, childPath, found);
      continue;
    }
    const handle = child as FileSystemFileHandle;
    const file = await handle.getFile().catch(() => null);
    if (file !== null) found.push({ file, path: childPath, handle });
  }
}

async function walkEntry(entry: FileSystemEntry, found: PickedFile[]): Promise<void> {
  const path = entry.fullPath.replace(/^\//, '');
  if (entry.isFile) {
    const file = await new Promise<File | null>((resolve) => {
      (entry as FileSystemFileEntry).file(resolve, () => resolve(null));
    });
    if (file !== null) found.push({ file, path, handle: null });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const readSome = () =>
    new Promise<FileSystemEntry[]>((resolve) => reader.readEntries(resolve, () => resolve([])));
  // Chromium answers at most 100 at a time; an empty answer is the end.
  for (let entries = await readSome(); entries.length > 0; entries = await readSome()) {
    for (const child of entries) await walkEntry(child, found);
  }
}

/** Takes the files of an `<input type=file>`, with the folders of `webkitdirectory`. */
export function listInputFiles(files: FileList | null): PickedFile[] {
  return [...(files ?? [])].map((file) => ({
    file,
    path: file.webkitRelativePath || file.name,
    handle: null,
  }));
}

/**
 * Files chosen in a dialog that gives handles. `unavailable` where the browser has none: choose
 * with an `<input>` then. Empty when the person closed the dialog.
 */
export async function chooseFiles(multiple: boolean): Promise<PickedFile[] | 'unavailable'> {
  const { showOpenFilePicker } = window as PickerWindow;
  // A program that drives a browser (WebDriver §5) can answer only the dialog of an <input>.
  if (showOpenFilePicker === undefined || navigator.webdriver) return 'unavailable';
  try {
    const handles = await showOpenFilePicker.call(window, { multiple });
    const files = await Promise.all(handles.map((handle) => handle.getFile()));
    return files.map((file, at) => ({ file, path: file.name, handle: handles[at] ?? null }));
  } catch (error) {
    const isClosed = error instanceof DOMException && error.name === 'AbortError';
    return isClosed ? [] : 'unavailable';
  }
}

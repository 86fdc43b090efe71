/** One dropped thing. Its handle is asked for at once: after the event it is no longer given. */
export type Dropped = {
  file: File | null;
  entry: FileSystemEntry | null;
  handle: Promise<FileSystemHandle | null>;
};

type WithHandle = DataTransferItem & {
  getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>;
};

export function carriesFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes('Files') ?? false;
}

/** Takes what a drop event carries. To be called while the event is handled. */
export function grabDropped(transfer: DataTransfer): Dropped[] {
  return [...transfer.items]
    .filter((item) => item.kind === 'file')
    .map((item) => ({
      file: item.getAsFile(),
      entry: item.webkitGetAsEntry(),
      handle:
        (item as WithHandle).getAsFileSystemHandle?.().catch(() => null) ?? Promise.resolve(null),
    }));
}

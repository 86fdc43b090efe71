import { close, constants, fstat, open, read } from 'node:fs';

/** An open file of known size. Callback fs under it: FileHandle costs about twice the CPU. */
export type OpenFile = {
  sizeBytes: number;
  /**
   * Fills the buffer's first `sizeBytes`, and calls `progress` after each part. Rejects when the
   * file ends early or is closed. Once it has settled, nothing is written into the buffer any more.
   */
  readInto(buffer: Buffer, progress: () => void): Promise<void>;
  close(): void;
};

/** A slow disk shows its progress this often; most segments are one part. */
const PART_BYTES = 2 * 1024 * 1024;

/** Opens a regular file; null when there is none. */
export function openFile(path: string): Promise<OpenFile | null> {
  return new Promise((resolve, reject) => {
    open(path, constants.O_RDONLY | constants.O_NOFOLLOW, (openError, fd) => {
      if (openError) {
        if (openError.code === 'ENOENT' || openError.code === 'ENOTDIR') resolve(null);
        else reject(openError);
        return;
      }
      fstat(fd, (statError, stats) => {
        if (!statError && stats.isFile()) {
          resolve(createOpenFile(fd, stats.size, closeDescriptor));
          return;
        }
        closeDescriptor();
        if (statError) reject(statError);
        else resolve(null);
      });
      // A failed close of a file that was only read loses nothing.
      const closeDescriptor = () => close(fd, () => undefined);
    });
  });
}

/** The descriptor must not become another file's while a stuck read still has it. */
function createOpenFile(fd: number, sizeBytes: number, closeDescriptor: () => void): OpenFile {
  let isClosed = false;
  let isReading = false;
  return {
    sizeBytes,
    readInto: (buffer, progress) =>
      new Promise((resolve, reject) => {
        const stop = (settle: () => void) => {
          isReading = false;
          if (isClosed) closeDescriptor();
          settle();
        };
        const next = (offset: number) => {
          if (offset === sizeBytes) return stop(resolve);
          const partBytes = Math.min(PART_BYTES, sizeBytes - offset);
          read(fd, buffer, offset, partBytes, offset, (error, count) => {
            const ended = count === 0 && new Error(`file ended at ${offset} of ${sizeBytes} bytes`);
            const failure = error ?? (isClosed ? new Error('closed') : ended);
            if (failure) return stop(() => reject(failure));
            progress();
            next(offset + count);
          });
        };
        isReading = true;
        next(0);
      }),
    close() {
      isClosed = true;
      if (!isReading) closeDescriptor();
    },
  };
}

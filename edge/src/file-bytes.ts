import { close, constants, fstat, open, read } from 'node:fs';

/** An open file of known size. Callback fs under it: FileHandle costs about twice the CPU. */
export interface OpenFile {
  sizeBytes: number;
  /** Fills the buffer's first `sizeBytes`. Rejects when the file ends early. */
  readInto(buffer: Buffer): Promise<void>;
  close(): void;
}

/** Null when there is no such regular file. */
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
          const readInto = (buffer: Buffer) => readWhole(fd, stats.size, buffer);
          resolve({ sizeBytes: stats.size, readInto, close: shut });
          return;
        }
        shut();
        if (statError) reject(statError);
        else resolve(null);
      });
      // A failed close of a file that was only read loses nothing.
      const shut = () => close(fd, () => undefined);
    });
  });
}

function readWhole(fd: number, sizeBytes: number, buffer: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const next = (offset: number) => {
      if (offset === sizeBytes) {
        resolve();
        return;
      }
      read(fd, buffer, offset, sizeBytes - offset, offset, (error, count) => {
        if (error) reject(error);
        else if (count === 0) reject(new Error(`file ended at ${offset} of ${sizeBytes} bytes`));
        else next(offset + count);
      });
    };
    next(0);
  });
}

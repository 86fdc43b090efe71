import { close, constants, fstat, open, read } from 'node:fs';

/** An open file of known size. Callback fs under it: FileHandle costs about twice the CPU. */
export interface OpenFile {
  sizeBytes: number;
  /** Rejects when the file ends early. */
  readAll(): Promise<Buffer>;
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
          resolve({ sizeBytes: stats.size, readAll: () => readAll(fd, stats.size), close: shut });
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

function readAll(fd: number, sizeBytes: number): Promise<Buffer> {
  // Not from Node's shared pool: these buffers are counted by their size.
  const buffer = Buffer.allocUnsafeSlow(sizeBytes);
  return new Promise((resolve, reject) => {
    const next = (offset: number) => {
      if (offset === sizeBytes) {
        resolve(buffer);
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

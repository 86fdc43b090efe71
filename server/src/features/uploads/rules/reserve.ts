const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

/**
 * What uploads leave free of a file system, so that the database and what is being encoded go on
 * when it is full: PostgreSQL alone may hold 2 GB of write-ahead log and stops when it can't write
 * it. Small disks keep a tenth.
 */
export function reserveBytes(totalBytes: number): number {
  const share = Math.min(Math.max(2 * GIB, totalBytes * 0.02), 16 * GIB);
  return Math.floor(Math.min(share, totalBytes / 10));
}

/** Bytes that all uploads of a process take between two looks at the disk. */
export const lookEveryBytes = 4 * MIB;

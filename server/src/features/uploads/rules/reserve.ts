const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

/**
 * Uploads leave so much of a file system free, so that the database and encoding go on when it is
 * full: PostgreSQL alone may keep 2 GB of write-ahead log and stops when it can't write
 * it. Small disks keep a tenth.
 */
export function getReserveBytes(totalBytes: number): number {
  const share = Math.min(Math.max(2 * GIB, totalBytes * 0.02), 16 * GIB);
  return Math.floor(Math.min(share, totalBytes / 10));
}

/** Bytes that all uploads of a process take between two looks at the disk. */
export const CHECK_EVERY_BYTES = 4 * MIB;

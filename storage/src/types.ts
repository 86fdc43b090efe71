import type { Readable } from 'node:stream';
import type { Layout } from './layout.ts';

export type StorageBody = Uint8Array | AsyncIterable<Uint8Array>;

/** `etag` is a strong one in the form of HTTP, with its quotes. */
export type Stored = { sizeBytes: number; modifiedAt: Date; etag: string };

export type PutOptions = { signal?: AbortSignal | undefined };

/** `start` and `end` are inclusive; an empty object has `end` -1. Read `body` or destroy it. */
export type Opened = Stored & { start: number; end: number; body: Readable };

/** Space of a file system, for programs without special rights. */
export type Space = { totalBytes: number; freeBytes: number };

/**
 * The storage of bytes. Keys must pass `isKey`, and no key may continue another (`a` and `a/b`).
 * Every call may throw a `StorageError`; an absent object is `null` and no error.
 */
export type Storage = {
  /**
   * Puts atomically: readers see the old or the whole new object. Durable when it resolves. When
   * the body breaks off, its error is thrown and the old object stays; the same when `signal`
   * aborts before the new object exists, with `unavailable`.
   */
  put(key: string, body: StorageBody, options?: PutOptions): Promise<void>;
  /** Reads a small object whole; throws `too_large` above `maxBytes` (default 16 MiB). */
  read(key: string, maxBytes?: number): Promise<Buffer | null>;
  /**
   * Opens an object. `end` is inclusive and may lie behind the last byte; throws `bad_range` when
   * `start` does.
   */
  open(key: string, range?: { start: number; end?: number }): Promise<Opened | null>;
  stat(key: string): Promise<Stored | null>;
  /** Lists keys below a prefix of whole segments, in the order of their bytes; `''` lists all. */
  list(prefix: string): AsyncIterable<string>;
  /** Absent is fine. */
  delete(key: string): Promise<void>;
  /** Deletes everything below a prefix of whole segments, which may not be empty. Absent is fine. */
  deletePrefix(prefix: string): Promise<void>;
  appendables: Appendables;
  /** Returns the object's path for programs that need one; `null` where objects are no files. */
  localPath(key: string): string | null;
  /**
   * Returns an address that lets any holder read the object, or a range of it, for some seconds; `null` where
   * objects are files. It is a secret.
   */
  signUrl(key: string, seconds: number): Promise<string | null>;
  /** Returns the free space; null where storage does not know it. */
  space(): Promise<Space | null>;
  /** Throws with the reason when storage can't be used now. */
  check(): Promise<void>;
  close(): Promise<void>;
};

export type AppendOptions = {
  /** Bytes of the appendable to keep; bytes beyond, left by a killed writer, are cut off. */
  offset: number;
  /** Never exceeded; may not grow from one append to the next. */
  maxSize: number;
  source: AsyncIterable<Uint8Array>;
  signal?: AbortSignal | undefined;
  /**
   * Called when bytes up to `size` are durable, about each 64 MB, while the stream flows on.
   * Without it nothing counts before the append's end. Its rejection ends the append as a broken
   * source does.
   */
  checkpoint?: ((size: number) => void | Promise<void>) | undefined;
  /**
   * Called when bytes up to `size` can be read at `Appendables.localPath`, long before they are
   * durable: a crash of the machine may take them back. Never called where there is no such path.
   */
  arrived?: ((size: number) => void) | undefined;
};

/** `cause` says why an append is not complete. All `size` bytes are durable in any case. */
export type Appended =
  | { size: number; complete: true }
  | { size: number; complete: false; cause: unknown };

/**
 * Objects that grow by appends, across processes and restarts, and are invisible as ordinary
 * objects until they are finished. One writer at a time is the caller's duty.
 */
export type Appendables = {
  /** True when `create` takes a layout. */
  takesLayouts: boolean;
  /**
   * Creates an empty one, replacing any. With a layout the bytes are appended in the order of its
   * ranges, and sizes and offsets count them in that order; `finish` needs all of them, else
   * `bad_offset`. Throws `bad_range` when the layout is invalid, or where layouts are not taken.
   */
  create(key: string, layout?: Layout | null): Promise<void>;
  /**
   * Appends from `offset`. When the source breaks off or `signal` aborts, the bytes so far are made
   * durable and `complete` is false. Throws `too_large` when the source exceeds `maxSize`, and the
   * size is back at `offset`; `bad_offset` when there are fewer bytes than `offset`; `not_found`. A
   * `Readable` source is not destroyed, so that a request can still be answered.
   */
  append(key: string, options: AppendOptions): Promise<Appended>;
  /**
   * Cuts back, at least to where the last append began and to any of its checkpoints; S3 refuses
   * other sizes with `bad_offset`.
   */
  truncate(key: string, size: number): Promise<void>;
  /** Returns the bytes present; null when there is none or it is finished. */
  size(key: string): Promise<number | null>;
  /** Makes it the ordinary object `key`, replacing one. May be repeated and raced. */
  finish(key: string): Promise<void>;
  /**
   * Returns the path of the growing file, for programs that read it as it grows; once it is finished,
   * `Storage.localPath` has it. With a layout it has its full length from the start. `null` where objects are
   * not files.
   */
  localPath(key: string): string | null;
  /** Removes an unfinished one and its bytes. Absent is fine. */
  remove(key: string): Promise<void>;
};

/** Bytes between two checkpoints of an append. */
export const CHECKPOINT_BYTES = 64 * 1024 * 1024;

/** The default limit of `read`. */
export const MAX_READ_BYTES = 16 * 1024 * 1024;

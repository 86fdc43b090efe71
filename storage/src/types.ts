import type { Readable } from 'node:stream';
import type { Layout } from './layout.ts';

export type StorageBody = Uint8Array | AsyncIterable<Uint8Array>;

/** `etag` is a strong one in the form of HTTP, with its quotes. */
export type Stored = { sizeBytes: number; modifiedAt: Date; etag: string };

export type PutOptions = { signal?: AbortSignal | undefined };

/** `start` and `end` are inclusive; an empty object has `end` -1. Read `body` or destroy it. */
export type Opened = Stored & { start: number; end: number; body: Readable };

/** Of a file system, for programs without special rights. */
export type Space = { totalBytes: number; freeBytes: number };

/**
 * Where bytes live. Keys are as `isKey` says, and no key may continue another (`a` and `a/b`).
 * Every call may throw a `StorageError`; an absent object is `null` and no error.
 */
export type Storage = {
  /**
   * Atomic: readers see the old or the whole new object. Durable when it resolves. When the body
   * breaks off, its error is thrown and the old object stays; so it is when `signal` aborts before
   * the new object is there, with `unavailable`.
   */
  put(key: string, body: StorageBody, options?: PutOptions): Promise<void>;
  /** A small object whole; `too_large` above `maxBytes` (16 MiB when left out). */
  read(key: string, maxBytes?: number): Promise<Buffer | null>;
  /** `end` is inclusive and may lie behind the last byte; `bad_range` when `start` does. */
  open(key: string, range?: { start: number; end?: number }): Promise<Opened | null>;
  stat(key: string): Promise<Stored | null>;
  /** Keys below a prefix of whole segments, in the order of their bytes; `''` lists all. */
  list(prefix: string): AsyncIterable<string>;
  /** Absent is fine. */
  delete(key: string): Promise<void>;
  /** Everything below a prefix of whole segments, which may not be empty. Absent is fine. */
  deletePrefix(prefix: string): Promise<void>;
  appendables: Appendables;
  /** The object's path for programs that need one; `null` where objects are no files. */
  localPath(key: string): string | null;
  /** How much room is left; null where storage does not say. */
  space(): Promise<Space | null>;
  /** Throws with the reason when storage can't be used now. */
  check(): Promise<void>;
  close(): Promise<void>;
};

export type AppendOptions = {
  /** Bytes of the appendable to keep; what lies beyond, left by a killed writer, is cut off. */
  offset: number;
  /** Never exceeded; may not grow from one append to the next. */
  maxSize: number;
  source: AsyncIterable<Uint8Array>;
  signal?: AbortSignal | undefined;
  /**
   * Called when bytes up to `size` are durable, about each 64 MB, while the stream flows on.
   * Without it nothing counts before the append's end. Its rejection ends the append as a
   * broken source does.
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
  /** Whether `create` takes a layout. */
  takesLayouts: boolean;
  /**
   * Starts empty, also when one is there. With a layout the bytes are appended in the order of its
   * ranges, and sizes and offsets count them in that order; `finish` wants all of them, else
   * `bad_offset`. `bad_range` when the layout is none, or where no layouts are taken.
   */
  create(key: string, layout?: Layout | null): Promise<void>;
  /**
   * Appends from `offset`. When the source breaks off or `signal` aborts, what came so far is made
   * durable and `complete` is false. `too_large` when the source exceeds `maxSize`, and the size is
   * back at `offset`; `bad_offset` when there are fewer bytes than `offset`; `not_found`.
   * A `Readable` source is not destroyed, so that a request can still be answered.
   */
  append(key: string, options: AppendOptions): Promise<Appended>;
  /**
   * Cuts back, at least to where the last append began and to any of its checkpoints; S3 answers
   * other sizes with `bad_offset`.
   */
  truncate(key: string, size: number): Promise<void>;
  /** Bytes present; null when there is none or it is finished. */
  size(key: string): Promise<number | null>;
  /** Becomes the ordinary object `key`, replacing one. May be repeated and raced. */
  finish(key: string): Promise<void>;
  /**
   * Path of the growing file for programs that read along; once it is finished,
   * `Storage.localPath` has it. With a layout it is as long as the whole object from the start.
   * `null` where objects are no files.
   */
  localPath(key: string): string | null;
  /** Forgets an unfinished one and its bytes. Absent is fine. */
  remove(key: string): Promise<void>;
};

/** Bytes between two checkpoints of an append. */
export const CHECKPOINT_BYTES = 64 * 1024 * 1024;

/** What `read` takes at most when the caller names no limit. */
export const MAX_READ_BYTES = 16 * 1024 * 1024;

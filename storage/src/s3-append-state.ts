import { StorageError } from './errors.ts';
import type { Bucket } from './s3-client.ts';
import { readObject, writeObject } from './s3-objects.ts';

// An appendable in S3 is a small JSON document of its counted parts, multipart uploads whose parts
// all have the same size, and the remainder as an object of its own. Parts and remainders that are
// not in the document do not count, so an append that fails or is killed leaves the size unchanged,
// and any process can continue.

/**
 * `partBytes` ≥ 5 MiB, S3's min size of a part. One upload takes `partsPerUpload` parts; larger
 * objects are spread over several uploads that are joined inside S3 when they are finished, in
 * pieces of `copyBytes`. So memory stays the same whatever the size: 8 MiB × 9,984 parts is 78 GiB
 * an upload, and 4 GiB × 10,000 joined pieces is more than S3 takes.
 */
export type PartLimits = { partBytes: number; partsPerUpload: number; copyBytes: number };

export const PART_LIMITS: PartLimits = {
  partBytes: 8 * 1024 * 1024,
  partsPerUpload: 9_984,
  copyBytes: 4 * 1024 * 1024 * 1024,
};

/** A size to continue from: whole parts, then the first bytes of the object `tail`. */
export type Mark = { size: number; parts: number; tail: string | null };

export type AppendState = {
  version: 1;
  /** The id is also metadata of the finished object, so that a repeated finish recognises its success. */
  id: string;
  limits: PartLimits;
  /** True when the one upload becomes the object itself; set with the first upload. */
  direct: boolean;
  uploads: { name: string; uploadId: string }[];
  /** Uploads of a finish that joins several. */
  joining: string[];
  /** ETags of all counted parts, in order. */
  etags: string[];
  now: Mark;
  /** The start of the last append: a wrong checksum cuts back to it. */
  before: Mark;
};

const EMPTY: Mark = { size: 0, parts: 0, tail: null };

// 5 TB in parts of 8 MiB are some 600,000 ETags of 35 bytes.
const MAX_STATE_BYTES = 64 * 1024 * 1024;

export function createState(id: string, limits: PartLimits): AppendState {
  return {
    version: 1,
    id,
    limits,
    direct: true,
    uploads: [],
    joining: [],
    etags: [],
    now: EMPTY,
    before: EMPTY,
  };
}

/**
 * Returns the name below which everything of an appendable lies: `!` is in no key, so none is
 * inside another.
 */
export function getArea(key: string): string {
  return `.appending/${key.replaceAll('/', '!')}`;
}

function getStateName(key: string): string {
  return `${getArea(key)}/state.json`;
}

export async function loadState(bucket: Bucket, key: string): Promise<AppendState | null> {
  const bytes = await readObject(bucket, getStateName(key), MAX_STATE_BYTES);
  // Only `saveState` writes it.
  return bytes === null ? null : (JSON.parse(bytes.toString()) as AppendState);
}

export async function saveState(bucket: Bucket, key: string, state: AppendState): Promise<void> {
  await writeObject(bucket, getStateName(key), Buffer.from(JSON.stringify(state)));
}

/** Returns the mark for `size` bytes; throws `bad_offset` when S3 doesn't have it. */
export function getMark({ limits, now, before }: AppendState, size: number): Mark {
  if (size === now.size) return now;
  const parts = Math.floor(size / limits.partBytes);
  if (size <= now.size && parts * limits.partBytes === size) return { size, parts, tail: null };
  for (const mark of [now, before]) {
    if (mark.parts === parts && size <= mark.size) return { ...mark, size };
  }
  throw new StorageError('bad_offset', `Can't go on at ${size} of ${now.size} bytes`);
}

/** Returns the state cut to `size`. */
export function cutState(state: AppendState, size: number): AppendState {
  const now = getMark(state, size);
  return { ...state, now, before: now, etags: state.etags.slice(0, now.parts) };
}

/** Loads the bytes behind the last whole part. */
export async function loadTail(bucket: Bucket, { limits, now }: AppendState): Promise<Buffer> {
  const length = now.size - now.parts * limits.partBytes;
  if (length === 0 || now.tail === null) return Buffer.alloc(0);
  const tail = await readObject(bucket, now.tail, limits.partBytes);
  if (!tail || tail.length < length) {
    throw new StorageError('unavailable', `The remainder ${now.tail} is gone`);
  }
  return tail.subarray(0, length);
}

/** Lists remainders that `old` needed and `fresh` does not. */
export function listDroppedTails(old: AppendState, fresh: AppendState): string[] {
  const keptTails = [fresh.now.tail, fresh.before.tail];
  return [...new Set([old.now.tail, old.before.tail])].filter(
    (tail): tail is string => tail !== null && !keptTails.includes(tail),
  );
}

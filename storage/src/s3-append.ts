import { randomUUID } from 'node:crypto';
import { StorageError } from './errors.ts';
import { checkKey } from './keys.ts';
import { checkOffset } from './range.ts';
import {
  getArea,
  cutState,
  listDroppedTails,
  createState,
  loadState,
  loadTail,
  saveState,
} from './s3-append-state.ts';
import type { AppendState, PartLimits } from './s3-append-state.ts';
import type { Bucket } from './s3-client.ts';
import { finishAppendable, removeAppendable } from './s3-finish.ts';
import { deleteNames, writeObject } from './s3-objects.ts';
import { createPartWriter } from './s3-parts.ts';
import { toAppended, readSource } from './source.ts';
import type { Appendables, Appended, AppendOptions } from './types.ts';

/** Creates appendables of a bucket; nothing about them is kept in memory or on a disk. */
export function createS3Appendables(bucket: Bucket, limits: PartLimits): Appendables {
  return {
    takesLayouts: false,

    async create(key, layout) {
      // Parts can only be joined in their order, and all but the last are at least 5 MiB.
      if (layout) throw new StorageError('bad_range', 'S3 takes bytes in their order only');
      await removeAppendable(bucket, checkKey(key));
      await saveState(bucket, key, createState(randomUUID(), limits));
    },

    async append(key, options) {
      const source = readSource(options.source, options.signal);
      try {
        const state = await cutToSize(bucket, checkKey(key), options.offset);
        return await appendTo(bucket, key, state, { ...options, source });
      } catch (error) {
        source.stop(error);
        throw error;
      }
    },

    async truncate(key, size) {
      await cutToSize(bucket, checkKey(key), size);
    },

    async size(key) {
      return (await loadState(bucket, checkKey(key)))?.now.size ?? null;
    },

    localPath(key) {
      checkKey(key);
      return null;
    },

    finish: async (key) => finishAppendable(bucket, checkKey(key)),
    remove: async (key) => removeAppendable(bucket, checkKey(key)),
  };
}

/** Cuts the state to `size`. The cut counts before any part behind it is overwritten. */
async function cutToSize(bucket: Bucket, key: string, size: number): Promise<AppendState> {
  checkOffset(size);
  const state = await loadState(bucket, key);
  if (!state) throw new StorageError('not_found', `No appendable ${key}`);
  if (size === state.now.size) return state;
  const cut = cutState(state, size);
  await saveState(bucket, key, cut);
  await deleteTails(bucket, listDroppedTails(state, cut));
  return cut;
}

/** Deletes remainders after the state was saved; any that fail are deleted with the appendable. */
async function deleteTails(bucket: Bucket, names: string[]): Promise<void> {
  await deleteNames(bucket, names).catch(() => undefined);
}

type RunningAppend = Omit<AppendOptions, 'source'> & { source: ReturnType<typeof readSource> };

async function appendTo(
  bucket: Bucket,
  key: string,
  old: AppendState,
  { source, maxSize, checkpoint }: RunningAppend,
): Promise<Appended> {
  const start = old.now;
  let refusal: { cause: unknown } | null = null;
  const writer = createPartWriter(bucket, key, old, {
    maxSize,
    failed: source.stop,
    checkpoint:
      checkpoint &&
      (async (size) => {
        try {
          await checkpoint(size);
        } catch (cause) {
          refusal ??= { cause };
          source.stop(cause);
        }
      }),
  });
  try {
    await writer.write(await loadTail(bucket, old));
    let size = start.size;
    let item = await source.next();
    while (item.chunk !== null) {
      size += item.chunk.length;
      if (size > maxSize) throw new StorageError('too_large', `More than ${maxSize} bytes`);
      await writer.write(item.chunk);
      item = await source.next();
    }
    const { state, tail } = await writer.settled();
    if (size > start.size) await commit(bucket, key, old, { ...state, before: start }, tail, size);
    return toAppended(size, refusal ?? item);
  } catch (error) {
    const { state } = await writer.abandoned();
    // Checkpoints may have been counted already.
    if (error instanceof StorageError && error.kind === 'too_large' && state.now !== start) {
      await saveState(bucket, key, cutState(state, start.size));
    }
    throw error;
  }
}

/** Counts all bytes received: first it writes the remainder, then the document that names it. */
async function commit(
  bucket: Bucket,
  key: string,
  old: AppendState,
  state: AppendState,
  tail: Uint8Array,
  size: number,
): Promise<void> {
  // The name is new each time: a writer that lost its lease overwrites nothing that counts.
  const name = tail.length > 0 ? `${getArea(key)}/tail-${randomUUID()}` : null;
  if (name !== null) await writeObject(bucket, name, tail);
  const fresh = { ...state, now: { size, parts: state.etags.length, tail: name } };
  await saveState(bucket, key, fresh);
  await deleteTails(bucket, listDroppedTails(old, fresh));
}

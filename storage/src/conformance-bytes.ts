import assert from 'node:assert/strict';
import { StorageError } from './errors.ts';
import type { StorageErrorKind } from './errors.ts';

const PERIOD = 1_048_583;
const NOISE = createNoise(PERIOD);

/**
 * Creates noise by xorshift32: the same bytes in every process, so that a killed writer's can be
 * compared.
 */
function createNoise(length: number): Buffer {
  const words = new Uint32Array(Math.ceil(length / 4));
  let state = 0x9e3779b9;
  for (let i = 0; i < words.length; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    words[i] = state;
  }
  return Buffer.from(words.buffer, 0, length);
}

/** Returns `size` bytes of an endless noise from `start`; its period is a prime, so no border repeats. */
export function bytes(size: number, start = 0): Buffer {
  const all = Buffer.allocUnsafe(size);
  for (let at = 0; at < size;) {
    at += NOISE.copy(
      all,
      at,
      (start + at) % PERIOD,
      Math.min(PERIOD, size - at + ((start + at) % PERIOD)),
    );
  }
  return all;
}

/** Yields `body` in pieces and then breaks off with `error`, if any. */
export async function* pieces(
  body: Uint8Array,
  size: number,
  error?: Error,
): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size);
  if (error) throw error;
}

export async function collectKeys(list: AsyncIterable<string>): Promise<string[]> {
  const keys = [];
  for await (const key of list) keys.push(key);
  return keys;
}

/** Asserts that storage refuses, with this kind. A refusal thrown synchronously counts too. */
export async function fails(kind: StorageErrorKind, work: Promise<unknown>): Promise<void> {
  await assert.rejects(
    () => work,
    (error) => {
      assert.ok(error instanceof StorageError, String(error));
      assert.equal(error.kind, kind);
      return true;
    },
  );
}

import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { PassThrough } from 'node:stream';
import { setImmediate as tick } from 'node:timers/promises';
import { describe, it } from 'node:test';
import { toAppended, readSource } from './source.ts';

const chunk = new Uint8Array([1]);
const reason = new Error('lease lost');
const broken = { chunk: null, complete: false, cause: reason };

/** A source whose chunks and end the test controls, so that it can be waiting for one. */
function controlled() {
  const waiting = Promise.withResolvers<IteratorResult<Uint8Array>>();
  const calls: string[] = [];
  const iterator = {
    next: () => (calls.push('next'), waiting.promise),
    return: () => (calls.push('return'), Promise.reject(new Error('refused'))),
  };
  return { source: { [Symbol.asyncIterator]: () => iterator }, calls, ...waiting };
}

describe('a source', () => {
  it('returns its chunks and then its end, however often it is called', async () => {
    async function* source() {
      yield chunk;
    }
    const read = readSource(source());
    assert.deepEqual(await read.next(), { chunk });
    for (let i = 0; i < 2; i++) {
      assert.deepEqual(await read.next(), { chunk: null, complete: true });
    }
  });

  it('that breaks off states why, however often it is called', async () => {
    const { source, calls, reject } = controlled();
    reject(reason);
    const read = readSource(source);
    for (let i = 0; i < 2; i++) assert.deepEqual(await read.next(), broken);
    assert.deepEqual(calls, ['next']);
  });

  it('is stopped while it is waited for, and stays so whatever comes after', async () => {
    for (const settle of ['resolve', 'reject'] as const) {
      const { source, calls, resolve, reject } = controlled();
      const read = readSource(source);
      const next = read.next();
      read.stop(reason);
      read.stop(new Error('stopped again'));
      assert.deepEqual(await next, broken);
      if (settle === 'resolve') resolve({ done: true, value: undefined });
      else reject(new Error('broke off behind the stop'));
      await tick();
      assert.deepEqual(await read.next(), broken);
      assert.deepEqual(calls, ['next', 'return']);
    }
  });

  it('that has ended is not stopped', async () => {
    const { source, calls, resolve } = controlled();
    resolve({ done: true, value: undefined });
    const read = readSource(source);
    await read.next();
    read.stop(reason);
    assert.deepEqual(await read.next(), { chunk: null, complete: true });
    assert.deepEqual(calls, ['next']);
  });

  it('is not read when its signal has aborted before', async () => {
    const { source, calls } = controlled();
    const read = readSource(source, AbortSignal.abort(reason));
    assert.deepEqual(await read.next(), broken);
    assert.deepEqual(calls, ['return']);
  });

  it('ends when its signal aborts, and leaves a stream for its owner', async () => {
    const abort = new AbortController();
    const stream = new PassThrough();
    const read = readSource(stream, abort.signal);
    stream.write(chunk);
    await read.next();
    abort.abort(reason);
    assert.deepEqual(await read.next(), broken);
    await tick();
    assert.equal(stream.destroyed, false);
  });

  it('leaves nothing at a signal that outlives it', async () => {
    const { signal } = new AbortController();
    const { source, resolve } = controlled();
    const read = readSource(source, signal);
    assert.equal(getEventListeners(signal, 'abort').length, 1);
    resolve({ done: true, value: undefined });
    await read.next();
    assert.equal(getEventListeners(signal, 'abort').length, 0);
  });
});

it('a refused checkpoint makes of a whole source an append that is not complete', () => {
  assert.deepEqual(toAppended(9, { complete: true }), { size: 9, complete: true });
  assert.deepEqual(toAppended(9, { cause: undefined }), {
    size: 9,
    complete: false,
    cause: undefined,
  });
});

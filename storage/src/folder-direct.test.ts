import assert from 'node:assert/strict';
import { constants, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { bytes } from './conformance-bytes.ts';
import { growBlocks } from './folder-direct.ts';
import { openFolder } from './folder.ts';

const place = mkdtempSync(join(tmpdir(), 'kinora-direct-'));
after(() => rmSync(place, { recursive: true, force: true }));
const storage = await openFolder(place);
const isPossible = await canWriteDirect(join(place, 'probe'));

const SIZES = [1, 4095, 4096, 4097, 3_000_001];
const MAX_BYTES = 4_000_000;

async function canWriteDirect(file: string): Promise<boolean> {
  const flags = constants.O_CREAT | constants.O_WRONLY | constants.O_DIRECT;
  const handle = await open(file, flags).catch(() => null);
  const written = await handle
    ?.write(growBlocks(Buffer.alloc(0), 4096), 0, 4096, 0)
    .catch(() => null);
  await handle?.close();
  await rm(file, { force: true });
  return written?.bytesWritten === 4096;
}

const probe = await open(place, 'r');
/** Blocks go through its `write`, and nothing else that is put does. */
const handles = Object.getPrototypeOf(probe) as FileHandle;
await probe.close();

const failWith = (code: string) => async () => {
  throw Object.assign(new Error(`${code}: of a call`), { code });
};

/** Copies one object after the other within the same memory, and each with a change. */
async function copyAll(): Promise<void> {
  let memory: Buffer = Buffer.alloc(0);
  for (const [n, size] of SIZES.entries()) {
    const body = bytes(size, n);
    await storage.put(`from/${size}`, body);
    const read = await storage.read(`from/${size}`, MAX_BYTES, memory);
    assert.ok(read);
    assert.ok(read.equals(body));
    memory = Buffer.from(read.buffer);
    read[0] = 255 - (body[0] ?? 0);
    await storage.put(`to/${size}`, read);
    const expected = Buffer.from(body);
    expected[0] = read[0] ?? 0;
    assert.ok((await storage.read(`to/${size}`, MAX_BYTES))?.equals(expected), `${size} bytes`);
    assert.equal((await storage.stat(`to/${size}`))?.sizeBytes, size);
  }
  assert.deepEqual(readdirSync(join(place, '.tmp')), []);
}

test('what is put from the memory that it was read into is written in blocks, and has its size', async (t) => {
  const blocks = t.mock.method(handles, 'write');
  await copyAll();
  assert.equal(blocks.mock.callCount(), isPossible ? SIZES.length : 0);
});

test('where blocks can’t be written, it is written as any other', async (t) => {
  const blocks = t.mock.method(handles, 'write', failWith('EINVAL'));
  await copyAll();
  assert.equal(blocks.mock.callCount(), isPossible ? SIZES.length : 0);
});

test('a disk that is full says so', async (t) => {
  t.mock.method(handles, 'write', failWith('ENOSPC'));
  const body = growBlocks(Buffer.alloc(0), 10).subarray(0, 10);
  if (isPossible) await assert.rejects(storage.put('full/1', body), { kind: 'full' });
  assert.equal((await storage.stat('full/1')) === null, isPossible);
  assert.deepEqual(readdirSync(join(place, '.tmp')), []);
});

test('what does not begin where the memory does is written as any other', async () => {
  const memory = growBlocks(Buffer.alloc(0), 10_000);
  bytes(10_000).forEach((byte, at) => (memory[at] = byte));
  const part = memory.subarray(3, 5003);
  await storage.put('part', part);
  assert.ok((await storage.read('part'))?.equals(part));
});

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Context } from '../../base/context.ts';
import { startTestUploads, creation, type TestUploads } from '../../test-uploads.ts';
import { openRoom } from './actions/room.ts';
import { CHECK_EVERY_BYTES, getReserveBytes } from './rules/reserve.ts';

const MIB = 1024 ** 2;
const full = { code: 'storage_full', status: 507 };

/** A file system of its own; null where it may not be mounted. */
function smallDisk(t: TestContext, sizeMib: number): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-room-'));
  try {
    const options = ['-t', 'tmpfs', '-o', `size=${sizeMib}m`, 'tmpfs', folder];
    execFileSync('mount', options, { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true });
    t.skip('mounting is not allowed here');
    return null;
  }
  t.after(() => {
    execFileSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true });
  });
  return folder;
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** The storage and the data folder of a process, with the room that they say they have. */
function contextWith(dataDir: string, freeMib: number | null) {
  const space = async () => freeMib && { totalBytes: 1000 * MIB, freeBytes: freeMib * MIB };
  return {
    config: { dataDir },
    storage: { space: async () => (await space()) || null },
  } as Context;
}

test('an upload that would touch the reserve is refused, whatever account we run as', async () => {
  const room = openRoom(contextWith(tmpdir(), 150));
  await room.require(50 * MIB);
  await assert.rejects(room.require(50 * MIB + 1), full);
  // An object store does not say; then only the database's disk counts, and nothing goes there.
  await openRoom(contextWith(tmpdir(), null)).require(1024 ** 5);
  await openRoom(contextWith('/no/such/folder', 150)).require(0);
});

test('the disk is looked at once in a few megabytes', async () => {
  const room = openRoom(contextWith(tmpdir(), 99));
  for (let at = 0; at + 65_536 < CHECK_EVERY_BYTES; at += 65_536) {
    assert.equal(room.admit(65_536), null);
  }
  await assert.rejects(room.admit(65_536) ?? Promise.resolve(), full);
  assert.equal(room.admit(65_536), null);
});

test('the disk of the database is kept from filling too', async (t) => {
  const disk = smallDisk(t, 20);
  if (disk === null) return;
  const room = openRoom(contextWith(disk, null));
  await room.require(1024 ** 4);
  writeFileSync(join(disk, 'wal'), randomBytes(19 * MIB));
  await assert.rejects(room.require(0), full);
});

test('an upload stops before the reserve, keeps its bytes and goes on when there is room', async (t) => {
  const disk = smallDisk(t, 64);
  if (disk === null) return;
  const uploads = await startTestUploads({ STORAGE_URL: pathToFileURL(disk).href });
  try {
    await fillAndFree(uploads, disk);
  } finally {
    await uploads.close();
  }
});

async function fillAndFree(uploads: TestUploads, disk: string): Promise<void> {
  const reserve = getReserveBytes(64 * MIB);
  const large = await uploads.addVideo(60 * MIB);
  const refused = await uploads.call('POST', { headers: creation(large, 60 * MIB) });
  assert.deepEqual([refused.status, refused.body?.['code']], [507, 'storage_full']);

  const file = randomBytes(50 * MIB);
  const { videoKey, path } = await uploads.addUpload(file.length);
  writeFileSync(join(disk, 'other'), randomBytes(20 * MIB));
  const send = (offset: number) =>
    uploads.call('PATCH', {
      path,
      headers: { 'upload-offset': String(offset) },
      body: file.subarray(offset),
    });
  const stopped = await send(0);
  assert.deepEqual([stopped.status, stopped.body?.['code']], [507, 'storage_full']);
  assert.ok(
    freeBytes(disk) > reserve - CHECK_EVERY_BYTES - MIB,
    `${freeBytes(disk)} bytes are left`,
  );
  const head = await uploads.call('HEAD', { path });
  const offset = Number(head.headers['upload-offset']);
  assert.ok(offset > 30 * MIB, `at ${offset}`);
  rmSync(join(disk, 'other'));
  assert.equal((await send(offset)).status, 204);
  assert.ok((await uploads.source(videoKey))?.equals(file));
}

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bytes, pieces } from './conformance-bytes.ts';
import type { Layout } from './layout.ts';
import { openStorage } from './storage.ts';
import { startTestS3 } from './test-s3-server.ts';

const program = fileURLToPath(new URL('test-killed-writer.ts', import.meta.url));
const MIB = 1024 * 1024;

/** Kills the writer at its first checkpoint and returns the checkpoint's size. */
async function killWriter(
  url: string,
  env: Record<string, string>,
  layout?: Layout,
): Promise<number> {
  const args = [program, url, 'up/killed', ...(layout ? [JSON.stringify(layout)] : [])];
  const child = spawn(process.execPath, args, {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  child.kill('SIGKILL');
  await once(child, 'close');
  return Number(line);
}

async function resume(url: string, env: Record<string, string>, checkpoint: number) {
  const storage = await openStorage(url, env);
  const { appendables } = storage;
  assert.ok(((await appendables.size('up/killed')) ?? 0) >= checkpoint);
  const total = checkpoint + 3 * MIB + 1;
  const source = pieces(bytes(3 * MIB + 1, checkpoint), 65_536);
  const options = { offset: checkpoint, maxSize: total, source };
  assert.deepEqual(await appendables.append('up/killed', options), { size: total, complete: true });
  await appendables.finish('up/killed');
  assert.ok((await storage.read('up/killed', total))?.equals(bytes(total)));
  await storage.close();
}

it('an append in a folder whose process is killed goes on from its checkpoint', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-killed-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const url = pathToFileURL(folder).href;
  await resume(url, {}, await killWriter(url, {}));
});

it('an append in S3 whose process is killed goes on from its checkpoint', async () => {
  const keys = { accessKeyId: 'id', secretAccessKey: 'secret' };
  const s3 = await startTestS3({ ...keys, buckets: ['b'] });
  after(() => s3.close());
  const env = { AWS_ACCESS_KEY_ID: keys.accessKeyId, AWS_SECRET_ACCESS_KEY: keys.secretAccessKey };
  const url = `s3://b?endpoint=${s3.url}&region=local&pathStyle=1`;
  await resume(url, env, await killWriter(url, env));
});

it('an append with a layout whose process is killed goes on from its checkpoint', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-killed-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const url = pathToFileURL(folder).href;
  const total = 200 * MIB;
  const layout = [
    { start: 150 * MIB, end: total },
    { start: 0, end: 150 * MIB },
  ];
  const checkpoint = await killWriter(url, {}, layout);
  const { appendables, ...storage } = await openStorage(url, {});
  const size = (await appendables.size('up/killed')) ?? 0;
  assert.ok(size >= checkpoint && size < total, `${size} of ${checkpoint}`);
  const source = pieces(bytes(total - checkpoint, checkpoint), 65_536);
  await appendables.append('up/killed', { offset: checkpoint, maxSize: total, source });
  await appendables.finish('up/killed');
  const sent = bytes(total);
  const whole = Buffer.concat([sent.subarray(50 * MIB), sent.subarray(0, 50 * MIB)]);
  assert.ok((await storage.read('up/killed', total))?.equals(whole));
});

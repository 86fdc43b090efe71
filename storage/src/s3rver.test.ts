import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import S3rver from 's3rver';
import { testStorage } from './conformance.ts';
import { openStorage } from './storage.ts';

// A third-party store, other than Swift: it has no call to abort an upload. Cases that it fails itself
// are left out by name; it checks no secret, so none is tested.
const folder = mkdtempSync(join(tmpdir(), 'kinora-s3rver-'));
const server = new S3rver({
  ...{ address: '127.0.0.1', port: 0, silent: true, directory: folder },
  configureBuckets: [{ name: 'films' }],
});
const { port } = await server.run();
after(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const query = new URLSearchParams({
  ...{ endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', pathStyle: '1' },
});
const env = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };

testStorage('s3rver', () => openStorage(`s3://films/some/prefix?${query}`, env), {
  'opens ranges with both ends included, cut at the last byte':
    's3rver answers bytes=0-0 with the whole object',
  'refuses a range without a byte': 's3rver opens an empty object at byte 0',
  'shows a reader the whole old object while a new one is put':
    's3rver writes a new object over the bytes of the old one',
  'lists and deletes by whole segments, in the order of bytes':
    's3rver lists folders before files, not in the order of bytes',
  'is ready': "s3rver can't continue a list: its tokens need DES, which Node has no more",
});

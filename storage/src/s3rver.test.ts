import { after } from 'node:test';
import { testStorage } from './conformance.ts';
import { openStorage } from './storage.ts';
import { startS3rver } from './test-s3rver.ts';

// A third-party store, other than Swift: it has no call to abort an upload. Cases that it fails itself
// are left out by name; it checks no secret, so none is tested.
const { endpoint, env, close } = await startS3rver(['films']);
after(close);

const query = new URLSearchParams({ endpoint, region: 'us-east-1', pathStyle: '1' });

testStorage('s3rver', () => openStorage(`s3://films/some/prefix?${query}`, env), {
  'opens ranges with both ends included, cut at the last byte':
    's3rver answers bytes=0-0 with the whole object',
  'refuses a range without a byte': 's3rver opens an empty object at byte 0',
  'lists and deletes by whole segments, in the order of bytes':
    's3rver lists folders before files, not in the order of bytes',
  'is ready': "s3rver can't continue a list: its tokens need DES, which Node has no more",
});

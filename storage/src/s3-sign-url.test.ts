import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { bytes } from './conformance-bytes.ts';
import { openStorage } from './storage.ts';
import { startTestS3 } from './test-s3-server.ts';

const keys = { accessKeyId: 'test-id', secretAccessKey: 'test-secret' };
const env = { AWS_ACCESS_KEY_ID: keys.accessKeyId, AWS_SECRET_ACCESS_KEY: keys.secretAccessKey };
const s3 = await startTestS3({ ...keys, buckets: ['films'] });
after(() => s3.close());

const open = (address: string) => openStorage(`s3://films/${address}`, env);

it('an address that is signed reads one object and parts of it, until its time', async () => {
  const storage = await open(`a+b/c?endpoint=${s3.url}&pathStyle=1`);
  const key = 'streams/a=b@c/1.m4s';
  await storage.put(key, bytes(100));
  const url = (await storage.signUrl(key, 60)) ?? '';
  const whole = await fetch(url);
  assert.deepEqual(Buffer.from(await whole.arrayBuffer()), Buffer.from(bytes(100)));
  const part = await fetch(url, { headers: { Range: 'bytes=10-19' } });
  assert.deepEqual([part.status, part.headers.get('content-range')], [206, 'bytes 10-19/100']);
  assert.equal((await fetch(url, { method: 'PUT', body: 'x' })).status, 403);
  assert.equal((await fetch(url.replace('/1.m4s', '/2.m4s'))).status, 403);
  assert.equal((await fetch((await storage.signUrl(key, -1)) ?? '')).status, 403);
});

it('an address is where the SDK sends its own requests', async () => {
  const places = {
    'below?region=eu-central-1': 'https://films.s3.eu-central-1.amazonaws.com/below/a',
    'below?region=cn-north-1': 'https://films.s3.cn-north-1.amazonaws.com.cn/below/a',
    '?endpoint=https://store.test:9443': 'https://films.store.test:9443/a',
    '?endpoint=http://store.test/s3&pathStyle=1': 'http://store.test/s3/films/a',
  };
  for (const [address, wanted] of Object.entries(places)) {
    const url = new URL((await (await open(address)).signUrl('a', 60)) ?? '');
    assert.equal(url.origin + url.pathname, wanted);
  }
});

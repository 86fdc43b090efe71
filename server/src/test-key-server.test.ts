import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { decryptSegment, encryptSegment } from '@kinora/media/protect/aes-128';
import { signKeyToken, startTestKeyServer } from './test-key-server.ts';

const server = await startTestKeyServer();
after(server.close);

const claims = { content_id: 'video-1', tech: 'aes128', definition: '720p' };

async function create(definition: string): Promise<{ key: Buffer; token: string }> {
  const token = signKeyToken(server.tokenSecret, { ...claims, definition });
  const headers = { 'x-key-server-secret': server.encoderSecret };
  const answer = await fetch(`${server.encodingEndpoint}?token=${token}`, {
    method: 'POST',
    headers,
  });
  return { key: Buffer.from(await answer.arrayBuffer()), token };
}

test('each content, tech and definition has one key, which players get by their token', async () => {
  const first = await create('720p');
  assert.deepEqual((await create('720p')).key, first.key);
  assert.notDeepEqual((await create('360p')).key, first.key);
  const answer = await fetch(`${server.playbackEndpoint}?token=${first.token}`);
  assert.equal(answer.headers.get('content-type'), 'application/octet-stream');
  assert.equal(answer.headers.get('cache-control'), 'private, no-cache, no-store');
  const key = Buffer.from(await answer.arrayBuffer());
  const locked = encryptSegment(first.key, 1, Buffer.from('a segment'));
  assert.equal(decryptSegment(key, 1, locked).toString(), 'a segment');
});

test('the server gives nothing without its secrets', async () => {
  const ask = async (
    url: string,
    method = 'POST',
    secret = server.encoderSecret,
  ): Promise<number> =>
    (await fetch(url, { method, headers: { 'x-key-server-secret': secret } })).status;
  const token = signKeyToken(server.tokenSecret, claims);
  const forged = signKeyToken('another secret', claims);
  const unknown = signKeyToken(server.tokenSecret, { ...claims, content_id: 'never asked for' });
  assert.equal(await ask(`${server.encodingEndpoint}?token=${token}`), 200);
  assert.equal(await ask(`${server.encodingEndpoint}?token=${token}`, 'POST', 'wrong'), 403);
  assert.equal(await ask(`${server.encodingEndpoint}?token=${forged}`), 401);
  assert.equal(await ask(`${server.playbackEndpoint}?token=${forged}`, 'GET'), 401);
  assert.equal(await ask(server.playbackEndpoint, 'GET'), 401);
  assert.equal(await ask(`${server.playbackEndpoint}?token=${unknown}`, 'GET'), 404);
});

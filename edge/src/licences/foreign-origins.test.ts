import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startEdgeUnderTest } from '../test-edge.ts';
import { idOf, protectedStream, publishKeys, publishTeam, signToken } from './test-licences.ts';

test('a player that sends credentials reads a licence, and why it got none', async (t) => {
  const edge = await startEdgeUnderTest(t);
  await publishTeam(edge.storage, 'team1');
  await publishKeys(edge.storage);
  await edge.publish({ stream: protectedStream() });
  const address = `${edge.url}/licenses/clear-key?video=vid1`;
  const origin = 'https://customer.example';
  const token = await signToken({ video: 'vid1', exp: 1600 });
  for (const [given, status] of [
    [token, 200],
    [null, 401],
  ] as const) {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { origin, ...(given === null ? {} : { authorization: `Bearer ${given}` }) },
      body: JSON.stringify({ kids: [idOf('sd')], type: 'temporary' }),
    });
    await answer.text();
    assert.equal(answer.status, status);
    assert.equal(answer.headers.get('access-control-allow-origin'), origin);
    assert.equal(answer.headers.get('access-control-allow-credentials'), 'true');
  }
  const preflight = await fetch(address, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-headers': 'authorization,content-type,traceparent' },
  });
  assert.equal(preflight.headers.get('access-control-allow-origin'), origin);
  assert.equal(preflight.headers.get('access-control-allow-credentials'), 'true');
  const allowed = preflight.headers.get('access-control-allow-headers');
  assert.equal(allowed, 'authorization,content-type,traceparent');
});

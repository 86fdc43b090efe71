import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { DOCUMENT_RULES } from '@kinora/playback-rules/document-rules';
import type { DocumentRule } from '@kinora/playback-rules/rule';
import { startEdgeUnderTest } from './test-edge.ts';

const ENDS_MS = 200_000_000;

const schedule: DocumentRule = {
  name: 'schedule',
  looksAt: 'documents',
  judge: (_found, _requested, atMs) =>
    atMs < ENDS_MS
      ? { verdict: 'allowed', untilMs: ENDS_MS }
      : { verdict: 'refused', reason: 'video_not_found' },
};

test('no cache keeps an answer beyond the time at which its rules may decide otherwise', async (t) => {
  const edge = await startEdgeUnderTest(t, { rules: [...DOCUMENT_RULES, schedule] });
  await edge.publish({});
  const ask = async (file: string, leftMs: number) => {
    edge.clock.nowMs = ENDS_MS - leftMs;
    const response = await fetch(`${edge.url}/streams/vid1/${file}`);
    return [response.status, response.headers.get('cache-control')];
  };
  const [segment, playlist] = ['rev1/v360/1.m4s', 'playlist.m3u8'];
  const year = 'max-age=31536000, s-maxage=86400';
  const capped = (seconds: number, shared = seconds) =>
    `public, max-age=${seconds}, s-maxage=${shared}, immutable`;
  assert.deepEqual(await ask(segment, 100_000_000), [200, capped(100_000, 86_400)]);
  assert.deepEqual(await ask(segment, 50_900), [200, capped(50)]);
  assert.deepEqual(await ask(playlist, 50_900), [200, 'public, max-age=1']);
  assert.deepEqual(await ask(playlist, 900), [200, 'public, max-age=0']);
  assert.deepEqual(await ask(segment, 0), [404, 'no-store']);
  const open = await startEdgeUnderTest(t);
  await open.publish({});
  const { headers } = await fetch(`${open.url}/streams/vid1/${segment}`);
  assert.equal(headers.get('cache-control'), `public, ${year}, immutable`);
});

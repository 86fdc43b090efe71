import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import type { PlaybackReport } from '@kinora/contract/playback-report';
import { publishChannel, startEdgeUnderTest } from './test-edge.ts';

const REPORT: PlaybackReport = {
  startMs: 300,
  watchedMs: 60_000,
  stalls: 1,
  stalledMs: 400,
  failure: null,
};

test('a report of playing is taken for a video of the channel’s team, and nothing else is', async (t) => {
  const seen: PlaybackReport[] = [];
  const edge = await startEdgeUnderTest(t, { observePlayback: (report) => seen.push(report) });
  const send = async (body: string, address = '/playback-reports?video=vid1') => {
    const answer = await fetch(edge.url + address, { method: 'POST', body });
    const { code } = JSON.parse((await answer.text()) || '{}') as { code?: string };
    return [answer.status, code];
  };
  const text = JSON.stringify(REPORT);
  assert.deepEqual(await send(text), [200, undefined]);
  assert.deepEqual(await send(JSON.stringify({ ...REPORT, failure: 'network', viewer: 'me' })), [
    200,
    undefined,
  ]);
  assert.deepEqual(seen, [REPORT, { ...REPORT, failure: 'network' }]);
  const malformed = [
    '',
    'null',
    '[]',
    '{',
    JSON.stringify({ ...REPORT, watchedMs: -1 }),
    JSON.stringify({ ...REPORT, stalls: 1.5 }),
    JSON.stringify({ ...REPORT, failure: 'x' }),
    JSON.stringify({ ...REPORT, startMs: 1e12 }),
  ];
  for (const body of malformed) {
    assert.deepEqual(await send(body), [400, 'malformed_request'], body);
  }
  const long = JSON.stringify({ ...REPORT, more: 'x'.repeat(600) });
  assert.deepEqual(await send(long), [413, 'request_too_large']);
  assert.deepEqual(await send(text, '/playback-reports?video=vid2'), [404, 'video_not_found']);
  for (const query of ['', '?video=', '?video=vid1&video=vid1', '?video=../x']) {
    assert.deepEqual(await send(text, `/playback-reports${query}`), [405, 'method_not_allowed']);
  }
  const get = await fetch(`${edge.url}/playback-reports?video=vid1`);
  assert.deepEqual([get.status, get.headers.get('allow')], [405, 'POST, OPTIONS']);
  await publishChannel(edge.storage, `127.0.0.1:${edge.port}`, 'team2');
  edge.clock.nowMs += 2000;
  assert.deepEqual(await send(text), [404, 'video_not_found']);
  assert.equal(seen.length, 2);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPlaybackDomain, openViewerUrls, toPlaybackOrigin, toPlaybackUrl } from './rules.ts';

test('the first channel answers at the host of the edge, others below it', () => {
  const edge = 'http://localhost:8081/';
  assert.equal(createPlaybackDomain(edge, { name: 'My_own', isFirst: true }), 'localhost:8081');
  const other = createPlaybackDomain(edge, { name: 'My_own_one', isFirst: false });
  assert.equal(other, 'my-own-one.localhost:8081');
});

test('an address has the protocol of the edge and the host of the channel', () => {
  const origin = toPlaybackOrigin('https://edge.example', 'a.b');
  const page = toPlaybackUrl(origin, { kind: 'embedPage', videoKey: 'vid1' });
  assert.equal(page, 'https://a.b/embed/vid1');
});

test('an address for the console is signed, stays the same for hours, and ends within a day', () => {
  const config = { edgeUrl: 'https://edge.example', secrets: { secretKey: 'k'.repeat(32) } };
  const cover = { kind: 'revisionCover', videoKey: 'vid1', folder: 'rev1', width: 320 } as const;
  const at = (time: string) => new URL(openViewerUrls(config, new Date(time))('a.b', cover));
  const morning = at('2026-11-23T00:10:00Z');
  assert.equal(morning.origin + morning.pathname, 'https://a.b/streams/vid1/rev1/cover-320.jpg');
  assert.equal(morning.searchParams.get('x_key_id'), 'team');
  assert.equal(at('2026-11-23T11:50:00Z').href, morning.href);
  assert.notEqual(at('2026-11-23T12:10:00Z').href, morning.href);
  const ends = new Date(1000 * Number(morning.searchParams.get('x_expires')));
  assert.equal(ends.toISOString(), '2026-11-24T00:00:00.000Z');
});

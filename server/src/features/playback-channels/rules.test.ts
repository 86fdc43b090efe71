import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPlaybackDomain, toPlaybackOrigin, toPlaybackUrl, toViewerUrl } from './rules.ts';

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
  const cover = { kind: 'revisionCover', videoKey: 'vid1', folder: 'rev1', width: 320 } as const;
  assert.equal(toViewerUrl(origin, cover), 'https://a.b/streams/vid1/rev1/cover-320.jpg');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultPlaybackDomain, playbackOrigin } from './rules.ts';

test('the first channel answers at the host of the edge, others below it', () => {
  const edge = 'http://localhost:8081/';
  assert.equal(defaultPlaybackDomain(edge, { name: 'My_own', isFirst: true }), 'localhost:8081');
  const other = defaultPlaybackDomain(edge, { name: 'My_own_one', isFirst: false });
  assert.equal(other, 'my-own-one.localhost:8081');
  assert.equal(playbackOrigin('https://edge.example', 'a.b'), 'https://a.b');
});

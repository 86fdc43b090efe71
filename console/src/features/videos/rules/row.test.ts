import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCover, nameResolution, shortenKey, shortenTitle } from './row.ts';

test('a title in a row keeps 20 letters at most as people count them, then ` ...`', () => {
  assert.equal(shortenTitle('ก'.repeat(20)), 'ก'.repeat(20));
  assert.equal(shortenTitle('x'.repeat(21)), `${'x'.repeat(20)} ...`);
  assert.equal(shortenTitle('นี่'.repeat(21)), `${'นี่'.repeat(20)} ...`);
});

test('a long key is shortened in its middle', () => {
  assert.equal(shortenKey('k7Qm2xAbC9Fd'), 'k7Qm2x…9Fd');
  assert.equal(shortenKey('abc'), 'abc');
});

test('a cover is chosen for twice the width it is shown at', () => {
  const sizes = [640, 320, 1280].map((width) => ({ width, url: String(width) }));
  assert.equal(findCover({ sizes }, 104, 2), '320');
  assert.equal(findCover({ sizes }, 200, 2), '640');
  assert.equal(findCover({ sizes }, 200, 3), '640');
  assert.equal(findCover({ sizes }, 200, 1), '320');
  assert.equal(findCover({ sizes }, 2000, 1), '1280');
  assert.equal(findCover(null, 104, 1), undefined);
});

test('a resolution is called by the picture of 16:9 that holds it', () => {
  const of = (width: number | null, height: number | null) => nameResolution({ width, height });
  assert.equal(of(1920, 1080), '1080p');
  assert.equal(of(1920, 800), '1080p');
  assert.equal(of(1080, 1920), '1080p');
  assert.equal(of(640, 480), '480p');
  assert.equal(of(null, null), undefined);
});

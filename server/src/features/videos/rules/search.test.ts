import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toVideoSearch } from './search.ts';

const video = { key: 'vid1', title: 'Harbour', fileName: 'boats.mp4', tags: ['sea', 'ships'] };

test('a video is found by its key, title, file name and tags', () => {
  for (const word of ['vid1', 'harbour', 'boats', 'sea', 'ships']) {
    assert.ok(toVideoSearch(video).toLowerCase().includes(word), word);
  }
});

test('title, tags, file name and key have lines of their own, in lower case', () => {
  const two = { ...video, title: 'A  Harbour', tags: ['Sea', 'Big ships'], key: 'ViD1' };
  assert.equal(toVideoSearch(two), 'a harbour\n\tsea\n\tbig ships\nboats.mp4\nvid1');
});

test('a long text is looked in as far as 2000 bytes surely go, and in its key', () => {
  // Three bytes of UTF-8 each.
  const text = toVideoSearch({ ...video, title: 'ก'.repeat(5000) });
  assert.equal(Buffer.byteLength(text), 3 * 666 - 2 * '\nvid1'.length);
  assert.ok(text.endsWith('\nvid1'));
});

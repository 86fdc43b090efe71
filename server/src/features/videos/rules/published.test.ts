import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StreamDescription } from '@kinora/contract/stream';
import { isPlayable } from '../../revisions/rules.ts';
import { getPublishedState } from './published.ts';

const streamOf = (video: boolean[], audio: boolean[], open = false) => {
  const made = { open, video: video.map(toReady), audio: audio.map(toReady) };
  return made as unknown as StreamDescription;
};
const toReady = (ready: boolean) => ({ ready });

test('a stream is playable when it is open, or a video rendition and all audio are whole', () => {
  const cases: [StreamDescription | null, boolean][] = [
    [null, false],
    [streamOf([false], [false], true), true],
    [streamOf([false, true], [true]), true],
    [streamOf([false, true], []), true],
    [streamOf([false, false], [true]), false],
    [streamOf([true, true], [true, false]), false],
    [streamOf([], [true, true]), true],
    [streamOf([], [true, false]), false],
    [streamOf([], []), false],
  ];
  for (const [stream, expected] of cases) {
    assert.equal(isPlayable(stream), expected, JSON.stringify(stream));
    const state = getPublishedState({ isDeleted: false, isWithheld: false, stream });
    assert.equal(state, expected ? 'playable' : 'notReady');
    assert.equal(getPublishedState({ isDeleted: false, isWithheld: true, stream }), 'notReady');
    assert.equal(getPublishedState({ isDeleted: true, isWithheld: false, stream }), 'deleted');
  }
});

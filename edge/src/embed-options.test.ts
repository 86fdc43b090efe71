import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { parseEmbedOptions } from './embed-options.ts';

const NOTHING = { autoplay: null, muted: null, loop: false, startSec: 0, playerId: null };

test('an embed page begins as its address says', () => {
  assert.deepEqual(parseEmbedOptions(''), NOTHING);
  assert.deepEqual(parseEmbedOptions('lang=th&autoplay=1&muted=true&loop&t=90&player=p1'), {
    playerId: 'p1',
    autoplay: true,
    muted: true,
    loop: true,
    startSec: 90,
  });
  const off = { ...NOTHING, autoplay: false, muted: false };
  assert.deepEqual(parseEmbedOptions('autoplay=0&muted=false'), off);
});

test('a start is given in seconds, or in hours, minutes and seconds', () => {
  const starts = { '90': 90, '90.5': 90.5, '90s': 90, '1m30s': 90, '1m30': 90, '1h2m3s': 3723 };
  for (const [text, startSec] of Object.entries(starts)) {
    assert.equal(parseEmbedOptions(`t=${text}`).startSec, startSec, text);
  }
});

test('what is not understood, or given twice, counts as not given', () => {
  const queries = [
    'autoplay=yes',
    'muted=2',
    'loop=%00',
    'loop=1&loop=1',
    'autoplay=1&autoplay=0',
    't=',
    't=-5',
    't=1e9',
    't=0x10',
    't=NaN',
    't=Infinity',
    't=s',
    't=30m1h',
    't=5&t=6',
    't=9999999',
    't=1m30sx',
    't=%D9%A3',
    't=1%2030',
  ];
  for (const query of queries) assert.deepEqual(parseEmbedOptions(query), NOTHING, query);
});

import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { parseChapters } from './chapters.ts';

const read = (lines: string[], durationSec = 10_000) =>
  parseChapters(lines.join('\n'), durationSec);

test('lines that begin with a time are chapters', () => {
  const description = [
    'บทเรียนแรก',
    '',
    '0:00 เกริ่นนำ',
    '- 01:05 – How it works',
    '(2:00) Questions: 3 of them',
    '1:02:03 The end',
    '',
    'See https://example.com/12:30',
  ];
  assert.deepEqual(read(description), [
    { startSec: 0, title: 'เกริ่นนำ' },
    { startSec: 65, title: 'How it works' },
    { startSec: 120, title: 'Questions: 3 of them' },
    { startSec: 3723, title: 'The end' },
  ]);
});

test('what lies behind the end is left out', () => {
  assert.equal(read(['0:00 A', '0:10 B', '0:30 C'], 30).length, 2);
});

test('times of something else are no chapters', () => {
  for (const lines of [
    ['0:00 Only one'],
    ['0:10 Not at the beginning', '0:20 B'],
    ['0:00 A', '0:30 B', '0:20 Back again'],
    ['0:00 A', '0:00 The same'],
    ['0:00', '0:10'],
    ['at 0:00 A', 'at 0:10 B'],
    ['0:75 A', '0:99 B'],
    [],
  ]) {
    assert.deepEqual(read(lines), [], lines.join('|'));
  }
});

test('so many chapters are enough', () => {
  const many = Array.from({ length: 500 }, (_, n) => `${n}:00 Part`);
  assert.equal(read(many, 1e6).length, 200);
});

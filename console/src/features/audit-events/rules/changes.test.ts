import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HIDDEN, listFieldChanges } from './changes.ts';

test('a value is shown before and after, and nothing of it where it is the same', () => {
  assert.deepEqual(
    listFieldChanges({
      title: ['ก', 'ข'],
      tags: [['ก'], ['ก', 'ข']],
      geoblockRuleId: [null, 'x'],
      updatedAt: ['1', '2'],
    }),
    [
      { path: ['title'], before: 'ก', after: 'ข' },
      { path: ['tags'], before: ['ก'], after: ['ก', 'ข'] },
      { path: ['geoblockRuleId'], before: null, after: 'x' },
    ],
  );
});

test('a secret that was replaced by another is a change', () => {
  const change = [HIDDEN, HIDDEN];
  assert.equal(listFieldChanges({ sealedTokenSecret: change }).length, 1);
});

test('of objects, and of lists of them, the parts that differ are shown', () => {
  const profile = { height: 1080, enabled: true };
  assert.deepEqual(
    listFieldChanges({
      options: [
        { color: null, muted: false },
        { color: '#f5a524', muted: false },
      ],
      profiles: [[profile], [{ ...profile, enabled: false }]],
      test: [{ isPassed: true }, null],
    }),
    [
      { path: ['options', 'color'], before: null, after: '#f5a524' },
      { path: ['profiles', '1', 'enabled'], before: true, after: false },
      { path: ['test', 'isPassed'], before: true, after: null },
    ],
  );
});

test('an empty list and none are told apart from a list of words', () => {
  assert.deepEqual(listFieldChanges({ tags: [[], ['ก']] }), [
    { path: ['tags'], before: [], after: ['ก'] },
  ]);
  assert.deepEqual(listFieldChanges({ note: [null, 'ก'] }), [
    { path: ['note'], before: null, after: 'ก' },
  ]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitTabs } from './fit-tabs.ts';

const sizes = { widths: [60, 80, 70, 90], more: 50, gap: 20, current: 0 };

test('tabs that all have room are all shown', () => {
  assert.equal(fitTabs({ ...sizes, room: 360 }), undefined);
});

test('the tabs that fit beside the button of the menu are shown, from the first on', () => {
  assert.deepEqual(fitTabs({ ...sizes, room: 359 }), [0, 1, 2]);
  assert.deepEqual(fitTabs({ ...sizes, room: 319 }), [0, 1]);
  assert.deepEqual(fitTabs({ ...sizes, room: 10 }), [0]);
});

test('the tab of the page is shown wherever it stands', () => {
  assert.deepEqual(fitTabs({ ...sizes, current: 3, room: 250 }), [0, 3]);
  assert.deepEqual(fitTabs({ ...sizes, current: -1, room: 250 }), [0, 1]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultHosting, keySuffixLength, projectKey } from './rules.ts';

test('the key of a project is the entered one and a suffix for addresses', () => {
  assert.equal(projectKey('harbour', 'aB3xYz'), 'harbour-ab3xyz');
  assert.equal(keySuffixLength, 6);
  assert.equal(defaultHosting, 'default');
});

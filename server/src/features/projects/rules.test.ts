import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_HOSTING, KEY_SUFFIX_LENGTH, createProjectKey } from './rules.ts';

test('the key of a project is the entered one and a suffix for addresses', () => {
  assert.equal(createProjectKey('harbour', 'aB3xYz'), 'harbour-ab3xyz');
  assert.equal(KEY_SUFFIX_LENGTH, 6);
  assert.equal(DEFAULT_HOSTING, 'default');
});

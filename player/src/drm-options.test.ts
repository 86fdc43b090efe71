import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDrm } from './drm-options.ts';

const ID = '0123456789abcdef0123456789abcdef';
const KEY = 'fedcba9876543210fedcba9876543210';

test('keys are read from the attribute, and what is no key is left out', () => {
  assert.deepEqual(parseDrm(JSON.stringify({ clearKeys: { [ID]: KEY, short: KEY, [KEY]: 7 } })), {
    clearKeys: { [ID]: KEY },
  });
});

test('an attribute without a usable key is no protection', () => {
  for (const attribute of [null, '', '{', 'null', '{}', '{"clearKeys":null}', '{"clearKeys":{}}']) {
    assert.equal(parseDrm(attribute), null);
  }
});

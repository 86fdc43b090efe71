import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { copyText } from './copy-text.ts';

test('a copy of a text has the same letters, whatever they are', () => {
  for (const text of ['', 'abc', 'caf\u00e9', 'joŨ8V', 'ไทย', '\ud800'])
    assert.equal(copyText(text), text);
});

import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { chooseReferrer } from './websites.ts';

test('an origin counts before the address of its page, unless it is opaque', () => {
  const [origin, referer] = ['https://a.example', 'https://b.example/page'];
  assert.equal(chooseReferrer({ origin, referer }), origin);
  assert.equal(chooseReferrer({ origin }), origin);
  assert.equal(chooseReferrer({ referer }), referer);
  assert.equal(chooseReferrer({ origin: 'null', referer }), referer);
  assert.equal(chooseReferrer({ origin: 'null' }), null);
  assert.equal(chooseReferrer({}), null);
  assert.equal(chooseReferrer({ origin: '', referer }), '', 'what is malformed is no website');
});

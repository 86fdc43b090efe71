import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EMPTY_CHECK, toInput } from './rules.ts';

test('what is empty is not sent, and a time is sent as a moment', () => {
  assert.deepEqual(toInput({ ...EMPTY_CHECK, url: ' https://a.test/watch/k ' }), {
    url: 'https://a.test/watch/k',
  });
  const at = '2026-11-24T07:30';
  const whole = { url: 'u', country: 'TH', ip: ' 203.0.113.7 ', referrer: 'https://b.test', at };
  assert.deepEqual(toInput(whole), {
    ...{ url: 'u', country: 'TH', ip: '203.0.113.7', referrer: 'https://b.test' },
    at: new Date(at).toISOString(),
  });
  assert.deepEqual(toInput({ ...EMPTY_CHECK, url: 'u', at: 'soon' }), { url: 'u' });
});

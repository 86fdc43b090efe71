import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EMPTY_CHECK, toInput, toRequestId } from './rules.ts';

test('what is empty is not sent, and a time is sent as a moment', () => {
  assert.deepEqual(toInput({ ...EMPTY_CHECK, url: ' https://a.test/watch/k ' }), {
    url: 'https://a.test/watch/k',
  });
  const at = '2026-11-24T07:30';
  const typed = { url: 'u', country: 'TH', ip: ' 203.0.113.7 ', referrer: 'https://b.test' };
  const whole = { ...typed, userAgent: ' Player/1.0 ', at };
  assert.deepEqual(toInput(whole), {
    ...{ url: 'u', country: 'TH', ip: '203.0.113.7', referrer: 'https://b.test' },
    userAgent: 'Player/1.0',
    at: new Date(at).toISOString(),
  });
  assert.deepEqual(toInput({ ...EMPTY_CHECK, url: 'u', at: 'soon' }), { url: 'u' });
});

test('an id is taken as a mail has it', () => {
  for (const pasted of [
    'UFab_c-9',
    ' UFab_c-9\n',
    'UFab\n  _c-9',
    'Request ID: UFab_c-9',
    'รหัสคำขอ UFab_c-9',
  ]) {
    assert.equal(toRequestId(pasted), 'UFab_c-9', pasted);
  }
  assert.equal(toRequestId(' '), '');
});

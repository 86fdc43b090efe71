import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinLoanwords } from '@kinora/i18n/loanwords';
import { toSearchText } from './search-text.ts';

test('what a person types is found in a message whose loanwords are joined', () => {
  const label = joinLoanwords('ใช้บิตเรตเป้าหมาย (Kbps)');
  assert.notEqual(label, 'ใช้บิตเรตเป้าหมาย (Kbps)');
  assert.equal(toSearchText(label), 'ใช้บิตเรตเป้าหมาย (kbps)');
});
